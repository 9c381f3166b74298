import { expect, test } from 'vitest'
import { play } from '../../../src/live/compare/play.ts'
import { session } from './sessions.ts'

/** `npm run check -- compare` plays 1,000 sessions. */
const sessions = Number(process.env['FAUXGRAPH_SESSIONS'] ?? 15)

test(`${sessions} sessions of random calls have no difference`, { timeout: 600_000 }, () => {
  const calls = new Set<string>()
  for (let seed = 0; seed < sessions; seed++) {
    const { exchanges } = session(seed)
    const { differences, lacking } = play(exchanges)
    for (const { request, response } of exchanges) calls.add(`${request.method} ${response.status}`)
    expect([seed, differences, lacking]).toEqual([seed, [], []])
  }
  // The sessions have successes and errors of every method.
  expect([...calls].sort()).toEqual(
    ['DELETE 200', 'DELETE 400', 'GET 200', 'GET 400', 'POST 200', 'POST 400'].slice(0, calls.size),
  )
  expect(calls.size).toBe(6)
})
