import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Step } from '../../src/engine/machine.ts'
import { LATEST, nextTask, pendingTasks } from '../../src/engine/state/clock.ts'
import { open } from '../../src/engine/state/draft.ts'
import { indexesOf } from '../../src/engine/state/edge.ts'
import { graphHash } from '../../src/engine/state/hash.ts'
import type { State } from '../../src/engine/state/state.ts'
import { scale } from '../chance.ts'
import { after, anyStory, play, until } from './story.ts'
import { codes, fresh, type Library, noon, toy } from './toy.ts'

const shelf = { type: 'build', name: 'poems', room: 'east', public: true }
const book = (title: string) => ({ type: 'shelve', shelf: 0, title, pages: 3, authors: [] })
const lend = (book: number, duration: number) => ({ type: 'lend', book, reader: 'r', for: duration })
const plan = (wait: number, key: string, input: object = { type: 'draw', stream: key, length: 1 }) => ({
  type: 'plan',
  in: wait,
  key,
  input,
})
const tick = { type: 'tick' }
const advance = (to: unknown) => ({ type: 'advance', to })
const happened = (steps: readonly Step[]) =>
  steps.flatMap(({ events }) => events.map(({ at, type }) => [at - noon, type]))
const pass = (state: State, to: number) => play(state, until(state, to))

describe('a task', () => {
  test('runs at its own instant; tasks of one instant run in the order of scheduling', () => {
    const begun = after(fresh(), [plan(9, 'late'), plan(5, 'b'), plan(0, 'now'), plan(5, 'a'), plan(5, 'c')])
    expect([...pendingTasks(begun.graph)].map(({ at, key }) => [at - noon, key])).toEqual([
      [0, 'now'],
      [5, 'b'],
      [5, 'a'],
      [5, 'c'],
      [9, 'late'],
    ])
    const steps = play(begun, [tick, tick, tick, tick, tick])
    expect(steps.map(({ state }) => state.graph.now - noon)).toEqual([0, 5, 5, 5, 9])
    expect(steps.map(({ state }) => Object.keys(state.graph.streams).length)).toEqual([1, 2, 3, 4, 5])
    expect(
      steps.map(({ state }) => state.graph.streams).map((streams) => Object.keys(streams).at(-1)),
    ).toEqual(['now', 'b', 'a', 'c', 'late'])
  })

  test('scheduled by a task runs before tasks that are due later', () => {
    const lent = after(fresh(), [shelf, book('a'), book('b'), lend(0, 10), lend(1, 11)])
    expect(happened(pass(lent, noon + 20))).toEqual([
      [10, 'broughtBack'],
      [10, 'dusted'],
      [11, 'broughtBack'],
      [11, 'dusted'],
    ])
  })

  test('scheduled for the same instant by a task runs after it', () => {
    const lent = after(fresh(), [shelf, book('a'), book('b'), lend(0, 10), lend(1, 10)])
    expect(happened(pass(lent, noon + 20))).toEqual([
      [10, 'broughtBack'],
      [10, 'broughtBack'],
      [10, 'dusted'],
      [10, 'dusted'],
    ])
  })

  test('scheduled for now runs exactly once', () => {
    const planned = after(fresh(), [shelf, book('a'), lend(0, 0)])
    expect(planned.graph.now).toBe(noon)
    expect(happened(pass(planned, noon))).toEqual([
      [0, 'broughtBack'],
      [0, 'dusted'],
    ])
  })

  test('that is overdue runs next, and time does not go back', () => {
    const state = fresh()
    const tx = open<Library>(state.graph, indexesOf(toy.schema))
    tx.schedule(noon - 5, 'late', { type: 'draw', stream: 'late', length: 1 })
    const overdue = { ...state, graph: tx.commit() }
    expect(toy.step(overdue, advance(noon)).outcome.ok).toBe(false)
    const step = toy.step(overdue, tick)
    expect([step.state.graph.now, step.state.graph.rows.size]).toEqual([noon, 0])
    expect(Object.keys(step.state.graph.streams)).toEqual(['late'])
  })

  test('is scheduled up to the last instant, and not after it', () => {
    const tx = open<Library>(fresh().graph, indexesOf(toy.schema))
    tx.schedule(LATEST, 'last', { type: 'dust', id: 0 })
    tx.schedule(LATEST + 1, 'never', { type: 'dust', id: 0 })
    expect([...pendingTasks(tx.commit())].map(({ at, key }) => [at, key])).toEqual([[LATEST, 'last']])
  })

  test('that is refused is removed, changes nothing else, and does not run again', () => {
    const before = after(fresh(), [plan(5, 'a', { type: 'refuse', book: 0 })])
    const [step] = play(before, [tick])
    expect(step?.outcome).toMatchObject({ ok: false, error: { code: codes.refused }, committed: false })
    expect(step?.events).toEqual([])
    expect(step?.state.graph.now).toBe(noon + 5)
    expect(step?.state.graph.rows.size).toBe(0)
    expect(step?.state.graph.nextId).toBe(before.graph.nextId)
    expect(step?.state.graph.settings).toBe(before.graph.settings)
    expect(nextTask(step?.state.graph ?? before.graph)).toBeUndefined()
  })

  test('that is refused but committed keeps its effect, and does not run again', () => {
    const [step] = play(after(fresh(), [plan(5, 'a', { type: 'lose', book: 0 })]), [tick])
    expect(step?.outcome).toMatchObject({ ok: false, committed: true })
    expect(step?.events.map(({ at }) => at)).toEqual([noon + 5])
    expect([...pendingTasks(step?.state.graph ?? fresh().graph)].map(({ key }) => key)).toEqual(['never'])
  })

  test.each<[string, object]>([
    ['without a type', {}],
    ['of an unknown type', { type: 'fly' }],
    ['that would move time', { type: 'advance', to: noon }],
    ['that would tick', { type: 'tick' }],
    ['that would load', { type: 'load', snapshot: {} }],
  ])('%s is refused and removed', (_, input) => {
    const [step] = play(after(fresh(), [plan(5, 'a', input)]), [tick])
    expect(step?.outcome).toMatchObject({ ok: false, error: { code: codes.malformed } })
    expect(step?.state.graph.rows.size).toBe(0)
    expect(step?.state.graph.now).toBe(noon + 5)
  })

  test('that is cancelled does not run; other tasks do', () => {
    const story = [plan(5, 'a'), plan(6, 'a'), plan(7, 'b'), { type: 'callOff', key: 'a' }]
    expect([...pendingTasks(after(fresh(), story).graph)].map(({ key }) => key)).toEqual(['b'])
    const burnt = after(fresh(), [shelf, book('a'), lend(0, 5), { type: 'burn', book: 0 }])
    expect(happened(pass(burnt, noon + 10))).toEqual([])
  })
})

