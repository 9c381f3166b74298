import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorld } from '../../src/world/create-world.ts'
import { endFollowing, type FakeTimers } from '../../src/world/handle/follow.ts'
import type { World } from '../../src/world/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 0, 15, 9)

/** The members of Jest's `jest` that `follow` uses, with the same behavior. */
const jestLike: FakeTimers = {
  useFakeTimers: () => vi.useFakeTimers(),
  useRealTimers: () => vi.useRealTimers(),
  advanceTimersByTime: (milliseconds) => vi.advanceTimersByTime(milliseconds),
  setSystemTime: (now) => (vi.isFakeTimers() ? vi.setSystemTime(now) : undefined),
  getRealSystemTime: () => vi.getRealSystemTime(),
  now: () => Date.now(),
}

/** A world with a post that is due in one hour. */
function scene() {
  const world = createWorld({ now: START - HOUR })
  const { page, pageToken } = world.starter()
  world.clock.advanceTo(START)
  const client = world.as(pageToken)
  const post = client
    .publishPost({
      page,
      message: 'later',
      published: false,
      unpublished_content_type: 'SCHEDULED',
      scheduled_publish_time: (START + HOUR) / 1_000,
    })
    .unwrap()
  const isPublished = (on: World = world) =>
    on
      .as(pageToken)
      .readPost({ post: post.id, fields: ['is_published'] })
      .unwrap().is_published === true
  return { world, page, client, isPublished }
}

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2030, 5, 1) }))
afterEach(() => {
  for (const timers of [vi, jestLike]) endFollowing(timers)
  vi.useRealTimers()
})

