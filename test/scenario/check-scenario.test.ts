import { describe, expect, test } from 'vitest'
import { checkScenario } from '../../src/explore/search/properties/index.ts'
import { parseScenario, runScenario } from '../../src/scenario/index.ts'
import { scenarioFiles } from './files.ts'

const withOpenValues = scenarioFiles().filter(([, { document }]) => document.values !== undefined)

describe('a scenario with open values', () => {
  test.each(withOpenValues)('%s holds for other values too', (_name, scenario) => {
    const checked = checkScenario(scenario, { runs: 20, seed: 7 })
    expect(checked.failure?.difference.message).toBeUndefined()
    expect(checked).toEqual({ ok: true, runs: 20 })
  })

  test('is returned with the smallest values with which it fails', () => {
    // Contract, Limits: a page of the feed has at most 100 posts, so 101 is the smallest size that fails.
    const scenario = parseScenario(
      `
# The comment stays.
fauxgraph: 1
title: Too large
given: { starter: { publications: false } }
values:
  size: { any: integer, from: 1, to: 1000, example: 10 }
steps:
  - call: listPageFeed
    as: $pageToken
    with: { page: $page, limit: $size }
`,
      { file: 'feed.yaml' },
    )
    expect(runScenario(scenario).ok).toBe(true)
    const { ok, failure } = checkScenario(scenario, { runs: 100, seed: 3 })
    expect(ok).toBe(false)
    expect(failure?.values).toEqual({ size: 101 })
    expect(failure?.scenario.text).toContain('size: 101')
    expect(failure?.scenario.text).toContain('# The comment stays.')
    expect(failure && runScenario(failure.scenario).ok).toBe(false)
    expect(failure?.difference.message).toMatch(
      /^feed\.yaml:\d+:\d+: steps\[0\]: expected the step to succeed/,
    )
  })

  test.each([
    ['text', '{ any: text, example: ab, minLength: 2, maxLength: 3 }', /^.{2,3}$/su],
    ['a choice', '{ oneOf: [PAUSED, ACTIVE], example: PAUSED }', /^(PAUSED|ACTIVE)$/],
    [
      'a time',
      '{ any: time, example: 2026-02-01T00:00:00Z, from: 2026-02-01T00:00:00Z, to: 2026-02-02T00:00:00Z }',
      /^2026-02-0[12]T\d\d:\d\d:\d\dZ$/,
    ],
    [
      'a time in Unix seconds',
      '{ any: time, as: unix, example: 2026-02-01T00:00:00Z, from: 2026-02-01T00:00:00Z, to: 2026-02-01T00:00:01Z }',
      /^176990400[01]$/,
    ],
  ])('draws %s of its kind', (_what, value, expected) => {
    const text = `{ fauxgraph: 1, title: x, values: { it: ${value} }, steps: [{ call: me, as: $it }] }`
    const { failure } = checkScenario(parseScenario(text), { runs: 30 })
    expect(String(failure?.values['it'])).toMatch(expected)
  })
})
