import { createWorld } from 'fauxgraph'
import { MockAgent, request, setGlobalDispatcher } from 'undici'

const world = createWorld()
const { campaign, userToken } = world.starter()
const base = 'https://graph.facebook.com'
const agent = new MockAgent()
agent.disableNetConnect()
agent
  .get(base)
  .intercept({ path: () => true, method: () => true })
  .reply(({ method, path, headers, body }) => {
    const response = world.request({
      ...{ method, url: path, base },
      headers: Object.fromEntries(new Headers(headers)),
      ...(body && { body: String(body) }),
    })
    return {
      statusCode: response.status,
      data: response.body,
      responseOptions: { headers: response.headers },
    }
  })
  .persist()
setGlobalDispatcher(agent)

// The global fetch of Node uses the same dispatcher.
const url = `${base}/v26.0/${campaign}?fields=name&access_token=${userToken}`
console.log((await (await request(url)).body.json()).name, (await (await fetch(url)).json()).name)
// → Starter Campaign Starter Campaign
