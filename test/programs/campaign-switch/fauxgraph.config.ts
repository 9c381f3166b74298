import { defineExploration, sqlite } from '../../../src/explore/index.ts'

export const options = defineExploration<typeof import('./src/main.ts')>({
  program: './src/main.ts',
  database: sqlite('./data/orders.db', { schema: './schema.sql' }),
  env: ({ names }) => ({ ACCESS_TOKEN: names.userToken, CAMPAIGN: names.campaign }),
  commands: {
    order: { with: ['ACTIVE', 'PAUSED'], run: (status, { exports }) => exports.order(status) },
  },
  fresh: ['p-queue'],
})
