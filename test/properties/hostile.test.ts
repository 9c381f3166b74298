import fc from 'fast-check'
import { expect, test } from 'vitest'
import { registry } from '../../src/chapters/registry.ts'
import { graphHash } from '../../src/engine/state/hash.ts'
import type { State } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'
import { isErrorCode } from '../../src/service/contract/errors.ts'
import { isLiveCode } from '../../src/service/contract/live-errors.ts'
import { checkResult } from '../../src/world/handle/invariants.ts'
import { holds, isLong, sample } from '../chance.ts'
import { heavyValues, hostileInput } from './hostile-inputs.ts'
import { actionsByName, anyInput, callsByName } from './inputs.ts'
import { base, names, photographer, play } from './play.ts'
import { inputFrom } from './recipes.ts'

const RUNS = 5_000
const LONGEST = 2_000

/** A world in which much has happened. */
const later = play(fc.sample(anyInput, { numRuns: 60, seed: 3 })).states.at(-1) ?? base

/** What the prototypes of the language hold, in words. */
const prototypes = () =>
  [Object, Array, String, Number, Function, Map, Uint8Array].map(({ prototype }) =>
    Reflect.ownKeys(prototype).map(String).join(),
  )

/** Takes an input, and says what is wrong with what came of it. */
function problemOf(state: State, input: unknown): string | undefined {
  const step = service.step(state, input)
  const { outcome } = step
  checkResult(registry, step, step.state.graph.settings)
  if (outcome.ok) return Object.hasOwn(outcome, 'value') ? undefined : 'a success without a value'
  const { code, message, type } = outcome.error
  if (
    !outcome.committed &&
    input !== 'tick' &&
    step.input.type !== 'tick' &&
    step.state.graph !== state.graph
  )
    return 'a refusal changed the graph'
  if (code !== 0 && !isErrorCode(code) && !isLiveCode(code)) return `the code ${code} is unknown`
  if (typeof message !== 'string' || message === '') return 'a refusal without a message'
  if (message.length > LONGEST) return `a message of ${message.length} characters`
  return typeof type === 'string' ? undefined : 'a refusal without a type'
}

test('10,000 hostile inputs are answered, each in time, and none throws', () => {
  const before = prototypes()
  const worlds = [base, later]
  const hashes = worlds.map(({ graph }) => graphHash(graph))
  const pictures = worlds.map(photographer())
  const property = fc.property(hostileInput, fc.constantFrom(...worlds.keys()), (recipe, which) => {
    const state = worlds[which] ?? base
    const problem = problemOf(state, inputFrom(state, names, recipe))
    if (problem) throw new Error(problem)
  })
  holds(RUNS, property)
  expect(prototypes()).toEqual(before)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(worlds.map(photographer())).toEqual(pictures)
  expect(worlds.map(({ graph }) => graphHash(graph))).toEqual(hashes)
}, 600_000)

const token = names.userToken

/** The places of an input at which a heavy value is handed in. */
const places: Readonly<Record<string, (value: unknown) => unknown>> = {
  'as input': (value) => value,
  'as type': (type) => ({ type }),
  'as token': (value) => ({
    type: 'call',
    operation: 'listPageFeed',
    token: value,
    params: { page: names.page },
  }),
  'as fields': (fields) => ({
    type: 'call',
    operation: 'listPageFeed',
    token,
    params: { page: names.page, fields },
  }),
  'as url': (url) => ({ type: 'request', method: 'GET', url }),
  'as path': (path) => ({ type: 'request', method: 'GET', url: `/${String(path)}` }),
  'as header': (value) => ({
    type: 'request',
    method: 'GET',
    url: '/me',
    headers: { 'content-type': value },
  }),
  'as form': (body) => ({
    type: 'request',
    method: 'POST',
    url: `/${names.page}/feed?access_token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  }),
  'as JSON': (body) => ({
    type: 'request',
    method: 'POST',
    url: `/${names.page}/feed?access_token=${token}`,
    headers: { 'content-type': 'application/json' },
    body,
  }),
  'as parts': (body) => ({
    type: 'request',
    method: 'POST',
    url: `/${names.page}/feed?access_token=${token}`,
    headers: { 'content-type': 'multipart/form-data; boundary=,' },
    body,
  }),
  'as fault rule': (add) => ({ type: 'fault', add }),
  'as policy': (policy) => ({ type: 'configure', policy }),
  'as snapshot': (snapshot) => ({ type: 'load', snapshot }),
  'as instant': (to) => ({ type: 'advance', to }),
}

const isText = (value: unknown) => typeof value === 'string' || value instanceof Uint8Array

test.each(Object.entries(heavyValues))('%s is answered in time at every place of an input', (_, make) => {
  const value = make()
  const slow: string[] = []
  for (const [place, wrap] of Object.entries(places)) {
    if (place === 'as path' && !isText(value)) continue
    const problem = problemOf(base, wrap(value))
    if (problem) slow.push(`${place}: ${problem}`)
  }
  expect(slow).toEqual([])
})

/** The parameters of a sound call or action of an operation. */
function parametersOf(recipes: fc.Arbitrary<unknown>): Record<string, unknown> {
  const [recipe] = fc.sample(recipes, { numRuns: 1, seed: 1 })
  return inputFrom(base, names, recipe) as Record<string, unknown>
}

const operations = [...callsByName, ...actionsByName]
const dangerous = [
  'a JSON text of depth 100,000',
  'a million brackets',
  'a million commas',
  'a million digits',
]

test.each(sample(operations, operations.length / 5))(
  '%s answers texts that are dear to read in time, in each parameter',
  (_, recipes) => {
    const sound = parametersOf(recipes)
    const given = Object(sound['params']) as Record<string, unknown>
    const slow: string[] = []
    const parameters = [...Object.keys(given), 'fields']
    for (const [turn, name] of dangerous.entries()) {
      const value = heavyValues[name]?.()
      // A short test gives each parameter one of the texts, in turns.
      for (const [place, parameter] of parameters.entries()) {
        if (!isLong && (place + parameters.length) % dangerous.length !== turn) continue
        const problem = problemOf(base, { ...sound, params: { ...given, [parameter]: value } })
        if (problem) slow.push(`${name} as ${parameter}: ${problem}`)
      }
    }
    expect(slow).toEqual([])
  },
)
