import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { monthStart, utc } from '../../service/values/times.ts'

/** The families of rules for summer time: when it begins and ends in a year. */
type SummerTime = 'america' | 'vancouver' | 'europe' | 'australia'

/** A time zone: its number at the live service, its standard offset in minutes, and its summer time. */
interface TimeZone {
  readonly id: number
  readonly offset: number
  readonly summer?: SummerTime
}

/**
 * The time zones that an ad account can have. The rules are data, and those of today count for all years: a
 * zone of the machine would depend on its version of the time zone database.
 */
const timeZones = {
  'Etc/UTC': { id: 0, offset: 0 },
  'America/Los_Angeles': { id: 1, offset: -480, summer: 'america' },
  'America/Denver': { id: 2, offset: -420, summer: 'america' },
  'Pacific/Honolulu': { id: 3, offset: -600 },
  'America/Anchorage': { id: 4, offset: -540, summer: 'america' },
  'America/Phoenix': { id: 5, offset: -420 },
  'America/Chicago': { id: 6, offset: -360, summer: 'america' },
  'America/New_York': { id: 7, offset: -300, summer: 'america' },
  'Asia/Dubai': { id: 8, offset: 240 },
  'Europe/Vienna': { id: 12, offset: 60, summer: 'europe' },
  'Australia/Sydney': { id: 15, offset: 600, summer: 'australia' },
  'Asia/Dhaka': { id: 17, offset: 360 },
  'Europe/Brussels': { id: 18, offset: 60, summer: 'europe' },
  'America/Sao_Paulo': { id: 25, offset: -180 },
  'America/Vancouver': { id: 28, offset: -480, summer: 'vancouver' },
  'America/Toronto': { id: 35, offset: -300, summer: 'america' },
  'Europe/Zurich': { id: 39, offset: 60, summer: 'europe' },
  'Asia/Shanghai': { id: 42, offset: 480 },
  'America/Bogota': { id: 43, offset: -300 },
  'Europe/Prague': { id: 46, offset: 60, summer: 'europe' },
  'Europe/Berlin': { id: 47, offset: 60, summer: 'europe' },
  'Europe/Copenhagen': { id: 48, offset: 60, summer: 'europe' },
  'Europe/Madrid': { id: 55, offset: 60, summer: 'europe' },
  'Europe/Helsinki': { id: 56, offset: 120, summer: 'europe' },
  'Europe/Paris': { id: 57, offset: 60, summer: 'europe' },
  'Europe/London': { id: 58, offset: 0, summer: 'europe' },
  'Asia/Hong_Kong': { id: 62, offset: 480 },
  'Asia/Jakarta': { id: 66, offset: 420 },
  'Europe/Dublin': { id: 69, offset: 0, summer: 'europe' },
  'Asia/Kolkata': { id: 71, offset: 330 },
  'Europe/Rome': { id: 74, offset: 60, summer: 'europe' },
  'Asia/Tokyo': { id: 77, offset: 540 },
} as const satisfies Readonly<Record<string, TimeZone>>

/** The name of a time zone that an ad account can have. */
type TimeZoneName = keyof typeof timeZones

/** The names of the time zones that an ad account can have. */
export const timeZoneNames = Object.keys(timeZones) as TimeZoneName[]

/** Returns the number of a time zone at the live service. */
export const timeZoneId = (name: TimeZoneName): number => timeZones[name].id

/** Returns the first instant of the first Sunday from a day on. */
const sundayFrom = (day: number): number => day + ((7 - utc(day).getUTCDay()) % 7) * DAY_MS

/** Returns the first instant of the last Sunday of a month. */
const lastSunday = (year: number, month: number): number =>
  sundayFrom(monthStart(year, month + 1) - 7 * DAY_MS)

/** Whether it is summer time, by the rules of today. `offset` is that of standard time, in milliseconds. */
const isSummer: Readonly<Record<SummerTime, (instant: number, year: number, offset: number) => boolean>> = {
  // From the second Sunday of March at 02:00 to the first of November at 02:00 of summer time.
  america: (instant, year, offset) =>
    instant >= sundayFrom(monthStart(year, 2)) + 7 * DAY_MS + 2 * HOUR_MS - offset &&
    instant < sundayFrom(monthStart(year, 10)) + HOUR_MS - offset,
  // As in the rest of America until 2026-03-08 at 02:00, and summer time in all seasons since then.
  vancouver: (instant, year, offset) =>
    instant >= Date.UTC(2026, 2, 8, 10) || isSummer.america(instant, year, offset),
  // From the last Sunday of March to the last of October, at 01:00 UTC.
  europe: (instant, year) =>
    instant >= lastSunday(year, 2) + HOUR_MS && instant < lastSunday(year, 9) + HOUR_MS,
  // From the first Sunday of October to the first of April, at 02:00 of standard time.
  australia: (instant, year, offset) =>
    instant < sundayFrom(monthStart(year, 3)) + 2 * HOUR_MS - offset ||
    instant >= sundayFrom(monthStart(year, 9)) + 2 * HOUR_MS - offset,
}

/** Returns the offset of a time zone from UTC at an instant, in minutes. */
export function zoneOffset(name: TimeZoneName, instant: number): number {
  const { offset, summer }: TimeZone = timeZones[name]
  if (summer === undefined) return offset
  const year = utc(instant + offset * MINUTE_MS).getUTCFullYear()
  return isSummer[summer](instant, year, offset * MINUTE_MS) ? offset + 60 : offset
}
