import { readFileSync } from 'node:fs'
import { defineExploration } from '../../../src/explore/index.ts'

export const options = defineExploration({
  server: { command: ['sh', '-c', 'exec python3 -u src/main.py >> log'], port: 3000, webhook: '/leadgen' },
  folder: '.',
  tokens: { pageToken: 'demo-token' },
  mirror: { leads: ({ folder }) => readFileSync(`${folder}/log`, 'utf8').match(/\S+@[\w.]+/g) ?? [] },
})
