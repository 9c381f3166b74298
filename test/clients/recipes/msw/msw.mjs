import { createWorld, toFetchHandler } from 'fauxgraph'
import { http } from 'msw'
import { setupServer } from 'msw/node'

const world = createWorld()
const { campaign, userToken } = world.starter()
const handle = toFetchHandler(world)
const server = setupServer(http.all('https://graph.facebook.com/*', ({ request }) => handle(request)))
server.listen({ onUnhandledRequest: 'error' })

const url = `https://graph.facebook.com/v26.0/${campaign}?fields=name&access_token=${userToken}`
console.log((await (await fetch(url)).json()).name)
// → Starter Campaign

// A dropped connection is a network error, as MSW expects it.
world.faults.add({ match: {}, fault: { kind: 'drop' }, times: 1 })
console.log(await fetch(url).catch((error) => error.name))
// → TypeError
server.close()
