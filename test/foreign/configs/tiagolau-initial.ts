import { defineExploration } from '../../../src/explore/index.ts'

let crm: { leadgen_id: string }[] = []
const fixed = { META_VERIFY_TOKEN: 'any', DATACRAZY_WEBHOOK_URL: 'https://crm.example/leads' }

export const options = defineExploration({
  program: './server.js',
  webhook: 'http://localhost:3000/webhook/leads',
  env: ({ names }) => ({ ...fixed, META_APP_SECRET: names.appSecret, META_PAGE_TOKEN: names.pageToken }),
  others: () => {
    crm = []
    return { 'https://crm.example': async (lead) => Response.json({ count: crm.push(await lead.json()) }) }
  },
  mirror: { leads: () => crm.map(({ leadgen_id }) => leadgen_id) },
})
