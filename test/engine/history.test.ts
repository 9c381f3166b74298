import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stateHash } from '../../src/engine/state/hash.ts'
import {
  beginHistory,
  CHECKPOINT_INPUTS,
  forgetUntil,
  forgottenInputs,
  forkHistory,
  HISTORY_BYTES_MAX,
  type History,
  historyBounds,
  historyLength,
  inputAt,
  inputsAfter,
  inputsOf,
  KEPT_EVERY,
  outcomeDigest,
  portionsOf,
  recordInput,
  stateAt,
  stateBefore,
} from '../../src/engine/state/history.ts'
import type { State } from '../../src/engine/state/state.ts'
import { push, type Ring } from '../../src/engine/store/ring.ts'
import type { Json } from '../../src/engine/values/guard.ts'
import { scale } from '../chance.ts'
import { cachedHash, freshHash } from './audit.ts'
import { after, anyStory } from './story.ts'
import { fresh, noon, toy } from './toy.ts'

const step = (state: State, input: Json) => toy.step(state, input).state

/** Takes inputs and records them, and hands back every state on the way. */
function live(history: History, from: State, story: readonly Json[]): State[] {
  const states = [from]
  for (const input of story) {
    const state = step(states.at(-1) ?? from, input)
    recordInput(history, input, states.at(-1) ?? from, state)
    states.push(state)
  }
  return states
}

/** A step that counts how often it is taken. */
function counting() {
  const counter = { steps: 0 }
  const counted = (state: State, input: Json) => {
    counter.steps += 1
    return step(state, input)
  }
  return { counter, counted }
}

const draws = (count: number): Json[] =>
  Array.from({ length: count }, (_, n) =>
    n % 50 === 0
      ? { type: 'build', name: `${n}`, room: 'r', public: true }
      : { type: 'draw', stream: `${n % 3}`, length: 1 },
  )

const long = draws(2 * CHECKPOINT_INPUTS + 500)
const history = beginHistory(fresh())
const states = live(history, fresh(), long)

describe('the history of a long run', () => {
  test('has a length, and every input', () => {
    expect(historyLength(history)).toBe(long.length)
    expect(inputsOf(history)).toEqual(long)
  })

  test.each([
    0,
    1,
    CHECKPOINT_INPUTS - 1,
    CHECKPOINT_INPUTS,
    CHECKPOINT_INPUTS + 1,
    long.length - 1,
    long.length,
  ])('has the inputs after the first %i', (count) => {
    expect(inputsAfter(history, count)).toEqual(long.slice(count))
  })

  test('begins with no input', () => {
    const begun = beginHistory(fresh())
    expect(historyLength(begun)).toBe(0)
    expect(inputsOf(begun)).toEqual([])
    expect(stateHash(stateAt(begun, 0, step))).toBe(stateHash(fresh()))
  })

  test('returns the last state without a step', () => {
    const { counter, counted } = counting()
    expect(stateAt(history, long.length, counted)).toBe(states.at(-1))
    expect(counter.steps).toBe(0)
  })

  test(`returns each state since the checkpoint before the last with at most ${KEPT_EVERY - 1} steps`, () => {
    for (let moment = CHECKPOINT_INPUTS; moment < long.length; moment += 7) {
      const { counter, counted } = counting()
      expect(stateHash(stateAt(history, moment, counted))).toBe(stateHash(states[moment] as State))
      expect(counter.steps).toBe(moment % KEPT_EVERY)
    }
  })

  test.each<[string, number, number]>([
    ['the first moment', 0, 0],
    ['the first input', 1, 1],
    ['the moment before a checkpoint', CHECKPOINT_INPUTS - 1, CHECKPOINT_INPUTS - 1],
    ['a checkpoint', CHECKPOINT_INPUTS, 0],
    ['the moment after a checkpoint', CHECKPOINT_INPUTS + 1, 1],
    ['the moment before the second checkpoint', 2 * CHECKPOINT_INPUTS - 1, KEPT_EVERY - 1],
    ['the second checkpoint', 2 * CHECKPOINT_INPUTS, 0],
  ])('%s is reached from the checkpoint before it', (_, moment, steps) => {
    const { counter, counted } = counting()
    const hash = stateHash(stateAt(history, moment, counted))
    expect(hash).toBe(stateHash(states[moment] as State))
    expect(counter.steps).toBe(steps)
  })

  test.each([
    -1,
    long.length + 1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1' as never,
    undefined as never,
  ])('has no moment %s', (moment) => {
    expect(() => stateAt(history, moment, step)).toThrow(RangeError)
  })

  test('a hash that is first computed after more than a thousand commits is correct', () => {
    const last = states.at(-1) as State
    expect(cachedHash(after(fresh(), long))).toBe(freshHash(last))
    expect(cachedHash(last)).toBe(freshHash(last))
    const grown = after(
      fresh(),
      Array.from({ length: 1_300 }, (_, n) => ({ type: 'build', name: `${n}`, room: 'r', public: false })),
    )
    expect(cachedHash(grown)).toBe(freshHash(grown))
    const more = step(grown, { type: 'build', name: 'last', room: 'r', public: false })
    expect(cachedHash(more)).toBe(freshHash(more))
  })
})

