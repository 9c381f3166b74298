import { commandLines, defineExploration } from '../../../src/explore/index.ts'

// A file for each lead.
const list = ['sh', '-c', `ls Leads_expokossodo | sed -E 's/lead_([0-9]+).*/"\\1"/'`]

export const options = defineExploration({
  server: { command: ['python3', 'app.py'], port: 8000, ready: '/health', webhook: '/facebook/webhook' },
  folder: '.',
  env: ({ names: n }) => ({
    FB_PAGE_ACCESS_TOKEN: n.pageToken,
    FB_APP_SECRET: n.appSecret,
    SAVE_TO_FILE: 'true',
  }),
  mirror: { leads: commandLines(list) },
})
