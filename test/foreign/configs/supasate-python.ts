import { readFileSync } from 'node:fs'
import { defineExploration } from '../../../src/explore/index.ts'

// It fails at each error, and is told again: what is left is a notice that comes twice.
const calm = { transport: false, errors: false, limits: false, tokens: false, restarts: false, stops: false }

export const options = defineExploration({
  server: { command: ['sh', '-c', 'exec python3 -u src/main.py >> log'], port: 3000, webhook: '/leadgen' },
  folder: '.',
  hostile: calm,
  tokens: { pageToken: 'demo-token' },
  mirror: { leads: ({ folder }) => readFileSync(`${folder}/log`, 'utf8').match(/\S+@[\w.]+/g) ?? [] },
})