describe('any history', () => {
  test('returns every past state unchanged', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const begun = fresh()
        const one = beginHistory(begun)
        const lived = live(one, begun, story)
        lived.forEach((state, moment) => {
          expect(stateHash(stateAt(one, moment, step))).toBe(stateHash(state))
        })
        expect(() => stateAt(one, story.length + 1, step)).toThrow(RangeError)
      }),
      { numRuns: 20 * scale },
    )
  })

  test('forked at any moment has one past and two futures', () => {
    fc.assert(
      fc.property(anyStory, anyStory, anyStory, fc.boolean(), (past, left, right, leftFirst) => {
        const parent = beginHistory(fresh())
        const lived = live(parent, fresh(), past)
        const now = lived.at(-1) as State
        const child = forkHistory(parent, now)
        const go = {
          left: () => live(parent, now, left),
          right: () => live(child, now, right),
        }
        const order = leftFirst ? [go.left, go.right] : [go.right, go.left]
        const [first = [], second = []] = order.map((side) => side())
        const [leftStates, rightStates] = leftFirst ? [first, second] : [second, first]
        for (const [one, future, futureStates] of [
          [parent, left, leftStates],
          [child, right, rightStates],
        ] as const) {
          expect(inputsOf(one)).toEqual([...past, ...future])
          expect(historyLength(one)).toBe(past.length + future.length)
          const all = [...lived, ...futureStates.slice(1)]
          for (let moment = 0; moment < all.length; moment += 7) {
            expect(stateHash(stateAt(one, moment, step))).toBe(stateHash(all[moment] as State))
          }
        }
      }),
      { numRuns: 10 * scale },
    )
  })

  test('forked between two checkpoints, both continue across checkpoints', () => {
    const parent = beginHistory(fresh())
    const past = long.slice(0, CHECKPOINT_INPUTS + 100)
    const now = live(parent, fresh(), past).at(-1) as State
    const child = forkHistory(parent, now)
    const grandchild = forkHistory(child, now)
    const left = long.slice(0, CHECKPOINT_INPUTS + 5)
    const right = long.slice(50, 50 + 260)
    const leftStates = live(parent, now, left)
    const rightStates = live(child, now, right)
    expect(inputsOf(parent)).toEqual([...past, ...left])
    expect(inputsOf(child)).toEqual([...past, ...right])
    expect(inputsOf(grandchild)).toEqual(past)
    for (const [one, futureStates] of [
      [parent, leftStates],
      [child, rightStates],
    ] as const) {
      for (const back of [0, 1, KEPT_EVERY - 1, KEPT_EVERY, KEPT_EVERY + 1, futureStates.length - 1]) {
        const moment = past.length + futureStates.length - 1 - back
        const expected = futureStates[futureStates.length - 1 - back] as State
        expect(stateHash(stateAt(one, moment, step))).toBe(stateHash(expected))
      }
      for (const moment of [0, 99, CHECKPOINT_INPUTS, CHECKPOINT_INPUTS + 1, CHECKPOINT_INPUTS + 99]) {
        expect(stateHash(stateAt(one, moment, step))).toBe(stateHash(states[moment] as State))
      }
    }
    expect(stateHash(stateAt(grandchild, past.length, step))).toBe(stateHash(now))
  })
})

