import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  datetime,
  floatTime,
  isoTime,
  timestamp,
  unixSeconds,
  unixTime,
} from '../../../src/service/values/times.ts'

// 2026-01-15T09:00:00Z is 1768467600 in Unix seconds (`date -u -d @1768467600`).
const instant = 1_768_467_600_000

const read = (type: z.ZodType, raw: unknown) => type.safeParse(raw).data

describe('a timestamp', () => {
  test.each([1_768_467_600, '1768467600'])('is Unix seconds: %j [CNV-019]', (raw) => {
    expect(read(timestamp, raw)).toBe(instant)
  })

  test.each([
    '2026-01-15T09:00:00Z',
    '2026-01-15',
    1.5,
    '1768467600.0',
    '1768467600000000',
    '9223372036854775807',
    '',
    true,
    null,
    [1_768_467_600],
  ])('is not %j [CNV-019]', (raw) => {
    expect(timestamp.safeParse(raw).error?.issues[0]?.message).toBe(
      `must be a Unix time in whole seconds, got ${JSON.stringify(raw)}`,
    )
  })
})

describe('a datetime', () => {
  test.each<[unknown, number]>([
    ['2026-01-15T09:00:00Z', instant],
    ['2026-01-15T09:00:00+0000', instant],
    ['2026-01-15T09:00:00+00:00', instant],
    ['2026-01-15T10:30:00+01:30', instant],
    ['2026-01-15T03:30:00-0530', instant],
    ['2026-01-16T08:00:00+23:00', instant],
    ['2026-01-15T10:59:00+01:59', instant],
    ['2026-01-15 09:00:00Z', instant],
    ['2026-01-15T09:00Z', instant],
    ['2026-01-15T09:00:00.250Z', instant + 250],
    ['2026-01-15T09:00:00.2509999Z', instant + 250],
    ['2026-01-15T09:00:01.001Z', instant + 1_001],
    ['2026-01-15T09:00:01.1Z', instant + 1_100],
    ['"2026-01-15T09:00:00.000Z"', instant],
    ['2026-01-15', instant - 9 * 3_600_000],
    ['2024-02-29', 1_709_164_800_000],
    ['2000-02-29', 951_782_400_000],
    [1_768_467_600, instant],
    ['1768467600', instant],
    [-1, -1_000],
    ['0000-01-01', -62_167_219_200_000],
    ['0050-01-01', -60_589_296_000_000],
    ['9999-12-31T23:59:59Z', 253_402_300_799_000],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
    [253_402_300_799, 253_402_300_799_000],
  ])('reads %j as %d', (raw, expected) => {
    expect(read(datetime, raw)).toBe(expected)
  })

  test.each([
    '2026-01-15T09:00:00',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-01',
    '2026-13-01',
    '2026-01-00',
    '2026-01-15T24:00:00Z',
    '2026-01-15T09:60:00Z',
    '2026-01-15T09:00:60Z',
    '2026-01-15T09:00:00+24:00',
    '2026-01-15T09:00:00+01:60',
    '2026-1-5',
    '2026-01-15T09Z',
    'tomorrow',
    'Thu, 15 Jan 2026 09:00:00 GMT',
    '0000-01-01T00:00:00+00:01',
    '"2026-01-15"T09:00Z',
    '2026-01-15"T09:00Z"',
    '9999-12-31T23:59:59-00:01',
    '1768467600.5',
    253_402_300_800,
    1.5,
    '',
    true,
    null,
    {},
  ])('refuses %j', (raw) => {
    expect(datetime.safeParse(raw).error?.issues[0]?.message).toBe(
      'must be an ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds, ' +
        `got ${JSON.stringify(raw)}`,
    )
  })

  test('reads back what it wrote, whole seconds and all years of four digits [CNV-018]', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }), (seconds) => {
        const text = isoTime(seconds * 1000)
        expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0000$/)
        expect(read(datetime, text)).toBe(seconds * 1000)
      }),
    )
  })

  test('reads what the platform writes', () => {
    const noInvalidDate = true
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate }), (date) => {
        expect(read(datetime, date.toISOString())).toBe(date.getTime())
      }),
    )
  })
})

describe('a float time', () => {
  test.each<[unknown, number]>([
    [1_768_467_600.25, instant + 250],
    ['1768467600.25', instant + 250],
    [1_768_467_600, instant],
    ['2026-01-15T09:00:00Z', instant],
    [-1.5, -1_500],
    ['-1.5', -1_500],
    [-2, -2_000],
    ['-2', -2_000],
  ])('reads %j as %d', (raw, expected) => {
    expect(read(floatTime, raw)).toBe(expected)
  })

  test.each(['1e9', 'yesterday', '', Number.NaN, 1e15, '9999999999999', null, true])('refuses %j', (raw) => {
    expect(floatTime.safeParse(raw).success).toBe(false)
  })
})

describe('Unix seconds', () => {
  test.each<[unknown, number]>([
    [1_768_467_600, 1_768_467_600],
    ['1768467600', 1_768_467_600],
    ['-1', -1],
    [0, 0],
  ])('are read from %j', (raw, expected) => expect(unixSeconds.safeParse(raw).data).toBe(expected))

  test.each([1.5, '1.5', '', 'x', '2026-01-15', null, true])('are not read from %j', (raw) => {
    expect(unixSeconds.safeParse(raw).success).toBe(false)
  })
})

test.each([
  [instant, '2026-01-15T09:00:00+0000'],
  [instant + 999, '2026-01-15T09:00:00+0000'],
  [0, '1970-01-01T00:00:00+0000'],
  [-1, '1969-12-31T23:59:59+0000'],
  [951_868_799_000, '2000-02-29T23:59:59+0000'],
])('the instant %d is written %s [CNV-018]', (milliseconds, expected) => {
  expect(isoTime(milliseconds)).toBe(expected)
})

test.each([
  [instant + 999, 1_768_467_600],
  [-1, -1],
])('the instant %d is %d whole Unix seconds', (milliseconds, expected) => {
  expect(unixTime(milliseconds)).toBe(expected)
})
