import { describe, expect, test } from 'vitest'
import { simulate, until } from '../../src/simulation/index.ts'
import { createWorld, replay } from '../../src/world/create-world.ts'
import type { FaultRule } from '../../src/world/faults.ts'
import { instantOf, type When } from '../../src/world/time/time.ts'
import { begin, call, forked } from '../service/scene.ts'

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

// 1768467600 are the Unix seconds of 2026-01-15T09:00:00Z. As milliseconds they lie on 21 January 1970.
describe('Unix seconds in place of milliseconds', () => {
  const early = () => createWorld({ now: 0 })
  const rule = (from: When, to: When): FaultRule => ({
    match: { between: [from, to] },
    fault: { kind: 'drop' },
  })

  test.each<[door: string, make: (seconds: number) => unknown]>([
    ['the option now', (now) => createWorld({ now })],
    ['clock.advanceTo', (when) => createWorld().clock.advanceTo(when)],
    ['the end of a window', (when) => createWorld().faults.add(rule('2026-01-15', when))],
    ['the option until of simulate', (until) => simulate({ world: createWorld(), until })],
    [
      'a wait of an actor',
      (when) =>
        simulate({
          world: createWorld(),
          for: '1d',
          actors: {
            *one() {
              yield until(when)
            },
          },
        }),
    ],
  ])('are refused with the milliseconds to write: %s', (_, make) => {
    const problem =
      "looks like Unix seconds, and an instant is Unix milliseconds: write 1768467600000 for 2026-01-15T09:00:00Z, or '1970-01-21T11:14:27.600Z' as text if you mean 1970"
    expect(() => make(1_768_467_600)).toThrow(`1768467600 ${problem}`)
  })

  test.each<[string, number, write: string]>([
    ['of 1973', 100_000_000, 'write 100000000000 for 1973-03-03T09:46:40Z'],
    ['with a fraction, as Date.now() / 1000 has', 1_768_467_600.123, 'write 1768467600123 for'],
    ['of 2286', 9_999_999_999, 'write 9999999999000 for 2286-11-20T17:46:39Z'],
  ])('are those %s', (_, now, write) => expect(() => createWorld({ now })).toThrow(write))

  test.each<[string, When, number]>([
    ['a text', '1970-01-21T11:14:27.600Z', 1_768_467_600],
    ['a Date', new Date(1_768_467_600), 1_768_467_600],
    ['a small number', 0, 0],
    ['a number before 1970', -1_768_467_600, -1_768_467_600],
  ])('an early instant is possible by %s', (_, now, expected) =>
    expect(createWorld({ now }).clock.now).toBe(expected),
  )

  test('a number from the time of the world on is taken as it is', () => {
    const { clock, faults, fork } = early()
    faults.add(rule(0, clock.now + 1_768_467_600))
    expect(clock.advanceTo(clock.now + 1_768_467_600).to).toBe(1_768_467_600)
    expect(simulate({ world: fork(), until: 2_000_000_000 }).to).toBe(2_000_000_000)
  })

  test('a recording of a world of 1970 is played', () => {
    const world = createWorld({ now: new Date(1_768_467_600) })
    expect(replay(world.history.recording()).world.clock.now).toBe(1_768_467_600)
  })

  test.each([
    ['1768467600', 'write 2026-01-15T09:00:00Z'],
    ['1768467600000', 'write 2026-01-15T09:00:00Z'],
  ])('a text of digits is refused with the text to write: %s', (now, write) =>
    expect(() => createWorld({ now })).toThrow(`is ISO 8601, and ${now} is a number: ${write}`),
  )
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
