import { afterEach, describe, expect, test, vi } from 'vitest'
import { portionsOf } from '../../src/engine/state/history.ts'
import { historyKeeper } from '../../src/server/histories.ts'
import { worldsFrom } from '../../src/server/worlds.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { HistoryOptions } from '../../src/world/handle/history-options.ts'
import { handleOf } from '../../src/world/handles.ts'
import type { World } from '../../src/world/world.ts'

const MEBIBYTE = 1024 * 1024
const DAY = 86_400_000

afterEach(() => {
  vi.useRealTimers()
})

const act = (world: World, text = 'Ann') => world.actions.createUser({ name: text })

const kept = ({ history }: World): number => history.length - history.dropped

/** The bytes of the steps of worlds: those that forks share count once. */
const bytesOf = (worlds: readonly World[]): number => {
  const portions = worlds.flatMap((world) => portionsOf(handleOf(world).history ?? expect.fail()))
  return [...new Set(portions)].reduce((sum, { bytes }) => sum + bytes, 0)
}

/** A server with named worlds, each of which takes this many steps of some 100 KiB, in their order. */
function serverOf(count: number, steps: number, bytesMax: number) {
  const main = createWorld({ history: { steps: 10_000 } })
  const worlds = worldsFrom(main)
  const tend = historyKeeper(main, worlds.all, bytesMax)
  const named = Array.from({ length: count }, (_, at) => worlds.select(`world-${at}`) ?? expect.fail())
  for (const world of named)
    for (let step = 0; step < steps; step++) {
      tend()
      act(world, 'x'.repeat(25_000))
    }
  tend()
  return { main, named, tend, all: worlds.all }
}

describe('the histories of all worlds of a server', () => {
  test('share their bytes: 100 named worlds of 1 MB each fit into 10 MiB, and the oldest steps go', () => {
    const { named, all } = serverOf(100, 10, 10 * MEBIBYTE)
    expect(bytesOf(all())).toBeLessThanOrEqual(10 * MEBIBYTE)
    expect(bytesOf(all())).toBeGreaterThan(8 * MEBIBYTE)
    expect(kept(named[0] as World)).toBe(0)
    expect(kept(named[99] as World)).toBe(10)
    // What is left is what was recorded last, whichever world it belongs to.
    const counts = named.map(kept)
    expect(counts).toEqual([...counts].sort((one, other) => one - other))
  })

  test('lose nothing while they fit', () => {
    const { named } = serverOf(20, 3, 128 * MEBIBYTE)
    expect(named.map(kept)).toEqual(Array(20).fill(3))
  })

  test('count steps that forks share once', () => {
    const main = createWorld()
    const worlds = worldsFrom(main)
    const tend = historyKeeper(main, worlds.all, 3 * MEBIBYTE)
    for (let step = 0; step < 20; step++) act(main, 'x'.repeat(25_000))
    for (let copy = 0; copy < 10; copy++) worlds.add(`copy-${copy}`, main.fork())
    tend()
    expect(worlds.all().map(kept)).toEqual(Array(11).fill(20))
  })

  test('of a world that was served late are brought within the bytes at once', () => {
    const main = createWorld()
    for (let step = 0; step < 30; step++) act(main, 'x'.repeat(25_000))
    const worlds = worldsFrom(main)
    historyKeeper(main, worlds.all, MEBIBYTE)()
    expect(bytesOf([main])).toBeLessThanOrEqual(MEBIBYTE)
  })
})

describe('the age of a history', () => {
  const aged = (history: HistoryOptions) => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] })
    const main = createWorld({ history })
    return { main, worlds: worldsFrom(main) }
  }

  test('is that of the machine: a step is kept for it, and at most an eighth longer', () => {
    const { main, worlds } = aged({ age: '8d' })
    const made = new Map<number, number>()
    for (let hour = 0; hour < 24 * 30; hour++) {
      vi.setSystemTime(hour * 3_600_000)
      worlds.tend()
      act(main)
      made.set(main.history.length, Date.now())
      const oldest = Date.now() - (made.get(main.history.dropped + 1) ?? 0)
      expect(oldest).toBeLessThanOrEqual(9 * DAY)
      if (hour > 9 * 24) expect(oldest).toBeGreaterThanOrEqual(7.9 * DAY)
    }
  })

  test('also that of a world that nobody calls, and of a server that was idle', () => {
    const { main, worlds } = aged({ age: '8d' })
    const idle = worlds.select('idle') ?? expect.fail()
    act(idle)
    worlds.tend()
    vi.setSystemTime(DAY)
    worlds.tend()
    act(idle)
    act(main)
    vi.setSystemTime(20 * DAY)
    worlds.tend()
    expect([kept(main), kept(idle)]).toEqual([0, 0])
    act(idle)
    expect([kept(idle), idle.history.dropped]).toEqual([1, 2])
  })

  test('has no end without the bound, and virtual time does not count', () => {
    const { main, worlds } = aged({ age: '8d' })
    act(main)
    main.clock.advance('400d')
    worlds.tend()
    expect(main.history.dropped).toBe(0)
    const full = createWorld()
    const others = worldsFrom(full)
    act(full)
    vi.setSystemTime(900 * DAY)
    others.tend()
    expect(full.history.dropped).toBe(0)
  })
})
