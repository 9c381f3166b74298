import { describe, expect, test } from 'vitest'
import { readTimeText } from '../../../src/service/values/relative-time.ts'

// A Thursday.
const now = Date.parse('2026-01-15T09:00:00Z')

// The expected times are those of `strtotime` of PHP 8.2, asked with this time and the zone UTC.
const times = [
  ['now', '2026-01-15T09:00:00Z'],
  ['NOW', '2026-01-15T09:00:00Z'],
  ['today', '2026-01-15T00:00:00Z'],
  ['midnight', '2026-01-15T00:00:00Z'],
  ['noon', '2026-01-15T12:00:00Z'],
  ['yesterday', '2026-01-14T00:00:00Z'],
  ['tomorrow', '2026-01-16T00:00:00Z'],
  ['yesterday noon', '2026-01-14T12:00:00Z'],
  ['yesterday 14:00', '2026-01-14T14:00:00Z'],
  ['14:00 yesterday', '2026-01-14T00:00:00Z'],
  ['15 months ago', '2024-10-15T09:00:00Z'],
  ['1 week ago', '2026-01-08T09:00:00Z'],
  ['-2 weeks', '2026-01-01T09:00:00Z'],
  ['+1 day', '2026-01-16T09:00:00Z'],
  ['+1week', '2026-01-22T09:00:00Z'],
  ['3 fortnights ago', '2025-12-04T09:00:00Z'],
  ['2 hours ago', '2026-01-15T07:00:00Z'],
  ['5 min ago', '2026-01-15T08:55:00Z'],
  ['10 seconds ago', '2026-01-15T08:59:50Z'],
  ['1 year 2 days ago', '2025-01-13T09:00:00Z'],
  ['last month', '2025-12-15T09:00:00Z'],
  ['next year', '2027-01-15T09:00:00Z'],
  ['last week', '2026-01-05T09:00:00Z'],
  ['monday', '2026-01-19T00:00:00Z'],
  ['thursday', '2026-01-15T00:00:00Z'],
  ['this thursday', '2026-01-15T00:00:00Z'],
  ['next thursday', '2026-01-22T00:00:00Z'],
  ['last thursday', '2026-01-08T00:00:00Z'],
  ['10:00 tuesday', '2026-01-20T00:00:00Z'],
  ['tuesday 10:00', '2026-01-20T10:00:00Z'],
  ['monday next week', '2026-01-19T00:00:00Z'],
  ['sunday last week', '2026-01-11T00:00:00Z'],
  ['monday 2 weeks ago', '2025-12-22T00:00:00Z'],
  ['first day of this month', '2026-01-01T09:00:00Z'],
  ['last day of last month', '2025-12-31T09:00:00Z'],
  ['first day of january 2025', '2025-01-01T00:00:00Z'],
  ['2025-12-31', '2025-12-31T00:00:00Z'],
  ['2025/12/31', '2025-12-31T00:00:00Z'],
  ['12/31/2025', '2025-12-31T00:00:00Z'],
  ['31-12-2025', '2025-12-31T00:00:00Z'],
  ['31.12.2025', '2025-12-31T00:00:00Z'],
  ['31 December 2025', '2025-12-31T00:00:00Z'],
  ['31st dec', '2026-12-31T00:00:00Z'],
  ['December 31, 2025', '2025-12-31T00:00:00Z'],
  ['Jan 2020', '2020-01-01T00:00:00Z'],
  ['may', '2026-05-15T00:00:00Z'],
  ['4pm', '2026-01-15T16:00:00Z'],
  ['12:15 am', '2026-01-15T00:15:00Z'],
  ['4:30 pm', '2026-01-15T16:30:00Z'],
  ['2025-06-01 10:00', '2025-06-01T10:00:00Z'],
  ['2025-06-01T10:00:00', '2025-06-01T10:00:00Z'],
  ['2025-06-01 10:00:00 UTC', '2025-06-01T10:00:00Z'],
  ['2025-06-01 10:00 -0530', '2025-06-01T15:30:00Z'],
  ['@1700000000 +1 day', '2023-11-15T22:13:20Z'],
  ['31 January 2025 +1 month', '2025-03-03T00:00:00Z'],
  ['2024-02-29 -1 year', '2023-03-01T00:00:00Z'],
  ['monday ago', '2026-01-05T00:00:00Z'],
] as const

describe('a time in English is that of strtotime, https://www.php.net/manual/en/datetime.formats.php', () => {
  test.each(times)('%s', (text, expected) => {
    expect(readTimeText(text, now)).toBe(Date.parse(expected))
  })

  test.each([
    ['the 31st of a month that has 30 days is the 1st of the next', '-1 month', '2026-03-31', '2026-03-03'],
    ['a year has 366 days if it is a leap year', '1 year ago', '2024-02-29', '2023-03-01'],
    ['a Sunday is the last day of its week', 'monday this week', '2023-01-01', '2022-12-26'],
    ['the month before January is of the year before', '1 month ago', '2023-01-01', '2022-12-01'],
  ])('%s', (_, text, today, expected) => {
    expect(readTimeText(text, Date.parse(today))).toBe(Date.parse(expected))
  })

  test('the milliseconds of the time of the world do not count', () => {
    expect(readTimeText('now', now + 999)).toBe(now)
  })
})

describe('no time is', () => {
  test.each([
    ['a word', 'nonsense'],
    ['a number in words', 'one week ago'],
    ['a unit alone', 'day'],
    ['an unknown unit', '2 parsecs ago'],
    ['a member that every object has', '2 constructor'],
    ['an unknown weekday', 'next funday'],
    ['a number alone', '15'],
    ['a day that its month does not have', '2026-02-31'],
    ['a 13th month', '2026-13-01'],
    ['a 25th hour', '25:00'],
    ['a 61st minute', '10:61'],
    ['a 13th hour of the afternoon', '13pm'],
    ['two dates', '2025-01-01 2025-01-02'],
    ['two times of a day', '10:00 11:00'],
    ['two weekdays', 'monday tuesday'],
    ['a time before the year 0', '9999 years ago'],
    ['a time after the year 9999', '+9999 years'],
    ['a time and something else', '1 week ago; drop'],
    ['nothing', ''],
    ['blanks', '  '],
    ['more than 100 characters', `now${' '.repeat(98)}`],
  ])('%s', (_, text) => {
    expect(readTimeText(text, now)).toBeUndefined()
  })
})
