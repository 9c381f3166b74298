import { readFileSync } from 'node:fs'
import { defineExploration } from '../../../src/explore/index.ts'
import { feedWorld } from '../feed.ts'

// The program has its token as a constant.
const [pageToken = ''] = /\bEAA\w+/.exec(readFileSync('server.js', 'utf8')) ?? []

export const options = defineExploration({
  ...{ program: './server.js', webhook: 'http://localhost:3000/webhook' },
  ...{ world: () => feedWorld({ pageToken }), env: { PORT: '3000' } },
})
