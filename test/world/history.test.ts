import { describe, expect, test } from 'vitest'
import { createWorld, replay, restoreWorld } from '../../src/world/create-world.ts'
import type { WorldOptions } from '../../src/world/handle/options.ts'
import type { World } from '../../src/world/world.ts'
import { begin, call, forked, idsOf } from '../service/scene.ts'

const start = begin()
const { page, pageToken } = start
const publish = (world: World, message = 'x') =>
  call(world, pageToken, 'publishPost', { page, message }).unwrap()
const feed = (world: World) => idsOf(call(world, pageToken, 'listPageFeed', { page }).unwrap())
const fresh = () => forked(start).world

describe('a fork', () => {
  test('is independent of its world, and the world of it', () => {
    const world = fresh()
    publish(world)
    const fork = world.fork()
    expect(fork.hash('full')).toBe(world.hash('full'))
    const before = world.hash('full')
    fork.clock.advance('3d')
    publish(fork)
    fork.faults.add({ match: {}, fault: { kind: 'drop' } })
    expect(world.hash('full')).toBe(before)
    const forked = fork.hash('full')
    publish(world)
    world.actions.createUser({ name: 'x' })
    expect(fork.hash('full')).toBe(forked)
    expect(world.faults.rules).toEqual([])
  })

  test('reaches the same state with the same inputs', () => {
    const world = fresh()
    const fork = world.fork()
    expect(publish(fork)).toEqual(publish(world))
    expect(fork.hash('full')).toBe(world.hash('full'))
  })

  test('with another seed keeps the rows and draws other random values', () => {
    const world = fresh()
    const fork = world.fork({ seed: 'other' })
    const token = (one: World) =>
      one.actions.issueToken({ kind: 'user', app: start.app, user: start.user }).unwrap().token
    expect(fork.seed).toBe('other')
    expect(token(fork)).not.toBe(token(world))
    expect(feed(fork)).toEqual(feed(world))
  })

  test('with another policy does not change the policy of its world', () => {
    const world = fresh()
    const fork = world.fork({ policy: { unpublishedInFeed: 'always', rankedPostsPerYear: 5 } })
    call(fork, pageToken, 'publishPost', { page, message: 'x', published: false }).unwrap()
    expect(feed(fork)).toHaveLength(1)
    expect(fork.policy.rankedPostsPerYear).toBe(5)
    expect(world.policy.rankedPostsPerYear).toBe(600)
  })

  test.each<object>([{ seed: 1.5 }, { policy: { rankedPostsPerYear: -1 } }, { policy: { nothing: 1 } }])(
    'refuses the options %j',
    (options) => expect(() => fresh().fork(options as never)).toThrow(TypeError),
  )
})

