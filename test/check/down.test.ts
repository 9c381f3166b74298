import { expect, test } from 'vitest'
import { explore } from '../../src/check/index.ts'
import { program as inbox } from '../gallery/right/lead-inbox.ts'
import { program as reconciliation } from '../gallery/right/lead-webhook-with-reconciliation.ts'

const common = { stories: false, runs: 200, hostile: { down: true } } as const

test.each([1, 2, 3])(
  'a program that only listens loses leads while it is down, from seed %i',
  async (seed) => {
    const report = await explore({ ...inbox.options, ...common, seed })
    expect(report.failures.map(({ title }) => title)).toEqual([expect.stringMatching(/^contacts lost lead /)])
    expect(report.failures[0]?.text).toContain(
      'at notice 1: the process dies before it, and starts again after 48 h',
    )
    expect(report.failures[0]?.parts).toBe(2)
  },
)

test('a program that compares its data with the service survives a time without it', async () => {
  const report = await explore({ ...reconciliation.options, ...common })
  expect(report.failures).toEqual([])
  expect(report.notTried).toEqual(['torn', 'conflicts', 'disconnects'])
})

test.each([
  [{}, ['down', 'torn', 'conflicts', 'disconnects']],
  [{ down: true, tokens: false, people: false }, ['torn', 'conflicts', 'disconnects', 'tokens', 'people']],
])('a report with %j says what was not tried', async (hostile, notTried) => {
  const report = await explore({ ...inbox.options, stories: false, runs: 2, hostile })
  expect(report.notTried).toEqual(notTried)
})
