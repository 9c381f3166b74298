import { readFileSync } from 'node:fs'
import { defineExploration } from '../../../src/explore/index.ts'

// The program has its token as a constant.
const [pageToken = ''] = /\bEAA\w+/.exec(readFileSync('app.py', 'utf8')) ?? []

export const options = defineExploration({
  server: { command: ['sh', '-c', 'exec python3 -u app.py >> log'], ready: '/', webhook: '/webhook' },
  folder: '.',
  tokens: { pageToken },
  mirror: { leads: ({ folder }) => readFileSync(`${folder}/log`, 'utf8').match(/\S+@\S+/g) ?? [] },
})
