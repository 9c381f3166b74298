import { defineExploration } from '../../../src/explore/index.ts'
import { commentsOf, feedWorld, type Notice } from '../feed.ts'

let sent: Notice[] = []

export const options = defineExploration({
  ...{ program: './index.js', webhook: 'http://localhost:3000/webhook', world: () => feedWorld() },
  others: () => {
    sent = []
    return { 'https://hook.us2.make.com': async (r) => Response.json(sent.push(await r.json())) }
  },
  mirror: { comments: () => sent.flatMap(commentsOf) },
})
