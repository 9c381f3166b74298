import { readFileSync } from 'node:fs'
import { defineExploration } from '../../../src/explore/index.ts'

export const options = defineExploration({
  server: {
    command: ['sh', '-c', 'exec php -S localhost:3000 -t public >> log'],
    port: 3000,
    webhook: '/leadgen.php',
  },
  folder: '.',
  tokens: { pageToken: 'demo-token' },
  mirror: { leads: ({ folder }) => readFileSync(`${folder}/log`, 'utf8').match(/\S+@[\w.]+/g) ?? [] },
})