describe('the bytes of a history', () => {
  const share = HISTORY_BYTES_MAX / 16
  /** A text of this weight: 16 bytes, and 2 for each character. */
  const weighing = (bytes: number) => 'x'.repeat((bytes - 16) / 2)

  /** Records inputs, each of which adds these entries to the logs. */
  function recorded(count: number, logSize: number, input: Json, calls: Json[], events: Json[]): History {
    const one = beginHistory(fresh({ logSize }))
    for (let turn = 0; turn < count; turn++) {
      const { last } = one
      const ledger = {
        ...last.ledger,
        calls: calls.reduce((ring, call) => push(ring, call), last.ledger.calls),
        events: events.reduce<Ring<Json>>(
          (ring, event) => push(ring, event),
          last.ledger.events,
        ) as typeof last.ledger.events,
      }
      recordInput(one, input, last, { ...last, ledger })
    }
    return one
  }

  // An input counts 256 bytes and its weight, which is 16 for null. Each of these counts a 16th of the maximum.
  const half = weighing((share - 272) / 2)
  const cases: [string, number, Json, Json[], Json[]][] = [
    ['an input', 9, weighing(share - 256), [], []],
    ['a logged call', 9, null, [weighing(share - 272)], []],
    ['several events', 9, null, [], [half, half]],
    ['a call and an event', 9, null, [half], [half]],
    ['more calls than the log keeps', 2, null, ['x', half, half, half, half], []],
  ]

  test.each(cases)('are those of %s: 16 of them fit', (_, logSize, input, calls, events) => {
    const one = recorded(16, logSize, input, calls, events)
    expect(forgottenInputs(one)).toBe(0)
    const fork = forkHistory(one, one.last)
    recordInput(one, null, one.last, one.last)
    // A checkpoint follows each second input, and the inputs before it are forgotten together.
    expect([forgottenInputs(one), historyLength(one)]).toEqual([2, 17])
    expect(inputsOf(one)).toEqual([...Array(14).fill(input), null])
    for (const count of [0, 2]) expect(inputsAfter(one, count)).toEqual(inputsOf(one))
    expect(inputsAfter(one, 16)).toEqual([null])
    expect(forgottenInputs(fork)).toBe(0)
    recordInput(fork, null, fork.last, fork.last)
    expect([forgottenInputs(fork), historyLength(fork)]).toEqual([2, 17])
  })
})

describe('the steps of a history', () => {
  test.each([
    ['1 is kept: each input is a portion of its own', 1, 1],
    ['5 are kept: each input is a portion of its own', 5, 5],
    ['100 are kept, and at most a 16th more', 100, 106],
    ['1,000 are kept, and at most a 16th more', 1_000, 1_062],
  ])('%s', (_, steps, most) => {
    const one = beginHistory(fresh(), historyBounds({ steps }))
    const passed = live(one, fresh(), long.slice(0, 1_300))
    const held = historyLength(one) - forgottenInputs(one)
    expect(held).toBeGreaterThanOrEqual(steps)
    expect(held).toBeLessThanOrEqual(most)
    expect(inputsOf(one)).toEqual(long.slice(1_300 - held, 1_300))
    for (const moment of [1_300 - held, 1_300 - 1, 1_300])
      expect(stateHash(stateAt(one, moment, step))).toBe(stateHash(passed[moment] as State))
    expect(inputAt(one, 1_300 - held)).toEqual(long[1_300 - held])
    expect(inputAt(one, 1_300)).toBeUndefined()
    expect(() => stateAt(one, 1_300 - held - 1, step)).toThrow(
      `The history holds the moments ${1_300 - held} to 1300, not ${1_300 - held - 1}. ` +
        `Inputs beyond the last ${steps}, and beyond ${HISTORY_BYTES_MAX} bytes are forgotten`,
    )
  })

  test('a fork has the bounds of its world, and forgets on its own', () => {
    const parent = beginHistory(fresh(), historyBounds({ steps: 32 }))
    const now = live(parent, fresh(), long.slice(0, 40)).at(-1) as State
    const child = forkHistory(parent, now)
    live(child, now, long.slice(0, 100))
    expect([forgottenInputs(parent), forgottenInputs(child)]).toEqual([8, 108])
  })
})

