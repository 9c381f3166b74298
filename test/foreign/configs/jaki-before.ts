import { defineExploration } from '../../../src/explore/index.ts'

let told: string[] = []
const DISCORD_WEBHOOK_URL = 'https://discord.com/api/webhooks/1/a'

export const options = defineExploration({
  program: './index.js',
  every: '10m',
  env: ({ names: { page: FB_PAGE_ID, pageToken: FB_ACCESS_TOKEN } }) => ({
    ...{ FB_PAGE_ID, FB_ACCESS_TOKEN, DISCORD_WEBHOOK_URL },
  }),
  others: () => {
    told = []
    return { 'https://discord.com': async (r) => Response.json(told.push((await r.json()).content)) }
  },
  mirror: { told: () => told },
})
