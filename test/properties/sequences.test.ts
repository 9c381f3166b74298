import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '../../src/areas/registry.ts'
import type { Input } from '../../src/engine/domain.ts'
import { stateHash } from '../../src/engine/state/hash.ts'
import { SNAPSHOT_LIMITS, snapshot } from '../../src/engine/state/snapshot.ts'
import { guard, INPUT_LIMITS } from '../../src/engine/values/guard.ts'
import { service } from '../../src/machine/service-machine.ts'
import { holds, path, scale } from '../chance.ts'
import { anyInput } from './inputs.ts'
import {
  base,
  checkAnswers,
  hashes,
  movedTo,
  names,
  type Play,
  photographer,
  play,
  replayed,
  timelessHash,
} from './play.ts'
import { inputFrom, type Recipe } from './recipes.ts'
import { tallyOf, tallyText } from './tally.ts'

const RUNS = 200
const DAY = 86_400_000

/** A sequence of inputs, and where in it or after it something else is tried. */
interface Case {
  readonly recipes: readonly Recipe[]
  /** Which share of the inputs is played before the snapshot, and of the advance before its second half. */
  readonly share: number
  readonly days: number
}

const sequences: fc.Arbitrary<Case> = fc.record({
  recipes: fc.array(anyInput, { maxLength: 100, size: 'max' }),
  share: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  days: fc.constantFrom(0, 1, 2, 80),
})

/** A GET that gives out a code or a token writes it down: what changes something says so in its access. */
function isRead(operation: string | undefined): boolean {
  if (operation === undefined) return false
  const { route, access } = endpoints[operation as keyof typeof endpoints]
  return route.startsWith('GET') && !access.writes
}

/** A refusal leaves the graph the very same object, and so does a read. Only a task that is refused is done. */
function leavesGraph({ steps, states }: Play): void {
  steps.forEach(({ outcome, input, answer, state, events }, at) => {
    if (input.type === 'tick') return
    const refused = !outcome.ok && !outcome.committed
    if (!refused && !isRead(answer?.operation)) return
    expect(state.graph === states[at]?.graph, `input ${at} changed the graph`).toBe(true)
    expect(events).toEqual([])
  })
}

/** Every eighth state and the last: a difference of states lasts, and their hashes cost as much as their steps. */
const sampled = <T>(states: readonly T[]): T[] =>
  states.filter((_, place) => place % 8 === 0 || place === states.length - 1)

const bytesOf = (steps: Play['steps']): string => JSON.stringify(steps.map(({ outcome }) => outcome))

const lastOf = (states: Play['states']): string => JSON.stringify(snapshot(states.at(-1) ?? base))

/** What was taken is played again, as a recording has it. */
function replaysAlike({ steps, states }: Play): void {
  const inputs = JSON.parse(JSON.stringify(steps.map(({ input }) => input))) as Input[]
  const again = replayed(inputs, base)
  expect(hashes(sampled(again.states))).toEqual(hashes(sampled(states)))
  expect(bytesOf(again.steps)).toBe(bytesOf(steps))
  expect(lastOf(again.states)).toBe(lastOf(states))
}

/** The limits of an input: a snapshot may be larger than others. A hostile input throws when it is read. */
function limitsOf(raw: unknown): Parameters<typeof guard>[1] {
  try {
    return Reflect.get(Object(raw), 'type') === 'load' ? SNAPSHOT_LIMITS : INPUT_LIMITS
  } catch {
    return INPUT_LIMITS
  }
}

/** What is handed in a second time is taken alike, however hostile it is: a replay begins after that. */
function takesAlike({ steps, states }: Play, { recipes }: Case): void {
  recipes.forEach((recipe, at) => {
    const raw = inputFrom(states[at] ?? base, names, recipe)
    const [taken, before] = [guard(raw, limitsOf(raw)), JSON.stringify(steps[at]?.input)]
    if (!taken.ok) expect(before).toContain(JSON.stringify(`${taken.path}: ${taken.problem}`).slice(1, -1))
    else if (typeof Reflect.get(Object(taken.value), 'type') === 'string')
      expect(JSON.stringify(taken.value)).toBe(before)
  })
}

