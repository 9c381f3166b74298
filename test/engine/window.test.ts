import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addToWindow,
  advanceWindow,
  emptyWindow,
  firstSecondBelow,
  size,
  type Window,
} from '../../src/engine/store/ring.ts'

const at = (...instants: number[]) =>
  instants.reduce((window, now) => addToWindow(window, now), emptyWindow(60))

describe('a window of 60 seconds', () => {
  test.each<[string, Window, number, number]>([
    ['an event counts at once', at(0), 0, 1],
    ['an event counts to the end of the 60th second', at(0), 59_999, 1],
    ['an event leaves at 60 seconds', at(0), 60_000, 0],
    ['an event late in its second leaves with that second', at(999), 59_999, 1],
    ['an event late in its second counts for hardly more than 59 seconds', at(999), 60_000, 0],
    ['an event of the next second stays a second longer', at(1000), 60_999, 1],
    ['an event of the next second leaves at 61 seconds', at(1000), 61_000, 0],
    ['events of one second leave together', at(5000, 5500, 5999), 65_000, 0],
    ['events of several seconds leave one by one', at(1000, 2000, 3000), 62_000, 1],
    ['instants before 1970 have seconds too', at(-1), 58_999, 1],
    ['instants before 1970 leave at their second', at(-1), 59_000, 0],
    ['an empty window has the total 0', emptyWindow(60), 0, 0],
    ['one call adds several', addToWindow(at(1000), 1000, 5), 1000, 6],
  ])('%s', (_, window, now, expected) => {
    expect(advanceWindow(window, now).total).toBe(expected)
  })

  test.each<[string, Window, number, number, number | undefined]>([
    ['now if the total is less already', at(1000, 2000), 3, 3500, 3],
    ['when the first event leaves', at(1000, 2000), 2, 3500, 61],
    ['when the second leaves, if one is not enough', at(1000, 2000), 1, 3500, 62],
    ['now if enough events have left', at(1000, 2000), 2, 61_000, 61],
    ['when the third leaves, if the first has left already', at(1000, 2000, 3000), 1, 61_000, 63],
    ['never for a total below 0', at(1000), 0, 1000, undefined],
  ])('has room %s', (_, window, below, now, expected) => {
    expect(firstSecondBelow(window, below, now)).toBe(expected)
  })

  test('keeps one bucket per second, and drops those that have left', () => {
    expect(size(at(1000, 1500, 1999, 2000).buckets)).toBe(2)
    expect(size(advanceWindow(at(1000, 2000), 61_000).buckets)).toBe(1)
    expect(size(at(1000, 2000, 200_000).buckets)).toBe(1)
  })

  test('is the same object if no event leaves', () => {
    const window = at(1000)
    expect(advanceWindow(window, 60_999)).toBe(window)
  })

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(at(0, 1000)))).toStrictEqual(at(0, 1000))
  })
})

test('the total of every version equals a recount of all events, at every later instant', () => {
  const step = fc.record({
    wait: fc.oneof(fc.nat(3000), fc.nat(40_000)),
    by: fc.integer({ min: 0, max: 4 }),
    move: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(step, { maxLength: 80 }),
      fc.nat(60_000),
      (length, steps, later) => {
        const events: { now: number; by: number }[] = []
        const versions: { window: Window; known: number; now: number }[] = []
        let window = emptyWindow(length)
        let now = 1_700_000_000_123
        for (const { wait, by, move } of steps) {
          now += wait
          window = move ? advanceWindow(window, now) : addToWindow(window, now, by)
          if (!move) events.push({ now, by })
          versions.push({ window, known: events.length, now })
        }
        for (const { window, known, now } of versions)
          for (const instant of [now, now + later]) {
            const standing = events
              .slice(0, known)
              .filter((event) => Math.floor(event.now / 1000) > Math.floor(instant / 1000) - length)
            expect(advanceWindow(window, instant).total).toBe(standing.reduce((sum, { by }) => sum + by, 0))
          }
      },
    ),
  )
})
