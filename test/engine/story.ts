import fc from 'fast-check'
import type { Input } from '../../src/engine/domain.ts'
import { nextTask } from '../../src/engine/state/clock.ts'
import type { State } from '../../src/engine/state/state.ts'
import type { Json } from '../../src/engine/values/guard.ts'
import { poisonedFunction } from '../poison.ts'
import { bare, noon, type Parameters } from './toy.ts'

const place = fc.nat({ max: 30 })
const name = fc.constantFrom('a', 'b', 'B', 'é', 'constructor', 'toString', '10', '9', '')
const duration = fc.oneof(fc.constant(0), fc.nat({ max: 10 }), fc.nat({ max: 5_000 }))
const cover = fc.constantFrom('', 'Zg==', 'Zm8=', 'Zm9v', 'AAAA').map(($base64) => ({ $base64 }))
const settings = fc.jsonValue({ maxDepth: 2 })
const small = { withDeletedKeys: false, noNullPrototype: true } as const

const input = (type: keyof Parameters, members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ type: fc.constant(type), ...members }, small)

const planned = fc.oneof(
  input('draw', { stream: name, length: place }),
  input('refuse', { book: place }),
  input('lose', { book: place }),
  input('burn', { book: place }),
  fc.constant({ type: 'plan', in: 0, key: 'chain', input: { type: 'draw', stream: 'a', length: 1 } }),
  fc.constant({ type: 'nonsense' }),
  fc.constant({}),
)

/** Any input of the library, most of them sensible. Time moves by ticks, and by `until`, which follows. */
export const anyInput: fc.Arbitrary<Input> = fc.oneof(
  { weight: 2, arbitrary: input('build', { name, room: name, public: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: input('shelve', {
      shelf: place,
      title: name,
      pages: fc.nat({ max: 3 }),
      authors: fc.array(name, { maxLength: 4 }),
      extra: fc.jsonValue({ maxDepth: 3 }),
    }),
  },
  { weight: 1, arbitrary: input('crate', { shelf: place, size: fc.constantFrom(1, 5, 40) }) },
  { weight: 1, arbitrary: input('clear', { shelf: place, every: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: input('move', { book: place, shelf: place }) },
  {
    weight: 2,
    arbitrary: input('rename', { book: place, title: name, authors: fc.array(name, { maxLength: 3 }) }),
  },
  { weight: 4, arbitrary: input('lend', { book: place, reader: name, for: duration }) },
  { weight: 2, arbitrary: input('burn', { book: place }) },
  { weight: 2, arbitrary: input('cover', { book: place, bytes: cover }) },
  { weight: 1, arbitrary: input('uncover', { book: place }) },
  { weight: 1, arbitrary: input('draw', { stream: name, length: place }) },
  { weight: 2, arbitrary: input('note', { name, text: settings, by: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: input('plan', { in: duration, key: name, input: planned }) },
  { weight: 1, arbitrary: input('callOff', { key: name }) },
  { weight: 1, arbitrary: input('open', { settings }) },
  { weight: 1, arbitrary: input('read', { shelf: place }) },
  { weight: 2, arbitrary: input('refuse', { book: place }) },
  { weight: 1, arbitrary: input('lose', { book: place }) },
  { weight: 3, arbitrary: fc.constant({ type: 'tick' }) },
  { weight: 2, arbitrary: fc.nat({ max: 20_000 }).map((by) => ({ type: 'advance', to: noon + by })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ type: 'nonsense' }, { type: 'shelve' }, { type: 'lend', for: -1 }),
  },
) as fc.Arbitrary<Input>

/** A story: two shelves, and then anything. */
export const anyStory = fc
  .array(anyInput, { maxLength: 100, size: 'max' })
  .map((story): Input[] => [
    { type: 'build', name: 'poems', room: 'east', public: true },
    { type: 'build', name: 'maps', room: 'west', public: false },
    ...story,
  ])

/** Plays a story, with nothing ambient to read, and hands back every step. */
export const play = poisonedFunction((from: State, story: readonly unknown[]) => {
  let state = from
  return story.map((input) => {
    const step = bare.step(state, input)
    state = step.state
    return step
  })
})

/** The state at the end of a story. */
export const after = (from: State, story: readonly unknown[]): State =>
  play(from, story).at(-1)?.state ?? from

/** Moves time to an instant as a world does: a tick for each task due on the way, and then the rest. */
export function until(state: State, to: number): Json[] {
  const taken: Json[] = []
  let now = state
  for (;;) {
    const due = nextTask(now.graph)
    const input = due && due.at <= to ? { type: 'tick' } : { type: 'advance', to }
    taken.push(input)
    if (input.type === 'advance' || taken.length > 10_000) return taken
    now = bare.step(now, input).state
  }
}