describe('the history', () => {
  test('returns the world of every moment and changes nothing', () => {
    const { world } = begin()
    const hashes = [world.hash('full')]
    const first = world.seq
    for (let count = 0; count < 6; count += 1) {
      publish(world, `Post ${count}`)
      hashes.push(world.hash('full'))
    }
    expect(world.history.length).toBe(world.seq)
    for (const [index, hash] of hashes.entries())
      expect(world.history.at(first + index).hash('full')).toBe(hash)
    expect(world.history.at(0).hash('full')).toBe(start.world.hash('full'))
    expect(world.hash('full')).toBe(hashes.at(-1))
  })

  test('returns independent worlds', () => {
    const { world } = begin()
    const before = world.seq
    publish(world)
    const past = world.history.at(before)
    publish(past)
    publish(past)
    expect(feed(past)).toHaveLength(2)
    expect(feed(world)).toHaveLength(1)
  })

  test.each([-1, 1_000_000, 1.5, Number.NaN])('refuses the moment %d', (moment) => {
    expect(() => start.world.history.at(moment)).toThrow(RangeError)
    expect(() => start.world.history.at(moment)).toThrow(/holds the moments 0 to \d+/)
  })

  test('keeps the last steps, if it has a bound', () => {
    const { world } = begin({ history: { steps: 3 } })
    for (const message of ['a', 'b', 'c', 'd', 'e']) publish(world, message)
    const held = world.history.length - world.history.dropped
    expect(held).toBe(3)
    expect(replay(JSON.parse(JSON.stringify(world.history.recording()))).world.hash()).toBe(world.hash())
    expect(() => world.history.at(0)).toThrow('Inputs beyond the last 3, and beyond 134217728 bytes')
    const copy = world.fork()
    publish(copy, 'f')
    expect([copy.history.length - copy.history.dropped, world.history.length]).toEqual([
      3,
      copy.history.length - 1,
    ])
    world.reset()
    for (const message of ['a', 'b', 'c', 'd']) publish(world, message)
    expect([world.history.length, world.history.dropped]).toEqual([4, 1])
  })

  test.each<[string, NonNullable<WorldOptions['history']>, string]>([
    ['another word', 'some' as 'full', 'must be full, off or bounds such as { steps: 1000 }, got "some"'],
    ['null', null as unknown as 'full', 'got null'],
    ['no steps', { steps: 0 }, 'The bound steps of the option history must be a whole number from 1'],
    ['half a step', { steps: 1.5 }, 'must be a whole number from 1 to 9007199254740991, got 1.5'],
    [
      'too many bytes',
      { bytes: 134_217_729 },
      'The bound bytes of the option history must be a whole number',
    ],
    ['an unknown bound', { step: 3 } as object, 'The option history has no option "step"'],
    ['an age that is no duration', { age: 'old' as '7d' }, '"old"'],
  ])('refuses %s', (_, history, message) => {
    expect(() => createWorld({ history })).toThrow(TypeError)
    expect(() => createWorld({ history })).toThrow(message)
  })

  test('can be switched off', () => {
    const { world } = begin({ history: 'off' })
    expect(world.history.length).toBe(0)
    for (const look of [() => world.history.at(0), () => world.history.recording()]) {
      expect(look).toThrow(RangeError)
      expect(look).toThrow("it was created with history: 'off'")
    }
    expect(world.hash('full')).toBe(start.world.hash('full'))
    expect(world.fork().hash('full')).toBe(world.hash('full'))
  })
})

describe('a recording', () => {
  const played = (world: World, until?: number) =>
    replay(JSON.parse(JSON.stringify(world.history.recording())), until === undefined ? {} : { until })

  test('replays to the same hash, with refused calls and clock moves', () => {
    const { world } = begin()
    publish(world)
    call(world, 'nobody', 'listPageFeed', { page })
    world.as(pageToken).uploadPagePhoto({ page, source: new Uint8Array([1, 2, 3]) })
    world.as(pageToken).uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false })
    world.request({ method: 'GET', url: '/%' })
    world.clock.advance('2d')
    const { world: again, difference } = played(world)
    expect(difference).toBeUndefined()
    expect(again.hash('full')).toBe(world.hash('full'))
    expect(again.clock.now).toBe(world.clock.now)
  })

  test('is complete for a fork, a restored world and a reset world', () => {
    const { world } = begin()
    publish(world)
    const fork = world.fork({ seed: 5, policy: { postTimes: 'iso' } })
    publish(fork)
    const restored = restoreWorld(world.snapshot())
    publish(restored)
    const reset = world.fork()
    reset.reset()
    publish(reset)
    for (const one of [fork, restored, reset]) {
      expect(played(one).difference).toBeUndefined()
      expect(played(one).world.hash('full')).toBe(one.hash('full'))
    }
  })

  test('replays up to a moment', () => {
    const { world } = begin()
    const before = world.seq
    publish(world)
    expect(played(world, before).world.hash('full')).toBe(start.world.hash('full'))
  })

  test('reports the first difference', () => {
    const { world } = begin()
    for (const message of ['first', 'second', 'third']) publish(world, message)
    const recording = JSON.parse(JSON.stringify(world.history.recording()))
    recording.outcomes[2] = '0000000000000000'
    expect(replay(recording).difference).toMatchObject({ sequence: 2, recorded: '0000000000000000' })
  })

  test.each<unknown>([
    null,
    5,
    'x',
    [],
    {},
    { format: 9 },
    { format: 1, engine: 'x', base: {}, inputs: [], outcomes: [], hash: '' },
  ])('is refused if it is %j', (value) => {
    expect(() => replay(value)).toThrow(TypeError)
    expect(() => replay(value)).toThrow(/^The recording cannot be read: /)
  })
})

