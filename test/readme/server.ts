import { createWorld } from '../../src/index.ts'
import { listen } from '../../src/server/node/index.ts'

const world = createWorld()
const { page, pageToken } = world.starter()
const server = await listen(world)
const response = await fetch(`${server.url}/${page}/feed?access_token=${pageToken}`)
console.log(response.status)
// → 200
await server.close()