describe('the portions of a history', () => {
  test('are forgotten up to a mark, also the current one, and the world goes on', () => {
    const bounds = historyBounds()
    const [one, other] = [beginHistory(fresh(), bounds), beginHistory(fresh(), bounds)]
    live(one, fresh(), long.slice(0, 10))
    const mark = bounds.recorded
    const left = live(other, fresh(), long.slice(0, 20)).at(-1) as State
    expect([...portionsOf(one), ...portionsOf(other)]).toMatchObject([{ mark }, { mark: bounds.recorded }])
    for (const history of [one, other]) forgetUntil(history, mark)
    expect([inputsOf(one).length, inputsOf(other).length]).toEqual([0, 20])
    expect(portionsOf(one)).toEqual([])
    live(one, one.last, long.slice(20, 23))
    expect([forgottenInputs(one), inputsOf(one)]).toEqual([10, long.slice(20, 23)])
    expect(stateHash(stateAt(other, 20, step))).toBe(stateHash(left))
  })

  test('count rows that were created and removed again: checkpoints hold them', () => {
    const state = fresh()
    const one = beginHistory(state)
    const withStored = (rowBytes: number, blobBytes: number): State => ({
      ...state,
      graph: { ...state.graph, stored: { rowBytes, blobBytes } },
    })
    recordInput(one, null, state, withStored(1_000, 500))
    recordInput(one, null, withStored(1_000, 500), withStored(0, 900))
    // Each input counts 256 bytes, and null 16.
    expect(portionsOf(one)).toMatchObject([{ bytes: 2 * 272 + 1_500 + 400 }])
  })
})

test('an input of more bytes than a history may have is forgotten itself', () => {
  const state = fresh()
  const one = beginHistory(state)
  recordInput(one, 'x'.repeat(HISTORY_BYTES_MAX / 2), state, state)
  expect([forgottenInputs(one), historyLength(one), inputsOf(one)]).toEqual([1, 1, []])
  expect(stateAt(one, 1, step)).toBe(state)
  recordInput(one, null, state, state)
  expect([forgottenInputs(one), inputsOf(one)]).toEqual([1, [null]])
})

test('the moment of a fork is reached without a step', () => {
  const parent = beginHistory(fresh())
  const now = live(parent, fresh(), long.slice(0, KEPT_EVERY + 5)).at(-1) as State
  const child = forkHistory(parent, now)
  live(child, now, long.slice(0, 3))
  const { counter, counted } = counting()
  expect(stateAt(child, KEPT_EVERY + 5, counted)).toBe(now)
  expect(counter.steps).toBe(0)
})

describe('the last state at or before an instant', () => {
  const minutes = (count: number) => noon + count * 60_000
  const count = CHECKPOINT_INPUTS + 40
  // The clock moves on with every third input.
  const story = Array.from({ length: count }, (_, place) => ({
    type: 'advance',
    to: minutes(Math.floor(place / 3)),
  }))
  const one = beginHistory(fresh())
  const passed = live(one, fresh(), story)
  const lastMinute = Math.floor((count - 1) / 3)

  test.each<[string, number, number]>([
    ['before the first state', noon - 1, 0],
    ['at the first state', noon, 3],
    ['a millisecond before the clock moves on', minutes(1) - 1, 3],
    ['when it moves on', minutes(1), 6],
    ['at a state that is kept', minutes(15), 3 * KEPT_EVERY],
    ['before a checkpoint', minutes(341) - 1, 1_023],
    ['around a checkpoint', minutes(341), 1_026],
    ['behind a checkpoint', minutes(342), 1_029],
    ['before the last state', minutes(lastMinute) - 1, 3 * lastMinute],
    ['at the last state', minutes(lastMinute), count],
    ['after the last state', minutes(lastMinute + 9), count],
  ])('%s', (_, instant, moment) => {
    const { counter, counted } = counting()
    expect(stateHash(stateBefore(one, instant, counted))).toBe(stateHash(passed[moment] as State))
    expect(counter.steps).toBeLessThanOrEqual(instant < minutes(lastMinute) ? KEPT_EVERY : 0)
  })
})

test('the digest of an outcome depends on its members, and not on their order', () => {
  const one = outcomeDigest({ ok: true, value: { a: 1, b: [2] } })
  expect(outcomeDigest({ value: { b: [2], a: 1 }, ok: true })).toBe(one)
  expect(one).toMatch(/^[0-9a-f]{16}$/)
  const others = [
    outcomeDigest({ ok: true, value: { a: 1, b: ['2'] } }),
    outcomeDigest({ ok: false, committed: false, error: { code: 1, message: 'm' } }),
    outcomeDigest({ ok: false, committed: true, error: { code: 1, message: 'm' } }),
    outcomeDigest({ ok: false, committed: true, error: { code: 2, message: 'm' } }),
  ]
  expect(new Set([one, ...others]).size).toBe(5)
})