function restoresAlike({ steps, states }: Play, { share }: Case): void {
  const cut = Math.floor(share * steps.length)
  const written: unknown = JSON.parse(JSON.stringify(snapshot(states[cut] ?? base)))
  const read = service.restore(written)
  if (!read.ok) throw new Error(read.problem)
  const rest = steps.slice(cut).map(({ input }) => input)
  expect(hashes(sampled(replayed(rest, read.state).states))).toEqual(hashes(sampled(states.slice(cut))))
}

function splitsAlike({ states }: Play, { share, days }: Case): void {
  const from = states.at(-1) ?? base
  const [half, end] = [share, 1].map((part) => from.graph.now + Math.floor(part * days * DAY))
  if (half === undefined || end === undefined) return
  const whole = movedTo(from, end)
  const first = movedTo(from, half)
  const second = movedTo(first.state, end)
  expect(timelessHash(second.state)).toBe(timelessHash(whole.state))
  expect([...first.events, ...second.events]).toEqual(whole.events)
}

/** A hostile input stays as it was too: nothing that was handed in is frozen or kept. */
function leavesInputs({ raw }: Play): void {
  const frozen = raw.findIndex((input) => typeof input === 'object' && input !== null && isFrozen(input))
  expect(frozen).toBe(-1)
}

function isFrozen(input: object): boolean {
  try {
    return Object.isFrozen(input) && Object.keys(input).length > 0
  } catch {
    return false
  }
}

const promises: readonly (readonly [string, (played: Play, tried: Case) => void])[] = [
  ['each answer is one that its endpoint promises', checkAnswers],
  ['a refusal and a read leave the graph the same object', leavesGraph],
  ['a replay of the inputs taken gives the same hashes and bytes', replaysAlike],
  ['a second run takes the same inputs', takesAlike],
  ['a snapshot restored has the same future', restoresAlike],
  ['both halves of an advance equal the whole', splitsAlike],
  ['inputs stay as they were handed in', leavesInputs],
]

function kept(name: string, promise: () => void): void {
  try {
    promise()
  } catch (error) {
    throw new Error(`Broken: ${name}: ${String((error as Error).message)}`, { cause: error })
  }
}

const tally = tallyOf()
const count = { sequences: 0, inputs: 0 }

test('sequences of inputs of every kind keep every promise', () => {
  const property = fc.property(sequences, (tried) => {
    const before = photographer()
    const played = play(tried.recipes)
    const pictures = played.states.map(before)
    for (const [name, promise] of promises) kept(name, () => promise(played, tried))
    kept('old states never change', () => expect(played.states.map(photographer())).toEqual(pictures))
    tally.add(played)
    count.sequences += 1
    count.inputs += tried.recipes.length
  })
  holds(RUNS, property)
  if (process.env['FAUXGRAPH_RATES'] === undefined) return
  console.info(`${count.sequences} sequences, ${count.inputs} inputs\n${tallyText(tally.counts)}`)
}, 600_000)

test.skipIf(path !== undefined)('the sequences are long, and reach every operation with both ends', () => {
  expect(count.sequences).toBe(RUNS * scale)
  expect(count.inputs).toBeGreaterThan(40 * RUNS * scale)
  const rare = [...tally.counts].filter(
    ([, { succeeded, refused }]) => Math.min(succeeded, refused) < (RUNS * scale) / 200,
  )
  expect(rare).toEqual([])
})

test('the photographer sees a row, a log entry and a note that changed', () => {
  const parts = ['rows', 'events', 'notes'] as const
  const change = { rows: 'graph', events: 'ledger', notes: 'ledger' } as const
  for (const part of parts) {
    const read = service.restore(snapshot(base))
    if (!read.ok) throw new Error(read.problem)
    const { state } = read
    const other = play([
      { type: 'action', name: 'submitLead', params: { form: form(), answers: { $answers: 0 } } },
    ])
    const last = other.states.at(-1) ?? base
    const picture = photographer()(state)
    const holder = change[part]
    const mixed =
      part === 'notes'
        ? { ...state, ledger: { ...state.ledger, notes: { starter: { strange: '1' } } } }
        : {
            ...state,
            [holder]: {
              ...state[holder],
              [part]: (last[holder] as unknown as Record<string, unknown>)[part],
            },
          }
    expect(photographer()(mixed), part).not.toBe(picture)
  }
  expect(stateHash(base)).toBe(stateHash(base))
})

const form = () => ({ $row: ['leadForms'], pick: 0 })
