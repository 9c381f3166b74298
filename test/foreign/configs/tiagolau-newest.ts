import { defineExploration, files } from '../../../src/explore/index.ts'

const crm = new Set<string>()
const fixed = { META_VERIFY_TOKEN: 'any', DATACRAZY_WEBHOOK_URL: 'https://crm.example', STATE_DIR: 'state' }
const ofMeta = (META_APP_SECRET: string, META_PAGE_TOKEN: string) => ({ META_APP_SECRET, META_PAGE_TOKEN })

export const options = defineExploration({
  program: './server.js',
  // The files are the program's notes. What counts is the CRM, which knows a lead that it gets again.
  database: files('state', { contents: {}, mirror: {} }),
  webhook: 'http://localhost:3000/webhook/leads',
  env: ({ names: n }) => ({ ...fixed, ...ofMeta(n.appSecret, n.pageToken), POLLING_PAGE_ID: n.page }),
  others: () => {
    crm.clear()
    return { 'https://crm.example': async (r) => Response.json(crm.add((await r.json()).leadgen_id).size) }
  },
  mirror: { leads: () => [...crm] },
})
