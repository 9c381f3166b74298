import { readFileSync } from 'node:fs'
import { defineExploration, postgres } from '../../../src/explore/index.ts'
import { instagramWorld } from '../instagram.ts'

const { account: INSTAGRAM_USER_ID, world } = instagramWorld()
const DATABASE_URL = 'postgres://localhost:5432/app'
const rows = readFileSync(`${import.meta.dirname}/amrath-before.sql`, 'utf8')
const tables = () => readFileSync('schema.sql', 'utf8').replace(/create extension.*/i, '')

export const options = defineExploration<{ handler(event: object): Promise<unknown> }>({
  ...{ program: './netlify/functions/auto-post.js', world: () => world },
  database: postgres(DATABASE_URL, { schema: (execute) => execute(`${tables()} ${rows}`) }),
  env: ({ names: n }) => ({ DATABASE_URL, INSTAGRAM_USER_ID, INSTAGRAM_ACCESS_TOKEN: n.pageToken }),
  jobs: { post: { every: '1m', run: ({ exports }) => exports.handler({}) } },
})
