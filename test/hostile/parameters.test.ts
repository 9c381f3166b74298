import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { actions, endpoints } from '../../src/chapters/registry.ts'
import { snapshot } from '../../src/engine/state/snapshot.ts'
import { service } from '../../src/machine/service-machine.ts'
import { isErrorCode } from '../../src/service/contract/errors.ts'
import { isLiveCode } from '../../src/service/contract/live-errors.ts'
import { sample, scale } from '../chance.ts'
import { nested } from '../properties/hostile.ts'
import { actionsByName, callsByClass } from '../properties/inputs.ts'
import { base, names } from '../properties/play.ts'
import { inputFrom } from '../properties/recipes.ts'
import { comparison } from './cost.ts'

const LONGEST = 2_000

/** All values of all parameters take minutes. */
const PATIENCE = 3_600_000
const cursorOf = (position: unknown[]): string =>
  Buffer.from(JSON.stringify(['x', position])).toString('base64url')

/** Large values: beyond every bound, or as large as the largest input. */
const largest: Readonly<Record<string, unknown>> = {
  '130,000 wrong items': Array(130_000).fill(null),
  '130,000 empty objects': Array(130_000).fill({}),
  '130,000 empty objects as JSON text': JSON.stringify(Array(130_000).fill({})),
  '9,999 ids': Array(9_999).fill('123456789012345'),
  '900,000 commas': ','.repeat(900_000),
  'a million characters': '💥'.repeat(500_000),
  'a million blanks': ' '.repeat(1_000_000),
  'a list in a list, 99 times': nested(99, true),
  '130,000 values, 99 lists deep, as JSON text': `${'['.repeat(99)}${'1,'.repeat(130_000)}1${']'.repeat(99)}`,
  'an object of 9,999 members': Object.fromEntries(
    Array.from({ length: 9_999 }, (_, at) => [`k${at}`, null]),
  ),
  'an object of 50,000 members': Object.fromEntries(
    Array.from({ length: 50_000 }, (_, at) => [`k${at}`, null]),
  ),
  'a cursor of 123,000 wrong elements': cursorOf(Array(123_000).fill(null)),
  'a cursor of 123,000 elements': cursorOf(Array(123_000).fill(1)),
  'a cursor of 500 wrong elements': cursorOf(Array(500).fill(null)),
}

const shapeOf = (type: z.ZodType): object => (type as { shape?: object }).shape ?? {}

/** A valid input of an operation, and the names of its parameters. */
function operation(recipes: fc.Arbitrary<unknown>, params: z.ZodType) {
  const [recipe] = fc.sample(recipes, { numRuns: 1, seed: 1 })
  const input = inputFrom(base, names, recipe) as { readonly params?: object }
  const given = input.params ?? {}
  return { input, given, parameters: [...new Set([...Object.keys(given), ...Object.keys(shapeOf(params))])] }
}

const operations = [
  ...Object.entries(endpoints).map(
    ([name, { params }]) => [name, operation(callsByClass(name).valid, params), ['fields']] as const,
  ),
  ...Object.entries(actions).map(
    ([name, { params }]) =>
      [name, operation(actionsByName.get(name) ?? fc.constant({}), params), []] as const,
  ),
]

function flawOf(input: unknown): string | undefined {
  const { outcome } = service.step(base, input)
  if (outcome.ok) return undefined
  const { code, message } = outcome.error
  if (!isErrorCode(code) && !isLiveCode(code)) return `the code ${code}`
  return message.length > LONGEST ? `a message of ${message.length} characters` : undefined
}

// Each operation takes a tenth of a second: a short test plays every twentieth.
test.each(sample(operations, operations.length / 20))(
  '%s: each parameter with a large value gets an outcome, at the cost of reading the value',
  (name, { input, given, parameters }, more) => {
    const flaws: string[] = []
    const costs = comparison()
    for (const [place, parameter] of [...parameters, ...more].entries()) {
      // The suite takes one value per parameter, in turn; `npm run check -- hostile` takes all.
      const values = Object.entries(largest).filter(
        ([title], at) =>
          scale > 1 ||
          at === (place + name.length) % Object.keys(largest).length ||
          (title.includes('cursor') && (parameter === 'after' || parameter === 'before')),
      )
      for (const [title, value] of values) {
        const flaw = costs.play(
          () => flawOf({ ...input, params: { ...given, [parameter]: value } }),
          () => service.step(base, { type: 'nothing', value }),
          title,
        )
        if (flaw) flaws.push(`${title} as ${parameter}: ${flaw}`)
      }
    }
    expect(flaws).toEqual([])
    costs.expectCheap(20)
  },
  PATIENCE,
)

test.each(sample(Object.entries(largest), 3))(
  '%s gets an outcome in each other kind of input',
  (_, value) => {
    const members = Object.fromEntries(
      [
        'headers',
        'files',
        'params',
        'body',
        'url',
        'method',
        'add',
        'starter',
        'policy',
        'seed',
        'begin',
        'result',
        'snapshot',
      ].map((name) => [name, value]),
    )
    const valid: Readonly<Record<string, object>> = {
      request: { method: 'GET', url: '/me' },
      call: { operation: 'listPageFeed', token: names.userToken },
      action: { name: 'createUser' },
      fault: {},
      configure: {},
      delivered: { delivery: '1' },
      load: {},
      batched: {},
    }
    const flaws = Object.entries(valid).flatMap(([type, rest]) =>
      Object.keys(members).flatMap((member) => flawOf({ type, ...rest, [member]: members[member] }) ?? []),
    )
    expect(flaws).toEqual([])
  },
)

const written = snapshot(base)

test.each([
  ['texts in place of counts', Array(150_000).fill('1')],
  ['counts below zero', Array(150_000).fill({ second: 1, count: -1 })],
])('a snapshot with 150,000 wrong buckets is refused: %s', (_, buckets) => {
  const { graph, ledger } = written.state
  const state = { graph, ledger: { ...ledger, windows: [{ name: 'x', length: 1, buckets }] } }
  const { outcome } = service.step(base, { type: 'load', snapshot: { ...written, state } })
  expect(outcome.ok).toBe(false)
  expect(!outcome.ok && outcome.error.message).toContain('state.ledger.windows.0.buckets.0')
})
