import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { object } from '../../service/values/compounds.ts'
import { datetime, dayOf, monthStart, utc } from '../../service/values/times.ts'

/** The periods of insights that have a name. Those of n days end yesterday; weeks begin as they say. */
export const insightPresets = [
  'today',
  'yesterday',
  'last_3d',
  'last_7d',
  'last_14d',
  'last_28d',
  'last_30d',
  'last_90d',
  'this_week_sun_today',
  'this_week_mon_today',
  'last_week_sun_sat',
  'last_week_mon_sun',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'data_maximum',
  'maximum',
] as const

/** The parameter `time_range`: two dates, both inclusive. */
export const timeRange = object({
  /** The first day. */
  since: datetime,
  /** The last day, included. */
  until: datetime,
})

/** A period of whole days in UTC: the first instants of its first and its last day. */
export interface Period {
  readonly since: number
  readonly until: number
}

/** Returns the first instant of the month of an instant, or of a month before or after it. */
function monthOf(time: number, monthsLater = 0): number {
  const date = utc(time)
  return monthStart(date.getUTCFullYear(), date.getUTCMonth() + monthsLater)
}

const quarterStart = (time: number): number => monthOf(time, -(utc(time).getUTCMonth() % 3))

const yearStart = (time: number): number => monthOf(time, -utc(time).getUTCMonth())

/** Returns the first instant of a week. `first` is the day on which weeks begin, 0 for Sunday. */
const weekStart = (time: number, first: 0 | 1): number =>
  dayOf(time) - ((utc(time).getUTCDay() - first + 7) % 7) * DAY_MS

type Preset = (typeof insightPresets)[number]

/** The starts of the calendar periods: of the current one, and of the one before it. */
const calendars: readonly (readonly [name: string, start: (time: number) => number])[] = [
  ['week_sun', (time) => weekStart(time, 0)],
  ['week_mon', (time) => weekStart(time, 1)],
  ['month', monthOf],
  ['quarter', quarterStart],
  ['year', yearStart],
]

/** Returns the period of a calendar unit: this one until today, or the whole one before it. */
function calendarPeriod(preset: Preset, now: number): Period | undefined {
  const [, which, unit = ''] = /^(this|last)_(\w+)$/.exec(preset) ?? []
  const [, start] = calendars.find(([name]) => unit.startsWith(name)) ?? []
  if (!start) return undefined
  const current = start(now)
  if (which === 'this') return { since: current, until: dayOf(now) }
  return { since: start(current - DAY_MS), until: current - DAY_MS }
}

/**
 * Returns the period of a preset.
 *
 * @param first The start of the longest period.
 */
export function presetPeriod(preset: Preset, now: number, first: number): Period {
  const today = dayOf(now)
  if (preset === 'today') return { since: today, until: today }
  if (preset === 'maximum' || preset === 'data_maximum')
    return { since: Math.min(dayOf(first), today), until: today }
  const calendar = calendarPeriod(preset, now)
  if (calendar) return calendar
  const days = preset === 'yesterday' ? 1 : Number(/\d+/.exec(preset)?.[0])
  return { since: today - days * DAY_MS, until: today - DAY_MS }
}

/** The steps by which a period is divided: days, calendar months, or none. */
export type Increment = number | 'monthly' | 'all_days'

/** Returns the part of a period that has a day, by the steps of an increment. */
export function partOf(period: Period, increment: Increment, day: number): Period {
  if (increment === 'all_days') return period
  const { since, until } = period
  if (increment === 'monthly')
    return { since: Math.max(since, monthOf(day)), until: Math.min(until, monthOf(day, 1) - DAY_MS) }
  const length = increment * DAY_MS
  const start = since + Math.floor((day - since) / length) * length
  return { since: start, until: Math.min(until, start + length - DAY_MS) }
}
