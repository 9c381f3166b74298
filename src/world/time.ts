import { LATEST } from '../engine/clock.ts'
import { parseIso } from '../graph/values/times.ts'

/** An instant: Unix milliseconds, an ISO 8601 text with an offset or Z, or a Date. */
export type When = number | string | Date

/** A length of time: milliseconds, or a number with a unit such as `25h`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

// A Date of another realm is one too.
const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]'

/** Reads an instant as Unix milliseconds; throws a TypeError that says what an instant looks like. */
export function instantOf(when: When): number {
  const read = typeof when === 'string' ? parseIso(when) : isDate(when) ? when.getTime() : (when as unknown)
  if (typeof read === 'number' && Number.isSafeInteger(read) && Math.abs(read) <= LATEST) return read
  throw new TypeError(
    'An instant is Unix milliseconds, an ISO 8601 text such as 2026-01-15T09:00:00Z, or a valid Date; ' +
      `got ${String(when)}`,
  )
}

/** Reads a length of time in milliseconds; throws a TypeError or, for a negative one, a RangeError. */
export function durationOf(duration: Duration): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(String(duration)) ?? []
  const factor = unit === undefined ? 1 : units[unit as keyof typeof units]
  const read =
    typeof duration === 'number'
      ? duration
      : amount === undefined
        ? Number.NaN
        : Math.round(Number(amount) * factor)
  if (typeof duration === 'number' && duration < 0)
    throw new RangeError(`Time does not run backwards: got ${duration}. Use history.at(n) to look back`)
  if (Number.isSafeInteger(read)) return read
  throw new TypeError(
    `A length of time is whole milliseconds or a text such as '90s', '25h' or '3d'; got ${String(duration)}`,
  )
}
