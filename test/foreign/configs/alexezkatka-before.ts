import { defineExploration } from '../../../src/explore/index.ts'
import { feedWorld } from '../feed.ts'

const answer = () => Response.json({ output_text: 'Thank you' })

export const options = defineExploration({
  ...{ program: './server.js', webhook: 'http://localhost:3000/webhook', world: () => feedWorld() },
  env: ({ names }) => ({ FB_PAGE_TOKEN: names.pageToken, OPENAI_API_KEY: 'key' }),
  others: { 'https://api.openai.com': answer },
})