describe('an advance', () => {
  const noInstant = 'An advance needs `to`'

  test.each<[string, unknown, string]>([
    ['backwards', noon - 1, 'Time does not run backwards'],
    ['to no instant', undefined, noInstant],
    ['to NaN', Number.NaN, 'to: NaN is not JSON'],
    ['to infinity', Number.POSITIVE_INFINITY, 'to: Infinity is not JSON'],
    ['to half a millisecond', noon + 0.5, noInstant],
    ['to more than a safe integer', 2 ** 53, noInstant],
    ['beyond the last instant', LATEST + 1, noInstant],
    ['to a text', `${noon + 1}`, noInstant],
    ['to a date', new Date(noon + 1), noInstant],
    ['past a due task', noon + 11, `Work is due at ${noon + 10}`],
    ['onto a due task', noon + 10, `Work is due at ${noon + 10}`],
  ])('%s is refused', (_, to, message) => {
    const before = after(fresh(), [plan(10, 'a')])
    const step = toy.step(before, advance(to))
    expect(step.outcome).toMatchObject({
      ok: false,
      error: { code: codes.malformed, message: expect.stringContaining(message) },
    })
    expect(step.state.graph).toBe(before.graph)
  })

  test('up to a due task is accepted, and no task runs', () => {
    const step = toy.step(after(fresh(), [plan(10, 'a')]), advance(noon + 9))
    expect(step.outcome).toEqual({ ok: true, value: { now: noon + 9 } })
    expect(step.state.graph.now).toBe(noon + 9)
    expect(step.events).toEqual([])
  })

  test('past an overdue task is refused too', () => {
    const lateByOne = after(fresh(), [plan(0, 'a')])
    expect(toy.step(lateByOne, advance(noon)).outcome.ok).toBe(false)
  })

  test('reaches the last instant', () => {
    expect(toy.step(fresh(), advance(LATEST)).state.graph.now).toBe(LATEST)
  })

  test('works before 1970 as after it', () => {
    const state = after(fresh({ now: -10 }), [advance(-5), plan(2, 'a'), tick, advance(0)])
    expect(Object.is(state.graph.now, 0)).toBe(true)
  })

  test('by a and then by b equals one by a + b', () => {
    fc.assert(
      fc.property(anyStory, fc.nat({ max: 9_000 }), fc.nat({ max: 9_000 }), (story, a, b) => {
        const state = after(fresh(), story)
        const { now } = state.graph
        const first = pass(state, now + a)
        const second = pass(first.at(-1)?.state ?? state, now + a + b)
        const whole = pass(state, now + a + b)
        const end = (steps: readonly Step[]) => steps.at(-1)?.state ?? state
        expect(end(whole).graph.now).toBe(now + a + b)
        expect(graphHash(end(second).graph)).toBe(graphHash(end(whole).graph))
        expect([...first, ...second].flatMap(({ events }) => events)).toEqual(
          whole.flatMap(({ events }) => events),
        )
      }),
      { numRuns: 60 * scale },
    )
  })

  test('leaves no task due, and each event has the instant of its task', () => {
    fc.assert(
      fc.property(anyStory, fc.nat({ max: 9_000 }), (story, by) => {
        const state = after(fresh(), story)
        const to = state.graph.now + by
        const instants = pass(state, to).flatMap((step) => {
          expect(step.events.every(({ at }) => at === step.state.graph.now)).toBe(true)
          return [step.state.graph.now]
        })
        expect(instants).toEqual(instants.toSorted((a, b) => a - b))
        expect(instants.at(-1)).toBe(to)
      }),
      { numRuns: 120 * scale },
    )
  })
})
