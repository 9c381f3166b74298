import { defineExploration, sqlite } from '../../../src/explore/index.ts'

const post = (body: unknown) =>
  new Request('https://app.example', { method: 'POST', body: JSON.stringify(body) })

export const options = defineExploration<typeof import('./app/routes.ts')>({
  program: './app/routes.ts',
  database: sqlite('./data/posts.db', { schema: './schema.sql' }),
  env: ({ names }) => ({ PAGE_ID: names.page, PAGE_TOKEN: names.pageToken }),
  commands: {
    plan: { with: ['Open today', 'Sale'], run: (message, { exports }) => exports.plan(post({ message })) },
  },
  jobs: { publish: { every: '5m', run: ({ exports }) => exports.publish() } },
})
