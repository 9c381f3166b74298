import { describe, expect, test } from 'vitest'
import * as entry from '../../src/simulation/index.ts'
import { simulateOptionNames } from '../../src/simulation/run/plan.ts'
import { exampleText, pageOf } from '../docs/blocks.ts'
import agents from '../guide/agents.study.ts'
import { result } from '../guide/simulation.ts'
import { compared } from '../guide/simulation-policies.ts'

/*
 * Each TypeScript block of docs/simulation.md is a copy of a file in test/guide. After a change, renew the page with
 *
 *   FAUXGRAPH_DOCS=renew npx vitest run test/simulation/guide.test.ts
 */
const { text, blocks } = pageOf('docs/simulation.md')

test('every block of TypeScript comes from a file in test/guide', () => {
  expect(text.match(/^```(ts|js|typescript|javascript)\b/gm)).toHaveLength(blocks.length)
  expect(blocks.length).toBe(4)
})

test.each(blocks)('%s: the page has the same text', (file, code) => {
  expect(code, 'renew it with FAUXGRAPH_DOCS=renew').toBe(exampleText(file))
})

test('the first simulation shows what the page says', () => {
  const { counters, resources, series } = result
  // Two weeks with 100 leads a day on average; five standard deviations are 187.
  expect(Math.abs((counters['arrivals.leads'] ?? 0) - 1_400)).toBeLessThan(187)
  expect(resources['agents']?.served).toBeGreaterThan(1_000)
  expect((resources['agents']?.abandoned ?? 0) - (counters['lost leads'] ?? 0)).toBe(0)
  expect(counters['deliveries.failed']).toBeGreaterThan(0)
  expect(series.at).toHaveLength(14 * 24 + 1)
})

test('the study finds that leads wait less for three agents than for two', () => {
  const { differences, notes } = entry.study({ ...agents, replications: 3 })
  const { mean = 0, halfWidth } = differences[0]?.measures['mean wait, minutes'] ?? {}
  expect(differences[0]).toMatchObject({ variant: 'agents 3', from: 'agents 2' })
  expect(mean + (halfWidth ?? 0)).toBeLessThan(0)
  expect(notes).toEqual([])
})

test('the stricter policy refuses more reads', () => {
  expect(compared.strict).toBeGreaterThan(compared.generous)
})

describe('the page names', () => {
  test.each([
    ['every option', simulateOptionNames.filter((name) => !['world', 'for', 'until', 'seed'].includes(name))],
    ['every function', Object.keys(entry)],
  ])('%s', (_, names) => {
    expect(names.length).toBeGreaterThan(6)
    expect(names.filter((name) => !text.includes(name))).toEqual([])
  })
})
