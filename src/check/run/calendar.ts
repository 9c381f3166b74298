/** An instant of the calendar at which programs go wrong. */
export const turns = ['hour', 'day', 'month', 'clock change'] as const

/** A turn of the calendar: the end of an hour, a day or a month, or a change of daylight-saving time. */
export type Turn = (typeof turns)[number]

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Days within which a zone with daylight-saving time changes its clocks. */
const CHANGE_WITHIN = 366

/** Returns a function that gives the offset of a zone from UTC at an instant, both in milliseconds. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23' },
    ...{
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    },
  })
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000
  }
}

/** The start of the next hour, day or month of a clock that shows `local`, as that clock shows it. */
function nextStart(local: number, turn: Exclude<Turn, 'clock change'>): number {
  if (turn === 'hour') return (Math.floor(local / HOUR) + 1) * HOUR
  if (turn === 'day') return (Math.floor(local / DAY) + 1) * DAY
  const date = new Date(local)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The first instant with another offset, to the second; undefined if there is none within a year. */
function nextChange(now: number, offsetAt: (at: number) => number): number | undefined {
  const offset = offsetAt(now)
  for (let day = 1; day <= CHANGE_WITHIN; day++) {
    if (offsetAt(now + day * DAY) === offset) continue
    let [before, after] = [now + (day - 1) * DAY, now + day * DAY]
    while (after - before > 1_000) {
      const middle = Math.floor((before + after) / 2_000) * 1_000
      if (offsetAt(middle) === offset) before = middle
      else after = middle
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
  const offsetAt = offsetsOf(timeZone)
  if (turn === 'clock change') return nextChange(now, offsetAt) ?? nextTurn(now, 'month', timeZone)
  const start = nextStart(now + offsetAt(now), turn)
  // The offset may change before that start: it counts as it is there.
  const guess = start - offsetAt(now)
  return start - offsetAt(guess)
}
