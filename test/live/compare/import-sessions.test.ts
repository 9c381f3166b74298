import { expect, test } from 'vitest'
import { importRecording } from '../../../src/live/compare/import.ts'
import { runScenario } from '../../../src/scenario/index.ts'
import { session } from './sessions.ts'

/** `npm run check -- import` imports 1,000 sessions. */
const sessions = Number(process.env['FAUXGRAPH_SESSIONS'] ?? 10)

test(`${sessions} sessions of random calls become scenarios that pass`, { timeout: 1_200_000 }, () => {
  for (let seed = 0; seed < sessions; seed++) {
    const { scenario, calls, differing, lacking } = importRecording(session(seed).exchanges)
    const sent = scenario.document.steps.filter((step) => 'request' in step).length
    expect([seed, differing, lacking, sent]).toEqual([seed, 0, [], calls])
    expect([seed, runScenario(scenario).difference?.message]).toEqual([seed, undefined])
  }
})
