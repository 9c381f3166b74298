import { defineExploration, sqlite } from '../../../src/explore/index.ts'

export const options = defineExploration({
  program: './src/main.ts',
  database: sqlite('./leads.db', { schema: './schema.sql' }),
  webhook: 'http://localhost:3000/webhooks/facebook',
  env: ({ names }) => ({ PAGE_TOKEN: names.pageToken }),
})
