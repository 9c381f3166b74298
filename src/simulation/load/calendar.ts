import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { instantOfLocalTime, localTimeAt } from '../../world/time/local-time.ts'
import type { ArrivalProcess } from './arrivals.ts'
import { checkTimeZone } from './time-zone.ts'

/** The days of the week, as the option `days` names them. */
const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

type DayName = (typeof weekdayNames)[number]

/** The instants of a calendar. */
export interface CalendarOptions {
  /** The days of the week: every day if left out. */
  readonly days?: 'weekdays' | 'weekends' | readonly DayName[]
  /** The local times of each day, such as `09:00` or `17:30:15`: one or more. */
  readonly at: string | readonly string[]
  /** The time zone of the days and times: UTC if left out. */
  readonly timeZone?: string
}

/** The instants of a calendar: an actor waits for the next one when it yields the calendar. */
export interface Calendar extends ArrivalProcess {
  readonly kind: 'calendar'
  /** Returns the first instant after this one, in Unix milliseconds. */
  after(instant: number): number
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/** Returns the milliseconds from midnight, in ascending order. */
function timesOf(at: unknown): readonly number[] {
  const texts: readonly unknown[] = Array.isArray(at) ? at : [at]
  const times = texts.map((text) => {
    const [, hours, minutes, seconds = '0'] = TIME.exec(typeof text === 'string' ? text : '') ?? []
    return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  })
  if (times.length > 0 && times.every(Number.isSafeInteger))
    return [...new Set(times)].sort((left, right) => left - right)
  throw new TypeError(
    "The option at of calendar must be a time of day such as '09:00', or a list of one or more of them, " +
      `got ${shown(at)}`,
  )
}

function daysOf(days: unknown): ReadonlySet<number> {
  if (days === 'weekdays') return new Set([1, 2, 3, 4, 5])
  if (days === 'weekends') return new Set([0, 6])
  const places = Array.isArray(days) ? days.map((day) => weekdayNames.indexOf(day)) : []
  if (places.length > 0 && !places.includes(-1)) return new Set(places)
  throw new TypeError(
    `The option days of calendar must be weekdays, weekends or a list of ${weekdayNames.join(', ')}, ` +
      `got ${shown(days)}`,
  )
}

/**
 * Times of day on days of the week in a time zone, such as weekdays at nine in Berlin.
 *
 * When clocks are set forward, a time that they skip happens as if they had not been set: 02:30 becomes
 * 03:30. When they are set back, a time that they show twice happens once, the first time.
 */
export function calendar(options: CalendarOptions): Calendar {
  checkNames('calendar', 'option', options, ['days', 'at', 'timeZone'])
  const { days = weekdayNames, timeZone = 'UTC' } = options
  checkTimeZone('calendar', timeZone)
  const [times, chosen] = [timesOf(options.at), daysOf(days)]
  const after = (instant: number): number => {
    // The day before too: a time that its clocks skipped may lie in the next day.
    let midnight = (Math.floor(localTimeAt(timeZone, instant) / DAY_MS) - 1) * DAY_MS
    for (; ; midnight += DAY_MS) {
      if (!chosen.has(new Date(midnight).getUTCDay())) continue
      const instants = times.map((time) => instantOfLocalTime(timeZone, midnight + time))
      const next = Math.min(...instants.filter((one) => one > instant))
      if (next !== Number.POSITIVE_INFINITY) return next
    }
  }
  return {
    kind: 'calendar',
    after,
    *instants({ from }) {
      for (let at = after(from - 1); ; at = after(at)) yield at
    },
  }
}
