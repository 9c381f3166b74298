import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actions, endpoints } from '../../src/chapters/registry.ts'
import type { Input } from '../../src/engine/domain.ts'
import { createWorld, replay, restoreWorld } from '../../src/world/create-world.ts'
import type { FaultRule } from '../../src/world/faults.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'
import { holds, path } from '../chance.ts'
import { anyInput } from './inputs.ts'
import { play } from './play.ts'
import type { Recipe } from './recipes.ts'

const HOUR = 3_600_000

interface Made {
  readonly world: World
  readonly names: Starter
}

/** A world as `play` begins it: the starter world and a few things more. */
function made(): Made {
  const world = createWorld({ seed: 'properties', logSize: 40, validateAnswers: true })
  const names = world.starter()
  const { page } = names
  const client = world.as(names.pageToken)
  const url = 'https://img.test/base.png'
  const photo = client.uploadPagePhoto({ page, url }).unwrap()
  client.uploadPagePhoto({ page, url, published: false }).unwrap()
  client.publishPost({ page, message: 'Base' }).unwrap()
  world.actions.addBusinessTag({ name: 'Base', photos: [photo.id] }).unwrap()
  world.actions.installApp({ page, app: names.app }).unwrap()
  world.actions.setWebhook({ app: names.app }).unwrap()
  return { world, names }
}

type Method = (params: object) => unknown

const isOf = (methods: object, name: unknown): name is string =>
  typeof name === 'string' && Object.hasOwn(methods, name)

/** The parameters that an action has: a handle throws on the name of any other. */
function knownParams(action: string, given: object): object {
  const { shape } = (actions as unknown as Record<string, { params: { shape: object } }>)[action]?.params ?? {
    shape: {},
  }
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(shape, name)))
}

/** Has a world do what an input says, through the methods of its handle. */
function told(world: World, input: Input): void {
  const { type, params, to } = input
  const given = Object(params ?? {}) as object
  if (type === 'call' && isOf(endpoints, input['operation'])) {
    const client = world.as(String(input['token']), versionOf(input)) as unknown as Record<string, Method>
    client[input['operation']]?.(given)
  } else if (type === 'action' && isOf(actions, input['name'])) {
    const methods = world.actions as unknown as Record<string, Method>
    methods[input['name']]?.(knownParams(input['name'], given))
  } else if (type === 'request' && typeof input['url'] === 'string' && typeof input['body'] !== 'object') {
    const { method, url, headers, body } = input
    world.request({ method, url, headers, body } as unknown as Parameters<World['request']>[0])
  } else if (type === 'advance' && typeof to === 'number' && to >= world.clock.now) {
    world.clock.advance(Math.min(to - world.clock.now, 100 * 24 * HOUR))
  } else if (type === 'tick') world.clock.next()
  else if (type === 'fault') armed(world, input['add'])
}

const versionOf = ({ version }: Input) =>
  typeof version === 'string' ? { version: version as `v${number}.${number}` } : {}

/** Adds a fault rule, or clears all: a wrong rule is a TypeError of whoever wrote it. */
function armed(world: World, rule: unknown): void {
  try {
    if (rule === undefined) world.faults.clear()
    else world.faults.add(rule as FaultRule)
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
  }
}

/** What inputs are once they have been taken: copies that a handle can be told of. */
const inputsOf = (recipes: readonly Recipe[]): Input[] =>
  play(recipes)
    .steps.map(({ input }) => input)
    .filter(({ type, headers }) => type !== 'request' || headers === undefined || isFlat(headers))

const isFlat = (headers: unknown): boolean =>
  Object.values(Object(headers)).every((value) => typeof value === 'string')

const sequences = (maxLength: number) => fc.array(anyInput, { minLength: 1, maxLength, size: 'max' })

test('history.at(n) has the hash of its moment, and a recording plays to the same end', () => {
  const property = fc.property(sequences(60), fc.nat(), (recipes, pick) => {
    const { world } = made()
    const hashes = new Map<number, string>([[world.seq, world.hash('full')]])
    for (const input of inputsOf(recipes)) {
      told(world, input)
      hashes.set(world.seq, world.hash('full'))
    }
    for (const [moment, hash] of hashes) expect(world.history.at(moment).hash('full')).toBe(hash)
    const recording: unknown = JSON.parse(JSON.stringify(world.history.recording()))
    const whole = replay(recording)
    expect(whole.difference).toBeUndefined()
    expect(whole.world.hash('full')).toBe(world.hash('full'))
    const moments = [...hashes.keys()]
    const until = moments[pick % moments.length] ?? 0
    expect(replay(recording, { until }).world.hash('full')).toBe(hashes.get(until))
  })
  holds(15, property)
})

test('a fork and its parent leave each other alone, and the same calls lead both to the same end', () => {
  const property = fc.property(sequences(25), sequences(25), sequences(25), (before, rest, other) => {
    const { world } = made()
    for (const input of inputsOf(before)) told(world, input)
    const start = world.hash('full')
    const [fork, strange] = [world.fork(), world.fork({ seed: 'another' })]
    expect(fork.hash('full')).toBe(start)
    const apart = strange.hash('full')
    for (const input of inputsOf(other)) told(fork, input)
    expect([world.hash('full'), strange.hash('full')]).toEqual([start, apart])
    const after = fork.hash('full')
    const twin = world.fork()
    for (const input of inputsOf(rest)) told(world, input)
    expect([fork.hash('full'), strange.hash('full')]).toEqual([after, apart])
    for (const input of inputsOf(rest)) told(twin, input)
    expect(twin.hash('full')).toBe(world.hash('full'))
    expect(replay(fork.history.recording()).world.hash('full')).toBe(after)
  })
  holds(15, property)
})

test('the clock moved in parts comes to the same as moved at once', () => {
  const parts = fc.array(fc.integer({ min: 0, max: 50 * HOUR }), { minLength: 1, maxLength: 6 })
  const property = fc.property(sequences(40), parts, (recipes, given) => {
    const { world } = made()
    for (const input of inputsOf(recipes)) told(world, input)
    const [whole, stepped] = [world.fork(), world.fork()]
    const total = given.reduce((sum, part) => sum + part, 0)
    const events = given.flatMap((part) => [...stepped.clock.advance(part).events])
    expect(events).toEqual(whole.clock.advance(total).events)
    expect(stepped.hash()).toBe(whole.hash())
    expect(stepped.clock.pending).toEqual(whole.clock.pending)
  })
  holds(15, property)
})

test('a snapshot goes on as its world does, and a reset to it too', () => {
  const property = fc.property(sequences(25), sequences(25), (before, rest) => {
    const { world } = made()
    for (const input of inputsOf(before)) told(world, input)
    const snapshot: unknown = JSON.parse(JSON.stringify(world.snapshot()))
    const restored = restoreWorld(snapshot)
    const inputs = inputsOf(rest)
    for (const input of inputs) told(world, input)
    const end = world.hash('full')
    for (const input of inputs) told(restored, input)
    expect(restored.hash('full')).toBe(end)
    world.reset(snapshot as ReturnType<World['snapshot']>)
    for (const input of inputs) told(world, input)
    expect(world.hash('full')).toBe(end)
  })
  holds(12, property)
})

test.skipIf(path !== undefined)('a day of seconds is a day', () => {
  const { world } = made()
  const whole = world.fork()
  for (let second = 0; second < 86_400; second++) world.clock.advance('1s')
  whole.clock.advance('1d')
  expect(world.hash()).toBe(whole.hash())
  expect(world.events.all()).toEqual(whole.events.all())
})
