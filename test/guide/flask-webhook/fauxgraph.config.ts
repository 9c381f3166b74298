import { defineExploration, sqliteFile } from '../../../src/explore/index.ts'

export const options = defineExploration({
  name: 'flask-webhook',
  server: { command: ['python3', 'webhook.py'], ready: '/health', webhook: '/webhook' },
  env: ({ names }) => ({ FB_TOKEN: names.pageToken, APP_SECRET: names.appSecret }),
  mirror: { leads: sqliteFile('leads.db', 'select id from leads') },
})
