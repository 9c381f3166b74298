import { describe, expect, test } from 'vitest'
import { createWorld } from '../../src/world/create-world.ts'
import { type Duration, instantAfter, millisecondsOf } from '../../src/world/time/durations.ts'
import { poisoned } from '../poison.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

const accepted =
  "A duration is whole milliseconds, a text such as '25h', '12h 1m', '2 weeks', '1 month', '3 business days' " +
  "or 'P1M2DT3H', or an object of numbers with years, months, weeks, days, businessDays, hours, minutes, " +
  'seconds or milliseconds, of which years, months and businessDays are whole; got '

const after = (from: string, duration: unknown) =>
  new Date(instantAfter(Date.parse(from), duration as Duration)).toISOString()

describe('a duration of fixed length', () => {
  test.each<[unknown, number]>([
    [0, 0],
    [1_500, 1_500],
    ['5ms', 5],
    ['90s', 90_000],
    ['2m', 2 * MINUTE],
    ['25h', 25 * HOUR],
    ['1.5d', 36 * HOUR],
    ['1w', 7 * DAY],
    ['0s', 0],
    ['1 millisecond', 1],
    ['1.5 seconds', 1_500],
    ['1 minute', MINUTE],
    ['2 hours', 2 * HOUR],
    ['1 day', DAY],
    ['2 weeks', 14 * DAY],
    ['25 h', 25 * HOUR],
    ['1day', DAY],
    ['12h 1m', 12 * HOUR + MINUTE],
    ['1h30m', 90 * MINUTE],
    ['1d 2h 3s', DAY + 2 * HOUR + 3_000],
    ['1.5h 30 m', 2 * HOUR],
    ['1 hour 30 minutes', 90 * MINUTE],
    ['P2W', 14 * DAY],
    ['P1DT2H', 26 * HOUR],
    ['PT36H', 36 * HOUR],
    ['PT1M', MINUTE],
    ['PT0.5S', 500],
    [
      { weeks: 1, days: 1, hours: 1, minutes: 1, seconds: 1, milliseconds: 1 },
      8 * DAY + HOUR + MINUTE + 1_001,
    ],
    [{ days: 0.5 }, 12 * HOUR],
    [{ days: 0 }, 0],
    [{ months: 0, days: 1 }, DAY],
  ])('%j has its milliseconds', (duration, expected) => {
    expect(millisecondsOf(duration as number)).toBe(expected)
    expect(instantAfter(1_000_000, duration as Duration)).toBe(1_000_000 + expected)
  })

  test.each<Duration>([
    '1 month',
    '2 years',
    '3 business days',
    'P1M',
    { years: 1 },
    { businessDays: 1, days: 1 },
  ])('%j has no fixed length', (duration) => {
    const read = () => millisecondsOf(duration as number)
    expect(read).toThrow(TypeError)
    expect(read).toThrow('Here a duration has no years, months or business days; got ')
  })
})

describe('years and months', () => {
  test.each<[from: string, duration: Duration, to: string]>([
    ['2026-01-15T09:00:00Z', '1 month', '2026-02-15T09:00:00.000Z'],
    ['2026-01-31T09:00:00Z', '1 month', '2026-02-28T09:00:00.000Z'],
    ['2024-01-31T09:00:00Z', '1 month', '2024-02-29T09:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', '3 months', '2026-04-30T23:59:59.999Z'],
    ['2026-02-28T00:00:00Z', '1 month', '2026-03-28T00:00:00.000Z'],
    ['2026-12-31T12:00:00Z', '2 months', '2027-02-28T12:00:00.000Z'],
    ['2026-01-15T09:00:00Z', '14 months', '2027-03-15T09:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '1 year', '2025-02-28T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '4 years', '2028-02-29T00:00:00.000Z'],
    ['2026-01-15T09:00:00Z', 'P1Y2M', '2027-03-15T09:00:00.000Z'],
    ['2026-01-15T09:00:00Z', 'P1M2DT3H', '2026-02-17T12:00:00.000Z'],
    ['2026-01-15T09:00:00Z', '1 month 2 days' as Duration, '2026-02-17T09:00:00.000Z'],
    ['2026-01-31T09:00:00Z', 'P1M1D', '2026-03-01T09:00:00.000Z'],
    ['2026-01-15T09:00:00Z', { months: 1, days: 2 }, '2026-02-17T09:00:00.000Z'],
    ['0050-01-31T00:00:00Z', '1 month', '0050-02-28T00:00:00.000Z'],
    // New York changes its clocks on 8 March 2026, and Samoa had no 30 December 2011.
    ['2026-02-08T07:30:00Z', '1 month', '2026-03-08T07:30:00.000Z'],
    ['2011-11-30T00:00:00Z', '1 month', '2011-12-30T00:00:00.000Z'],
  ])('%s and %j is %s', (from, duration, to) => expect(after(from, duration)).toBe(to))
})

