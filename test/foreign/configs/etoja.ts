import { readFileSync } from 'node:fs'
import { defineExploration } from '../../../src/explore/index.ts'

// The program has its token as a constant.
const [pageToken = ''] = /\bEAA\w+/.exec(readFileSync('index.js', 'utf8')) ?? []
let told: string[] = []

export const options = defineExploration({
  ...{ program: './index.js', webhook: 'http://localhost:3000/webhook', tokens: { pageToken } },
  env: { PORT: '3000' },
  others: () => {
    told = []
    return { 'https://api.telegram.org': async (r) => Response.json(told.push((await r.json()).text)) }
  },
  // The program tells of each notice too, and of errors.
  mirror: { leads: () => told.filter((text) => text.startsWith('📋')) },
})
