import { defineExploration, files } from '../../../src/explore/index.ts'

let told: string[] = []
const DISCORD_WEBHOOK_URL = 'https://discord.com/api/webhooks/1/a'
// The newest post of the page when the program was set up.
const state = { last_post_id: '665306000000004_665306000000058' }

export const options = defineExploration({
  program: './watcher.js',
  every: '10m',
  database: files('state.json', { contents: { 'state.json': JSON.stringify(state) }, mirror: {} }),
  env: ({ names: n }) => ({ FB_PAGE_ID: n.page, FB_PAGE_ACCESS_TOKEN: n.pageToken, DISCORD_WEBHOOK_URL }),
  others: () => {
    told = []
    return { 'https://discord.com': async (r) => Response.json(told.push((await r.json()).embeds[0].title)) }
  },
  mirror: { told: () => told },
})