describe.each([
  ['Vitest', vi as FakeTimers],
  ['Jest', jestLike],
])('with the timers of %s', (_, timers) => {
  test('the timers begin at the time of a world that is behind them, and Date reads it', () => {
    const { world } = scene()
    const following = world.clock.follow(timers)
    expect([Date.now(), world.clock.now]).toEqual([START, START])
    following[Symbol.dispose]()
  })

  test('the timers begin at the time of a world that is ahead, and none of them runs', () => {
    const world = createWorld({ now: '2035-01-01T00:00:00Z' })
    const run = vi.fn()
    setTimeout(run, HOUR)
    const following = world.clock.follow(timers)
    expect(new Date().toISOString()).toBe('2035-01-01T00:00:00.000Z')
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(HOUR)
    expect(run).toHaveBeenCalledOnce()
    following[Symbol.dispose]()
  })

  test('timers that move run due tasks at their own instants', () => {
    const { world, isPublished } = scene()
    const following = world.clock.follow(timers)
    const before = world.events.last()?.sequence ?? 0
    vi.advanceTimersByTime(3 * HOUR)
    expect(world.clock.now).toBe(START + 3 * HOUR)
    expect(world.events.since(before).map(({ at }) => at)).toContain(START + HOUR)
    expect(isPublished()).toBe(true)
    following[Symbol.dispose]()
  })

  test('a timer between two tasks sees the world of its own instant', () => {
    const { world, isPublished } = scene()
    const following = world.clock.follow(timers)
    const seen: [number, number, boolean][] = []
    for (const minutes of [59, 60, 61])
      setTimeout(() => seen.push([Date.now(), world.clock.now, isPublished()]), minutes * MINUTE)
    world.clock.advance('2h')
    const at = (minutes: number) => START + minutes * MINUTE
    expect(seen).toEqual([
      [at(59), at(59), false],
      [at(60), at(60), true], // The task runs before the timer of the same instant.
      [at(61), at(61), true],
    ])
    expect(Date.now()).toBe(START + 2 * HOUR)
    following[Symbol.dispose]()
  })

  test('a world that moves reports the tasks that ran while the timers moved', () => {
    const { world } = scene()
    const plain = world.fork()
    const following = world.clock.follow(timers)
    setTimeout(() => world.clock.now, HOUR)
    setTimeout(() => world.clock.now, 90 * MINUTE)
    expect(world.clock.advance('2h')).toEqual(plain.clock.advance('2h'))
    following[Symbol.dispose]()
  })

  test.each([
    ['next', (world: World) => world.clock.next()],
    ['until', (world: World) => world.clock.until(({ clock }) => clock.now >= START + HOUR)],
    ['drain', (world: World) => world.clock.drain()],
  ])('%s moves the timers, and runs the same tasks as without them', (_name, move) => {
    const { world } = scene()
    const plain = world.fork()
    const following = world.clock.follow(timers)
    setInterval(() => world.clock.now, 10 * MINUTE)
    expect(move(world)).toEqual(move(plain))
    expect(Date.now()).toBe(plain.clock.now)
    following[Symbol.dispose]()
  })

  test('real timers are refused', () => {
    vi.useRealTimers()
    expect(() => createWorld().clock.follow(timers)).toThrow(
      /^clock\.follow needs fake timers, and these are real: call (vi|jest)\.useFakeTimers\(\) first$/,
    )
    expect(Math.abs(Date.now() - vi.getRealSystemTime())).toBeLessThan(MINUTE)
  })

  test.each([
    ['behind', START],
    ['ahead of', Date.UTC(2100, 0, 1)],
  ])('timers that are made fake again continue at the time of a world %s the real time', (_place, start) => {
    const world = createWorld({ now: start })
    const { useFakeTimers, useRealTimers } = timers
    const following = world.clock.follow(timers)
    // The world takes part in this hour, although nothing reads it before the timers are real.
    vi.advanceTimersByTime(HOUR)
    timers.useRealTimers?.()
    expect(world.clock.now).toBe(start + HOUR)
    world.clock.advance('1h')
    timers.useFakeTimers?.()
    expect(Date.now()).toBe(start + 2 * HOUR)
    const seen: number[] = []
    setTimeout(() => seen.push(world.clock.now), MINUTE)
    vi.advanceTimersByTime(HOUR)
    expect([...seen, world.clock.now]).toEqual([start + 2 * HOUR + MINUTE, start + 3 * HOUR])
    timers.useFakeTimers?.()
    expect([Date.now(), world.clock.now]).toEqual([start + 3 * HOUR, start + 3 * HOUR])
    following[Symbol.dispose]()
    expect([timers.useFakeTimers, timers.useRealTimers]).toEqual([useFakeTimers, useRealTimers])
    // They return to their own time: they began at the real one, and have moved by an hour since.
    expect(Math.abs(Date.now() - vi.getRealSystemTime() - HOUR)).toBeLessThan(MINUTE)
  })

  test('a world stays where it is while the timers are real', () => {
    const { world } = scene()
    const following = world.clock.follow(timers)
    vi.useRealTimers()
    expect(world.clock.now).toBe(START)
    world.clock.advance('1h')
    expect(world.clock.now).toBe(START + HOUR)
    following[Symbol.dispose]()
    expect(vi.isFakeTimers()).toBe(false)
  })
})

test('the latency of a fault moves the timers, and a timer runs within the call', () => {
  const { world, client, page } = scene()
  const following = world.clock.follow(vi)
  world.faults.add({ match: { operation: 'readPage' }, fault: { kind: 'latency', by: '30s' } })
  const timeout = vi.fn()
  setTimeout(timeout, 5_000)
  client.readPage({ page }).unwrap()
  expect(timeout).toHaveBeenCalledOnce()
  expect([Date.now(), world.clock.now]).toEqual([START + 30_000, START + 30_000])
  following[Symbol.dispose]()
})

test('a timer that moves the world moves the outer clock too, and both still agree', () => {
  const world = createWorld({ now: START })
  const following = world.clock.follow(vi)
  setTimeout(() => world.clock.advance('1h'), MINUTE)
  vi.advanceTimersByTime(2 * MINUTE)
  expect([Date.now(), world.clock.now]).toEqual([START + HOUR + 2 * MINUTE, START + HOUR + 2 * MINUTE])
  following[Symbol.dispose]()
})

