import { DAY_MS, MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { shown } from '../../service/values/scalars.ts'
import { parseIso } from '../../service/values/times.ts'
import { instantAfter } from '../../world/time/durations.ts'
import { instantsOfLocalTime, localTimeAt, offsetAt } from '../../world/time/local-time.ts'
import { instantOf } from '../../world/time/time.ts'
import type { dayNames, Moment } from './value-schema.ts'

/** The longest search for a day: `next: year` from the second day of a leap year. */
const DAYS_MAX = 367

const CLOCK_TIME = /^([01]\d|2[0-3]):([0-5]\d)$/
const DATE = /^\d{4}-\d\d-\d\d$/
const ZONE = /^(?:UTC|[A-Z][A-Za-z_]*(?:\/[A-Za-z0-9_+-]+)+)$/

/** Throws a TypeError if there is no such zone. */
function checkZone(zone: string): void {
  if (ZONE.test(zone) && !Number.isNaN(offsetAt(zone, 0))) return
  throw new TypeError(`there is no time zone ${shown(zone)}: name one such as Europe/Berlin, or UTC`)
}

/** Returns the minutes of a time of the day. */
function minutesOf(time: string): number {
  const [, hours, minutes] = CLOCK_TIME.exec(time) ?? []
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes)
  throw new TypeError(`a time of the day looks like 09:00, got ${shown(time)}`)
}

const skipped = (zone: string, local: number): TypeError => {
  const shows = new Date(local).toISOString().slice(0, 16).replace('T', ' ')
  return new TypeError(
    `${shows} does not exist in ${zone}: the clocks skip it when they are put forward; choose another time`,
  )
}

type DayName = (typeof dayNames)[number]

const weekdayOrder = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Whether a day has a name. Its time is that of its clocks, as if it was UTC. */
function isNamed(day: Date, name: DayName): boolean {
  const weekday = day.getUTCDay()
  if (name === 'day') return true
  if (name === 'weekday') return weekday >= 1 && weekday <= 5
  if (name === 'month') return day.getUTCDate() === 1
  if (name === 'year') return day.getUTCDate() === 1 && day.getUTCMonth() === 0
  return weekdayOrder[weekday] === name
}

/** Returns the first instant after `now` at which it is this time on such a day in the zone. */
function nextInstant(name: DayName, time: string, zone: string, now: number): number {
  const minutes = minutesOf(time)
  checkZone(zone)
  const local = localTimeAt(zone, now)
  const midnight = local - (((local % DAY_MS) + DAY_MS) % DAY_MS)
  for (let days = 0; days <= DAYS_MAX; days += 1) {
    const day = midnight + days * DAY_MS
    if (!isNamed(new Date(day), name)) continue
    const shows = day + minutes * MINUTE_MS
    const [instant] = instantsOfLocalTime(zone, shows)
    if (instant === undefined && shows > local) throw skipped(zone, shows)
    if (instant !== undefined && instant > now) return instant
  }
  throw new TypeError(`there is no such day in the year after ${new Date(now).toISOString()}`)
}

/** Returns the instant of a date and a time in a zone. */
function dateInstant(date: string, time: string, zone: string): number {
  const day = DATE.test(date) ? parseIso(date) : undefined
  if (day === undefined) throw new TypeError(`a date looks like 2026-03-29, and exists; got ${shown(date)}`)
  const shows = day + minutesOf(time) * MINUTE_MS
  checkZone(zone)
  const [instant] = instantsOfLocalTime(zone, shows)
  if (instant === undefined) throw skipped(zone, shows)
  return instant
}

/**
 * Returns a moment in Unix milliseconds. Zones come from the tables of the runtime, and never from its own
 * zone. Throws a TypeError if the moment cannot be read, or does not exist in its zone.
 *
 * @param now The time of the world, in Unix milliseconds.
 */
export function instantOfMoment(moment: Moment, now: number): number {
  if (typeof moment === 'string') return instantOf(moment)
  if ('after' in moment) return instantAfter(now, moment.after)
  const { at = '00:00', in: zone = 'UTC' } = moment
  return 'next' in moment ? nextInstant(moment.next, at, zone, now) : dateInstant(moment.date, at, zone)
}

/** Checks a moment as far as the time of the world plays no part. Throws as `instantOfMoment` does. */
export function checkMoment(moment: Moment): void {
  if (typeof moment === 'string' || !('next' in moment)) instantOfMoment(moment, 0)
  else {
    minutesOf(moment.at ?? '00:00')
    checkZone(moment.in ?? 'UTC')
  }
}
