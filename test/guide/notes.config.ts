import { defineExploration, sqlite } from '../../src/explore/index.ts'

export const options = defineExploration({
  program: './src/main.ts',
  database: sqlite('./data/app.db', {
    schema: './schema.sql',
    mirror: { leads: 'select id, email from leads' },
  }),
  env: ({ names }) => ({ PAGE_TOKEN: names.pageToken }),
})
