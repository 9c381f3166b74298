import { defineExploration, sqliteFile } from '../../../src/explore/index.ts'

export const options = defineExploration({
  name: 'lead-cron',
  command: ['python3', 'sync.py'],
  every: '15m',
  env: ({ names }) => ({ FB_TOKEN: names.pageToken, FB_FORM: names.form }),
  mirror: { leads: sqliteFile('leads.db', 'select id, email from leads') },
})