// 15 January 2026 is a Thursday.
describe('business days', () => {
  test.each<[case_: string, from: string, duration: Duration, to: string]>([
    ['to Friday', '2026-01-15T09:00:00Z', '1 business day', '2026-01-16T09:00:00.000Z'],
    ['over the weekend', '2026-01-15T09:00:00Z', '3 business days', '2026-01-20T09:00:00.000Z'],
    ['a week', '2026-01-15T09:00:00Z', '5 business days', '2026-01-22T09:00:00.000Z'],
    ['two weeks and a day', '2026-01-15T09:00:00Z', '11 business days', '2026-01-30T09:00:00.000Z'],
    ['from Saturday', '2026-01-17T09:00:00Z', '1 business day', '2026-01-19T09:00:00.000Z'],
    ['from Sunday', '2026-01-18T23:00:00Z', '1 business day', '2026-01-19T23:00:00.000Z'],
    ['a week from Saturday', '2026-01-17T09:00:00Z', '5 business days', '2026-01-23T09:00:00.000Z'],
    ['none on Saturday', '2026-01-17T09:00:00Z', '0 business days', '2026-01-17T09:00:00.000Z'],
    ['after the month', '2026-01-15T09:00:00Z', { months: 1, businessDays: 1 }, '2026-02-16T09:00:00.000Z'],
    ['before the rest', '2026-01-16T09:00:00Z', { businessDays: 1, hours: 20 }, '2026-01-20T05:00:00.000Z'],
  ])('%s', (_, from, duration, to) => expect(after(from, duration)).toBe(to))
})

describe('an invalid duration', () => {
  test.each<[unknown, got: string]>([
    ['5', '"5"'],
    ['-5', '"-5"'],
    ['5h-', '"5h-"'],
    ['1h 1h', '"1h 1h"'],
    ['1h, 1m', '"1h, 1m"'],
    ['1h and 1m', '"1h and 1m"'],
    [`${'0'.repeat(200)}1h`, '"000'],
    ['5  days', '"5  days"'],
    ['1mo', '"1mo"'],
    ['s', '"s"'],
    ['', '""'],
    ['soon', '"soon"'],
    ['1 fortnight', '"1 fortnight"'],
    ['3 businessDays', '"3 businessDays"'],
    ['1.5 months', '"1.5 months"'],
    ['0.5 business days', '"0.5 business days"'],
    ['P', '"P"'],
    ['PT', '"PT"'],
    ['P1DT', '"P1DT"'],
    ['P1H', '"P1H"'],
    ['P1D1M', '"P1D1M"'],
    ['P0.5M', '"P0.5M"'],
    ['p1d', '"p1d"'],
    [' P1D', '" P1D"'],
    [Number.NaN, 'NaN'],
    [0.5, '0.5'],
    [1e300, '1e+300'],
    [null, 'null'],
    [undefined, 'nothing'],
    [true, 'true'],
    [{}, '{}'],
    [[], '[]'],
    [['5s'], '["5s"]'],
    [{ month: 1 }, '{"month":1}'],
    [{ days: 1, constructor: 1 }, '{"days":1,"constructor":1}'],
    [{ days: '1' }, '{"days":"1"}'],
    [{ months: 1.5 }, '{"months":1.5}'],
    [{ days: Number.POSITIVE_INFINITY }, '{"days":null}'],
    [new Date(0), ''],
  ])('%j is a TypeError that says what is accepted', (duration, got) => {
    const read = () => instantAfter(0, duration as Duration)
    expect(read).toThrow(TypeError)
    expect(read).toThrow(accepted + got)
  })

  test.each<[Duration, got: string]>([
    [-1, '-1'],
    [{ days: -1 }, '{"days":-1}'],
    [{ months: 2, days: -1 }, '{"months":2,"days":-1}'],
    [{ businessDays: -3 }, '{"businessDays":-3}'],
    ['-1h', '"-1h"'],
    ['-5 days', '"-5 days"'],
    ['1h -30m' as Duration, '"1h -30m"'],
    ['P-1D', '"P-1D"'],
    ['-P1D' as Duration, '"-P1D"'],
  ])('%j is refused as negative', (duration, got) => {
    const read = () => instantAfter(0, duration)
    expect(read).toThrow(RangeError)
    expect(read).toThrow(`Time moves forward only: got ${got}. Use history.at(n) to look back`)
  })
})

describe('the clock', () => {
  // The compiler checks the types of these texts.
  test.each<Duration>(['25 h', '12h 1m', '1h30m', '1d 2h 3s', '1 hour 30 minutes'])(
    'takes %j',
    (duration) => {
      expect(createWorld().clock.advance(duration).to).toBe(instantAfter(createWorld().clock.now, duration))
    },
  )

  test.each<[Duration, iso: string]>([
    ['1 month', '2026-02-15T09:00:00.000Z'],
    ['P1M2DT3H', '2026-02-17T12:00:00.000Z'],
    ['3 business days', '2026-01-20T09:00:00.000Z'],
    [{ years: 1 }, '2027-01-15T09:00:00.000Z'],
  ])('advances by %j', (duration, iso) => {
    const { clock } = createWorld()
    clock.advance(duration)
    expect(clock.iso).toBe(iso)
  })

  test.each<Duration>(['7974 years', '999999999 months', '9999999999 business days', '9000000 weeks'])(
    'does not advance by %j, beyond the year 9999',
    (duration) => {
      const world = createWorld()
      const before = world.hash('full')
      expect(() => world.clock.advance(duration)).toThrow(
        new RangeError('The clock cannot move beyond the year 9999'),
      )
      expect(world.hash('full')).toBe(before)
    },
  )

  test('advances within the year 9999', () => {
    const { clock } = createWorld()
    clock.advance('7973 years')
    expect(clock.iso).toBe('9999-01-15T09:00:00.000Z')
  })

  test('accepts a month as the bound of until()', () => {
    const { clock } = createWorld()
    expect(() => clock.until(() => false, { within: '1 month' })).toThrow(`of ${31 * DAY} milliseconds`)
  })

  test('reads nothing ambient', () => {
    expect(poisoned(() => instantAfter(0, { months: 1, businessDays: 1, hours: 1 }))).toBe(32 * DAY + HOUR)
  })
})
