import { LATEST } from '../../engine/state/clock.ts'
import { parseIso } from '../../graph/values/times.ts'

/** An instant: Unix milliseconds, an ISO 8601 text with an offset or Z, or a Date. */
export type When = number | string | Date

// `instanceof` would not recognize a Date of another realm, such as an iframe.
const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]'

/** Converts an instant to Unix milliseconds. Throws a TypeError if it has none of the accepted forms. */
export function instantOf(when: When): number {
  const read = typeof when === 'string' ? parseIso(when) : isDate(when) ? when.getTime() : (when as unknown)
  if (typeof read === 'number' && Number.isSafeInteger(read) && Math.abs(read) <= LATEST) return read
  throw new TypeError(
    'An instant is Unix milliseconds, an ISO 8601 text such as 2026-01-15T09:00:00Z, or a valid Date; ' +
      `got ${String(when)}`,
  )
}

/** Writes an instant as text, to the second if it has no milliseconds. */
export const instantText = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z')
