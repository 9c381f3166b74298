import { tzOffset } from '@date-fns/tz/tzOffset'
import { shown } from '../graph/values/scalars.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Throws a TypeError unless the name is a time zone that the runtime knows. */
export function checkTimeZone(owner: string, timeZone: unknown): asserts timeZone is string {
  if (typeof timeZone === 'string' && !Number.isNaN(tzOffset(timeZone, new Date(0)))) return
  throw new TypeError(
    `The option timeZone of ${owner} must be a time zone such as Europe/Berlin or UTC, got ` +
      `${shown(timeZone)}`,
  )
}

/**
 * Returns what the clocks of a zone show at an instant, as the instant at which those in UTC show the same.
 */
export const localTimeAt = (timeZone: string, instant: number): number =>
  timeZone === 'UTC' ? instant : instant + tzOffset(timeZone, new Date(instant)) * MINUTE

/**
 * Returns the instant at which the clocks of a zone show a time. A time that they show twice, when they are
 * set back, gives the first instant. A time that they skip, when they are set forward, gives the instant as
 * if they had not been set: 02:30 becomes 03:30. Java, RFC 5545 and Temporal do the same.
 *
 * @param local What the clocks show, as the instant at which those in UTC show the same.
 */
export function instantOfLocalTime(timeZone: string, local: number): number {
  if (timeZone === 'UTC') return local
  // The clocks are set at most once in the two days around.
  const before = local - tzOffset(timeZone, new Date(local - DAY)) * MINUTE
  const after = local - tzOffset(timeZone, new Date(local + DAY)) * MINUTE
  const first = Math.min(before, after)
  if (localTimeAt(timeZone, first) === local) return first
  const last = Math.max(before, after)
  return localTimeAt(timeZone, last) === local ? last : before
}
