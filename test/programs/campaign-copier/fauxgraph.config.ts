import { defineExploration, sqlite } from '../../../src/explore/index.ts'

export const options = defineExploration({
  program: './src/main.ts',
  database: sqlite('./data/orders.db', { schema: './schema.sql' }),
  env: ({ names }) => ({ ACCESS_TOKEN: names.userToken, TEMPLATE: names.campaign }),
  // A person who deletes or renames a copy whose answer was lost makes it look as if it was never made.
  hostile: { people: false },
})
