import { describe, expect, test } from 'vitest'
import { createWorld } from '../../src/world/create-world.ts'
import { instantOf } from '../../src/world/time/time.ts'
import { begin, call, forked } from '../graph/scene.ts'

const start = begin()
const { page, pageToken } = start
const now = start.world.clock.now
const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000]

const fresh = () => forked(start).world
const later = (world = fresh(), ...delays: number[]) => {
  for (const delay of delays) {
    const params = { published: false, unpublished_content_type: 'SCHEDULED', message: 'x' }
    const time = { scheduled_publish_time: (now + delay) / 1000 }
    call(world, pageToken, 'publishPost', { page, ...params, ...time }).unwrap()
  }
  return world
}

describe('an instant', () => {
  test.each<[Parameters<typeof instantOf>[0], number]>([
    ['2026-01-15T09:00:00Z', 1_768_467_600_000],
    ['2026-01-15', 1_768_435_200_000],
    [1_768_467_600_000, 1_768_467_600_000],
    [new Date('2026-01-15T09:00:00Z'), 1_768_467_600_000],
  ])('is read: %s', (when, expected) => expect(instantOf(when)).toBe(expected))

  test.each<unknown>([
    'tomorrow',
    '2026-01-15T09:00:00',
    '',
    Number.NaN,
    1.5,
    1e300,
    253_402_300_800_000,
    new Date(Number.NaN),
    null,
    undefined,
    true,
    [],
    { getTime: 5 },
  ])('is refused with the expected forms: %s', (when) => {
    const read = () => instantOf(when as string)
    expect(read).toThrow(TypeError)
    expect(read).toThrow('An instant is Unix milliseconds, an ISO 8601 text such as 2026-01-15T09:00:00Z')
  })
})

describe('the clock', () => {
  test('begins at the option now, or at a fixed instant', () => {
    expect(createWorld().clock.iso).toBe('2026-01-15T09:00:00.000Z')
    expect(createWorld({ now: '2020-02-29' }).clock.now).toBe(Date.UTC(2020, 1, 29))
  })

  test('advances, and returns the times before and after', () => {
    const { clock } = fresh()
    expect(clock.advance('1h')).toEqual({ from: now, to: now + HOUR, fired: 0, events: [] })
    expect(clock.advanceTo(now + DAY).to).toBe(now + DAY)
    expect(clock.advance(0)).toMatchObject({ from: now + DAY, to: now + DAY })
  })

  test('does not run backwards', () => {
    const world = fresh()
    const before = world.hash('full')
    expect(() => world.clock.advanceTo(now - 1)).toThrow(RangeError)
    expect(() => world.clock.advanceTo('2020-01-01')).toThrow(/use history\.at\(n\) to look back/)
    expect(() => world.clock.advance(-1)).toThrow(RangeError)
    expect(world.hash('full')).toBe(before)
  })

  test('ends with the year 9999', () => {
    const { clock } = fresh()
    expect(() => clock.advance('9000000d')).toThrow(RangeError)
    expect(clock.advanceTo('9999-12-31T23:59:59.999Z').to).toBe(253_402_300_799_999)
  })

  test('runs each task at its due time, in order', () => {
    const world = later(fresh(), 3 * HOUR, HOUR, 2 * HOUR)
    expect(world.clock.pending.map(({ at }) => at)).toEqual(
      [HOUR, 2 * HOUR, 3 * HOUR].map((delay) => now + delay),
    )
    const { fired, events, to } = world.clock.advance('2h')
    expect([fired, to]).toEqual([2, now + 2 * HOUR])
    expect(events.map(({ at }) => at)).toEqual([now + HOUR, now + 2 * HOUR])
  })

  test.each([1, 7, 60])('reaches the same state in steps of %i minutes as in one step', (minutes) => {
    const [one, many] = [later(fresh(), HOUR, DAY), later(fresh(), HOUR, DAY)]
    one.clock.advance('2d')
    const { clock } = many
    while (clock.now < now + 2 * DAY) clock.advance(Math.min(minutes * 60_000, now + 2 * DAY - clock.now))
    expect(many.hash()).toBe(one.hash())
    const told = (world: typeof one) => world.events.all().map(({ at, type, data }) => [at, type, data])
    expect(told(many)).toEqual(told(one))
  })

  test('moves to the next task, until none is pending', () => {
    const world = later(fresh(), HOUR, 2 * HOUR)
    expect(world.clock.next()).toMatchObject({ to: now + HOUR, fired: 1 })
    expect(world.clock.next()).toMatchObject({ from: now + HOUR, to: now + 2 * HOUR, fired: 1 })
    expect(world.clock.next()).toBeNull()
  })

  test('runs tasks until the predicate is true, or throws the reason', () => {
    const published = (count: number) => (world: ReturnType<typeof fresh>) =>
      world.events.of('post.published').length === count
    const world = later(fresh(), HOUR, DAY)
    expect(world.clock.until(published(0))).toMatchObject({ fired: 0 })
    expect(world.clock.until(published(1))).toMatchObject({ fired: 1, to: now + HOUR })
    expect(() => world.clock.until(published(2), { within: '1h' })).toThrow(/the next task is due later/)
    expect(world.clock.now).toBe(now + HOUR)
    expect(world.clock.until(published(2), { within: '23h' })).toMatchObject({ fired: 1, to: now + DAY })
    expect(() => world.clock.until(published(9))).toThrow(/no task is pending/)
    expect(() => world.clock.until(published(9))).toThrow(RangeError)
  })

  test('drains all tasks, up to maxTasks', () => {
    const world = later(fresh(), HOUR, DAY, 2 * DAY)
    expect(() => world.fork().clock.drain({ maxTasks: 2 })).toThrow(RangeError)
    expect(world.clock.drain()).toMatchObject({ fired: 3, to: now + 2 * DAY })
    expect(world.clock.drain()).toMatchObject({ fired: 0 })
  })

  test('moves by autoTick after each call', () => {
    const { world, page: target, pageToken: token } = begin({ autoTick: '10s' })
    const before = world.clock.now
    call(world, token, 'listPageFeed', { page: target })
    expect(world.clock.now).toBe(before + 10 * SECOND)
    world.request({ method: 'GET', url: `/${target}/feed?access_token=${token}` })
    expect(world.clock.now).toBe(before + 20 * SECOND)
    world.actions.createUser({ name: 'x' })
    expect(world.clock.now).toBe(before + 20 * SECOND)
  })
})
