import { defineExploration, files } from '../../../src/explore/index.ts'
import { instagramWorld } from '../instagram.ts'

const { account: IG_USER_ID, world } = instagramWorld()
const video = 'https://cdn.example/a.mp4'
const post = (caption: string) => ({ id: caption, caption, video, hashtags: ['#a'], status: 'PENDING' })
const queue = JSON.stringify(['We are open', 'Book a table', 'New menu'].map(post))

export const options = defineExploration({
  ...{ program: './src/scheduler/cron.js', world: () => world },
  database: files('data', { contents: { 'generatedContent.json': queue } }),
  env: ({ names }) => ({ IG_USER_ID, PAGE_ACCESS_TOKEN: names.pageToken }),
})