describe('the base of a recording', () => {
  const recorded = () => JSON.parse(JSON.stringify(createWorld().history.recording()))

  test('begins with the options', () => {
    expect(recorded().base).toMatchObject({ options: { seed: 'fauxgraph' } })
    expect(recorded().base).not.toHaveProperty('snapshot')
  })

  test.each<[string, unknown, string]>([
    ['a text', 'x', 'options must be an object, got "x"'],
    ['without a seed', {}, 'seed is required'],
  ])('is refused if they are %s', (_, options, named) => {
    expect(() => replay({ ...recorded(), base: { options } })).toThrow(
      `The recording cannot be read: ${named}`,
    )
  })
})

test('a moment before the last 256 is replayed from its inputs', () => {
  const world = createWorld()
  const name = 'x'
  for (let count = 0; count < 10; count += 1) world.actions.createUser({ name })
  const [seq, hash] = [world.seq, world.hash('full')]
  for (let count = 0; count < 300; count += 1) world.actions.createUser({ name })
  expect(world.history.at(seq).hash('full')).toBe(hash)
})

test('a world stores at most recordBytesMax bytes of records', () => {
  const name = 'x'.repeat(200)
  expect(createWorld({ recordBytesMax: 200 }).actions.createUser({ name }).ok).toBe(false)
  expect(createWorld().actions.createUser({ name }).ok).toBe(true)
})

describe('reset', () => {
  test('returns to the baseline and clears the history', () => {
    const { world } = begin()
    const hash = world.hash('full')
    publish(world)
    world.clock.advance('5d')
    world.faults.add({ match: {}, fault: { kind: 'drop' } })
    world.reset()
    expect(world.hash('full')).toBe(hash)
    expect([world.history.length, world.faults.rules.length]).toEqual([0, 0])
    expect(world.clock.iso).toBe(start.world.clock.iso)
  })

  test('returns to a snapshot, which becomes the baseline', () => {
    const { world } = begin()
    publish(world)
    const snapshot = world.snapshot()
    const hash = world.hash('full')
    publish(world)
    world.reset(snapshot)
    expect(world.hash('full')).toBe(hash)
    publish(world)
    world.reset()
    expect(world.hash('full')).toBe(hash)
  })

  test('refuses a value that is not a snapshot, and changes nothing', () => {
    const world = fresh()
    const hash = world.hash('full')
    const changed = JSON.parse(JSON.stringify(world.snapshot()))
    changed.state.graph.now += 1
    for (const wrong of [{}, null, 'x', changed]) {
      expect(() => world.reset(wrong as never)).toThrow(TypeError)
      expect(() => restoreWorld(wrong)).toThrow(/^The snapshot /)
    }
    expect(world.hash('full')).toBe(hash)
  })
})

describe('a snapshot', () => {
  test('restores the same world, with the same future', () => {
    const world = fresh()
    world.as(pageToken).uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false })
    const restored = restoreWorld(JSON.parse(JSON.stringify(world.snapshot())))
    expect(restored.hash('full')).toBe(world.hash('full'))
    for (const one of [world, restored]) {
      publish(one)
      one.clock.advance('2d')
    }
    expect(restored.hash('full')).toBe(world.hash('full'))
    expect(restored.events.of('photo.expired')).toHaveLength(1)
  })

  test('does not change when the world changes', () => {
    const world = fresh()
    const snapshot = world.snapshot()
    const text = JSON.stringify(snapshot)
    publish(world)
    expect(JSON.stringify(snapshot)).toBe(text)
  })
})
