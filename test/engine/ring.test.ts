import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dropFirst,
  dropped,
  emptyRing,
  get,
  items,
  last,
  push,
  type Ring,
  size,
} from '../../src/engine/store/ring.ts'

/** The model of a ring: an array, and the number of dropped items. */
interface Model {
  readonly items: readonly number[]
  readonly dropped: number
}
type Change = (ring: Ring<number>, model: Model, capacity: number) => [Ring<number>, Model]

const pushOne =
  (item: number): Change =>
  (ring, model, capacity) => {
    const longer = [...model.items, item]
    const over = Math.max(0, longer.length - capacity)
    return [push(ring, item), { items: longer.slice(over), dropped: model.dropped + over }]
  }
const shorten =
  (count: number): Change =>
  (ring, model) => [dropFirst(ring, count), { ...model, items: model.items.slice(count) }]
const pushMany =
  (item: number, times: number): Change =>
  (ring, model, capacity) => {
    let at: [Ring<number>, Model] = [ring, model]
    for (let index = 0; index < times; index++) at = pushOne(item + index)(...at, capacity)
    return at
  }

const change = fc.oneof(
  fc.integer().map(pushOne),
  fc.tuple(fc.nat(999), fc.nat(70)).map(([item, times]) => pushMany(item, times)),
  fc.nat(80).map(shorten),
)

function expectEqual(ring: Ring<number>, model: Model) {
  expect([...items(ring)]).toEqual(model.items)
  expect([size(ring), dropped(ring)]).toEqual([model.items.length, model.dropped])
  expect([get(ring, 0), last(ring)]).toEqual([model.items.at(0), model.items.at(-1)])
  expect(model.items.map((_, index) => get(ring, index))).toEqual(model.items)
  expect([get(ring, -1), get(ring, model.items.length)]).toEqual([undefined, undefined])
}

test('every version equals the array of its model, also after later changes', () => {
  const capacities = fc.option(fc.nat(100), { nil: undefined })
  fc.assert(
    fc.property(
      capacities,
      fc.array(fc.tuple(change, fc.nat(3)), { size: 'max', maxLength: 60 }),
      (capacity, changes) => {
        const versions: [Ring<number>, Model][] = [[emptyRing(capacity), { items: [], dropped: 0 }]]
        for (const [apply, back] of changes) {
          const from = versions[Math.max(0, versions.length - 1 - back)]
          if (from) versions.push(apply(...from, capacity ?? Infinity))
        }
        for (const [ring, model] of versions) expectEqual(ring, model)
      },
    ),
    { numRuns: 200 },
  )
})

const upTo = (count: number, capacity?: number) => {
  let ring = emptyRing<number>(capacity)
  for (let item = 0; item < count; item++) ring = push(ring, item)
  return ring
}

describe('a ring at its capacity', () => {
  test.each([
    [3, 2, [0, 1], 0],
    [3, 3, [0, 1, 2], 0],
    [3, 4, [1, 2, 3], 1],
    [0, 2, [], 2],
    [1, 40, [39], 39],
  ])(
    'capacity %i, %i items pushed: it holds %j and has dropped %i',
    (capacity, count, expected, droppedCount) => {
      const ring = upTo(count, capacity)
      expect([[...items(ring)], dropped(ring)]).toEqual([expected, droppedCount])
    },
  )

  test('dropFirst does not change the number of dropped items', () => {
    expect(dropped(dropFirst(upTo(5, 3), 2))).toBe(2)
  })

  test('keeps less than one chunk of dropped items in memory', () => {
    const ring = upTo(10_000, 100)
    expect(ring.full.length * 64 + ring.tail.length).toBeLessThan(100 + 64)
  })
})

test('a ring without a capacity drops nothing', () => {
  expect([size(upTo(5000)), dropped(upTo(5000))]).toEqual([5000, 0])
})

test('an empty ring has no items', () => {
  const ring = emptyRing<number>()
  expect([get(ring, 0), last(ring), [...items(ring)]]).toEqual([undefined, undefined, []])
})

test.each([3, 4])('dropFirst of %i of 3 items leaves no item', (count) => {
  const ring = dropFirst(upTo(3), count)
  expect([size(ring), last(ring), [...items(ring)], [...items(push(ring, 7))]]).toEqual([
    0,
    undefined,
    [],
    [7],
  ])
})

test('dropFirst of no items returns the same ring', () => {
  const ring = upTo(3)
  expect(dropFirst(ring, 0)).toBe(ring)
})

test('a push copies one chunk and shares the others', () => {
  const before = upTo(100)
  const after = push(before, 100)
  expect(after.full).toBe(before.full)
  const wrapped = push(upTo(256), 256)
  expect(wrapped.full.slice(0, 3).map((chunk) => chunk.length)).toEqual([64, 64, 64])
  expect(push(wrapped, 257).full).toBe(wrapped.full)
})

test('a ring is plain JSON', () => {
  const ring = upTo(70, 50)
  expect(JSON.parse(JSON.stringify(ring))).toStrictEqual(ring)
})
