import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '../../src/chapters/registry.ts'
import { stateHash } from '../../src/engine/state/hash.ts'
import { snapshot } from '../../src/engine/state/snapshot.ts'
import { service } from '../../src/machine/service-machine.ts'
import { holds, path, scale } from '../chance.ts'
import { anyInput, rarelyFit } from './inputs.ts'
import {
  base,
  checkAnswers,
  hashes,
  movedTo,
  type Play,
  photographer,
  play,
  replayed,
  timelessHash,
} from './play.ts'
import type { Recipe } from './recipes.ts'
import { tallyOf, tallyText } from './tally.ts'

const RUNS = 260
const DAY = 86_400_000

/** A sequence of inputs, and where in it or after it something else is tried. */
interface Case {
  readonly recipes: readonly Recipe[]
  /** Which share of the inputs is played before the snapshot, and of the advance before its second half. */
  readonly share: number
  readonly days: number
  /** Which of the promises that play the inputs again is tried: each costs as much as the sequence. */
  readonly again: keyof typeof againAlike
}

const sequences: fc.Arbitrary<Case> = fc.record({
  recipes: fc.array(anyInput, { maxLength: 100, size: 'max' }),
  share: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  days: fc.constantFrom(0, 1, 2, 80),
  again: fc.constantFrom('replay', 'second run', 'restored', 'split'),
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

function replaysAlike({ steps, states }: Play): void {
  const inputs = JSON.parse(JSON.stringify(steps.map(({ input }) => input))) as (typeof steps)[0]['input'][]
  expect(hashes(sampled(replayed(inputs, base)))).toEqual(hashes(sampled(states)))
}

function runsAlike({ steps, states }: Play, { recipes }: Case): void {
  const again = play(recipes)
  const bytes = (played: Pick<Play, 'steps'>) => JSON.stringify(played.steps.map(({ outcome }) => outcome))
  expect(bytes(again)).toBe(bytes({ steps }))
  const last = (all: Play['states']) => JSON.stringify(snapshot(all.at(-1) ?? base))
  expect(last(again.states)).toBe(last(states))
}

function restoresAlike({ steps, states }: Play, { share }: Case): void {
  const cut = Math.floor(share * steps.length)
  const written: unknown = JSON.parse(JSON.stringify(snapshot(states[cut] ?? base)))
  const read = service.restore(written)
  if (!read.ok) throw new Error(read.problem)
  const rest = steps.slice(cut).map(({ input }) => input)
  expect(hashes(sampled(replayed(rest, read.state)))).toEqual(hashes(sampled(states.slice(cut))))
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
  ['inputs stay as they were handed in', leavesInputs],
]

const againAlike = {
  replay: ['a replay of the inputs taken gives the same hashes', replaysAlike],
  'second run': ['a second run gives the same bytes', runsAlike],
  restored: ['a snapshot restored has the same future', restoresAlike],
  split: ['both halves of an advance equal the whole', splitsAlike],
} as const

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
    const played = play(tried.recipes)
    // Replays begin with the first state or the last, so that they could change nodes of these alone.
    const old = sampled(played.states)
    const pictures = old.map(photographer())
    for (const [name, promise] of [...promises, againAlike[tried.again]])
      kept(name, () => promise(played, tried))
    kept('old states never change', () => expect(old.map(photographer())).toEqual(pictures))
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
    ([operation, { succeeded, refused }]) =>
      Math.min(succeeded, refused) < (RUNS * scale) / 260 && !rarelyFit.has(operation),
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
      { type: 'action', name: 'submitLead', params: { form: names(), answers: { $answers: 0 } } },
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

const names = () => ({ $row: ['leadForms'], pick: 0 })