test('asynchronous timers move the world', async () => {
  const world = createWorld({ now: START })
  const following = world.clock.follow(vi)
  const slept = new Promise((resolve) => setTimeout(resolve, HOUR)).then(() => world.clock.now)
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(await slept).toBe(START + HOUR)
  following[Symbol.dispose]()
})

test('disposing brings the world to the timers once, parts the clocks, and restores the time of the timers', () => {
  const { world, isPublished } = scene()
  const following = world.clock.follow(vi)
  vi.advanceTimersByTime(HOUR)
  following[Symbol.dispose]()
  expect(Date.now()).toBe(Date.UTC(2030, 5, 1) + HOUR)
  expect(isPublished()).toBe(true)
  vi.advanceTimersByTime(HOUR)
  world.clock.advance('1m')
  expect([Date.now() - Date.UTC(2030, 5, 1), world.clock.now - START]).toEqual([2 * HOUR, 61 * MINUTE])
  following[Symbol.dispose]()
  world.clock.follow(vi)[Symbol.dispose]()
})

test('forks and dry runs do not follow', () => {
  const { world, isPublished, page } = scene()
  const following = world.clock.follow(vi)
  const fork = world.fork()
  fork.clock.advance('5h')
  world.why({ operation: 'readPage', token: world.names?.pageToken ?? '', params: { page } })
  expect([Date.now(), world.clock.now, isPublished(), isPublished(fork)]).toEqual([START, START, false, true])
  vi.advanceTimersByTime(MINUTE)
  expect([world.fork().clock.now, fork.clock.now]).toEqual([START + MINUTE, START + 5 * HOUR])
  following[Symbol.dispose]()
})

test('reset sets the timers back without running them', () => {
  const world = createWorld({ now: START })
  const following = world.clock.follow(vi)
  vi.advanceTimersByTime(2 * HOUR)
  const run = vi.fn()
  setTimeout(run, HOUR)
  world.reset()
  expect([Date.now(), world.clock.now]).toEqual([START, START])
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(HOUR)
  expect([run.mock.calls.length, world.clock.now]).toEqual([1, START + HOUR])
  following[Symbol.dispose]()
})

test('timers that are set forward move the world, and timers that are set back are an error', () => {
  const world = createWorld({ now: START })
  const following = world.clock.follow(vi)
  vi.setSystemTime(START + HOUR)
  expect(world.clock.now).toBe(START + HOUR)
  vi.setSystemTime(START)
  expect(() => world.clock.now).toThrow(
    'The fake timers were set back to 2026-01-15T09:00:00.000Z, and the clock of the world, at ' +
      '2026-01-15T10:00:00.000Z, cannot move back: set a later time, or call world.reset()',
  )
  vi.setSystemTime(START + 2 * HOUR)
  following[Symbol.dispose]()
})

test('a recording of a world that followed replays to the same hash', () => {
  const { world } = scene()
  const following = world.clock.follow(vi)
  vi.advanceTimersByTime(2 * HOUR)
  const hash = world.hash('full')
  following[Symbol.dispose]()
  const plain = scene().world
  plain.clock.advance('2h')
  expect(hash).toBe(plain.hash('full'))
})

test.each([
  [
    'a world that follows already',
    (world: World, _other: World) => world,
    'this world keeps the time of fake timers',
  ],
  [
    'timers that follow another world',
    (_: World, other: World) => other,
    'another world keeps the time of these fake timers',
  ],
])('%s is refused', (_, second, problem) => {
  const [world, other] = [createWorld(), createWorld()]
  const following = world.clock.follow(vi)
  expect(() => second(world, other).clock.follow(vi)).toThrow(
    `clock.follow: ${problem} already: dispose what the first call returned`,
  )
  following[Symbol.dispose]()
  second(world, other).clock.follow(vi)[Symbol.dispose]()
})

test.each([
  ['nothing', undefined],
  ['an object without the methods', {}],
  ['null', null],
])('%s is not fake timers', (_, value) => {
  expect(() => createWorld().clock.follow(value as unknown as FakeTimers)).toThrow(
    'clock.follow takes the fake timers of a test runner, which have the method advanceTimersByTime: ' +
      'pass vi of Vitest, or jest of Jest',
  )
})
