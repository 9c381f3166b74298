import axios from 'axios'
import { createWorld } from 'fauxgraph'
import { intercept } from 'fauxgraph/intercept'

const world = createWorld()
const { page, pageToken } = world.starter()
const running = intercept(world)

// The code under test: it tries once more when the service asks it to wait.
const graph = axios.create({
  baseURL: 'https://graph.facebook.com/v26.0',
  params: { access_token: pageToken },
})
async function publish(message) {
  const send = () => graph.post(`/${page}/feed`, { message })
  return (await send().catch((error) => (error.response.data.error.code === 4 ? send() : error))).data
}

world.faults.add({ match: { operation: 'publishPost' }, fault: { kind: 'error', code: 4 }, times: 1 })
const { id } = await publish('hello')
running.restore()

console.log(
  id.startsWith(page),
  world.calls
    .all()
    .map(({ operation }) => operation)
    .slice(-2),
)
// → true [ 'publishPost', 'publishPost' ]
