import { defineExploration } from '../../../src/explore/index.ts'
import { instagramWorld } from '../instagram.ts'

const { account: INSTAGRAM_BUSINESS_ACCOUNT_ID, world } = instagramWorld()
const url = 'http://a:3004/api/publish'
const headers = { 'content-type': 'application/json' }
const post = (caption: string) => JSON.stringify({ caption, videoUrl: `https://cdn.example/a.mp4` })
const send = (text: string) => ({ method: 'POST', headers, body: post(text) })

export const options = defineExploration({
  ...{ program: './src/index.js', world: () => world },
  env: ({ names: n }) => ({ INSTAGRAM_BUSINESS_ACCOUNT_ID, INSTAGRAM_PAGE_ACCESS_TOKEN: n.pageToken }),
  commands: {
    publish: { with: ['We are open', 'New menu'], run: (text: string, on) => on.request(url, send(text)) },
  },
})
