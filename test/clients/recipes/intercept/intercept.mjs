import https from 'node:https'
import { createWorld } from 'fauxgraph'
import { intercept } from 'fauxgraph/intercept'

const world = createWorld()
const { campaign, userToken } = world.starter()
const running = intercept(world)

// The code under test, with a client whose host is fixed.
const url = `https://graph.facebook.com/v26.0/${campaign}?fields=name&access_token=${userToken}`
const answer = await new Promise((resolve, reject) => {
  https.get(url, (response) => response.on('data', resolve)).on('error', reject)
})
running.restore()

console.log(JSON.parse(answer).name)
// → Starter Campaign
