import { defineExploration, sqlite } from '../../src/explore/index.ts'

export const options = defineExploration({
  program: ['./v1/src/main.ts', './v2/src/main.ts'],
  database: sqlite('./data/app.db', { schema: './v1/schema.sql' }),
  env: ({ names }) => ({ PAGE_TOKEN: names.pageToken }),
})
