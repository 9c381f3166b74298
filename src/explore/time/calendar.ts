import { DAY_MS, HOUR_MS } from '../../engine/values/milliseconds.ts'
import { instantOfLocalTime, localTimeAt, offsetAt } from '../../world/time/local-time.ts'

/** An instant of the calendar at which programs go wrong. */
export const turns = ['hour', 'day', 'month', 'clock change'] as const

/** A turn of the calendar: the end of an hour, a day or a month, or a change of daylight-saving time. */
export type Turn = (typeof turns)[number]

/** Days within which a zone with daylight-saving time changes its clocks. */
const CHANGE_WITHIN = 366

/** The start of the next hour, day or month of a clock that shows `local`, as that clock shows it. */
function nextStart(local: number, turn: Exclude<Turn, 'clock change'>): number {
  if (turn === 'hour') return (Math.floor(local / HOUR_MS) + 1) * HOUR_MS
  if (turn === 'day') return (Math.floor(local / DAY_MS) + 1) * DAY_MS
  const date = new Date(local)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The first instant with another offset, to the second; undefined if there is none within a year. */
function nextChange(now: number, timeZone: string): number | undefined {
  const offset = offsetAt(timeZone, now)
  const isChanged = (at: number) => offsetAt(timeZone, at) !== offset
  for (let day = 1; day <= CHANGE_WITHIN; day++) {
    if (!isChanged(now + day * DAY_MS)) continue
    let [before, after] = [now + (day - 1) * DAY_MS, now + day * DAY_MS]
    while (after - before > 1_000) {
      const middle = Math.floor((before + after) / 2_000) * 1_000
      if (isChanged(middle)) after = middle
      else before = middle
    }
    return after
  }
  return undefined
}

/**
 * Returns the instant of the next turn of the calendar in a zone, in Unix milliseconds. In a zone that never
 * changes its clocks, the end of the month takes the place of the change.
 */
export function nextTurn(now: number, turn: Turn, timeZone = 'UTC'): number {
  if (turn === 'clock change') return nextChange(now, timeZone) ?? nextTurn(now, 'month', timeZone)
  return instantOfLocalTime(timeZone, nextStart(localTimeAt(timeZone, now), turn))
}
