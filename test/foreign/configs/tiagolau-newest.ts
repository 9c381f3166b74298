import { defineExploration, files } from '../../../src/check/index.ts'

let crm: { leadgen_id: string }[] = []
const fixed = { META_VERIFY_TOKEN: 'any', DATACRAZY_WEBHOOK_URL: 'https://crm.example', STATE_DIR: 'state' }
const ofMeta = (META_APP_SECRET: string, META_PAGE_TOKEN: string) => ({ META_APP_SECRET, META_PAGE_TOKEN })

export const options = defineExploration({
  program: './server.js',
  // The files are the program's notes: what counts is the CRM.
  database: files('state', { contents: {}, mirror: {} }),
  webhook: 'http://localhost:3000/webhook/leads',
  env: ({ names: n }) => ({ ...fixed, ...ofMeta(n.appSecret, n.pageToken), POLLING_PAGE_ID: n.page }),
  others: () => {
    crm = []
    return { 'https://crm.example': async (lead) => Response.json({ count: crm.push(await lead.json()) }) }
  },
  mirror: { leads: () => crm.map(({ leadgen_id }) => leadgen_id) },
})
