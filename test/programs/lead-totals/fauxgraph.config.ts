import { defineExploration, postgres } from '../../../src/explore/index.ts'

export const options = defineExploration({
  program: './src/main.ts',
  database: postgres('postgres://localhost:5432/leads', { schema: './schema.sql' }),
  webhook: 'http://localhost:3000/facebook',
  env: ({ names }) => ({ PAGE_TOKEN: names.pageToken, FORM_ID: names.form }),
  fresh: ['croner', 'pg', 'undici'],
})
