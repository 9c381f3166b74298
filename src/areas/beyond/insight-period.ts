import { object } from '../../graph/values/compounds.ts'
import { datetime, dayOf, utc } from '../../graph/values/times.ts'

const DAY = 86_400_000

/** The periods of insights that have a name. Those of n days end yesterday. */
export const insightPresets = [
  'today',
  'yesterday',
  'last_3d',
  'last_7d',
  'last_14d',
  'last_28d',
  'last_30d',
  'last_90d',
  'this_month',
  'last_month',
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

const monthStart = (time: number, monthsBefore = 0): number => {
  const date = utc(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBefore, 1)
}

/**
 * Returns the period of a preset.
 *
 * @param first The start of the longest period.
 */
export function presetPeriod(preset: (typeof insightPresets)[number], now: number, first: number): Period {
  const today = dayOf(now)
  if (preset === 'today') return { since: today, until: today }
  if (preset === 'maximum') return { since: dayOf(first), until: today }
  if (preset === 'this_month') return { since: monthStart(now), until: today }
  if (preset === 'last_month') return { since: monthStart(now, 1), until: monthStart(now) - DAY }
  const days = preset === 'yesterday' ? 1 : Number(/\d+/.exec(preset)?.[0])
  return { since: today - days * DAY, until: today - DAY }
}
