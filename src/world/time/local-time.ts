import { tzOffset } from '@date-fns/tz/tzOffset'
import { keepLast } from '../../engine/values/keep-last.ts'
import { DAY_MS, MINUTE_MS } from '../../engine/values/milliseconds.ts'

/** Maximum instants of a time zone whose offsets are kept: the hours of a year. */
const OFFSETS_MAX = 10_000

// Replications of a simulation ask for the same instants, and the runtime takes microseconds for each.
const keptOffsets = keepLast<Map<number, number>>(16)

/**
 * Returns the offset of a time zone from UTC at an instant, in milliseconds; NaN if the runtime knows no
 * such zone. The tables of the runtime decide, never its own zone.
 */
export function offsetAt(timeZone: string, instant: number): number {
  if (timeZone === 'UTC') return 0
  const kept = keptOffsets(timeZone, () => new Map())
  let offset = kept.get(instant)
  if (offset === undefined) {
    offset = Math.round(tzOffset(timeZone, new Date(instant)) * MINUTE_MS)
    if (kept.size >= OFFSETS_MAX) kept.clear()
    kept.set(instant, offset)
  }
  return offset
}

/**
 * Returns what the clocks of a zone show at an instant, as the instant at which those in UTC show the same.
 */
export const localTimeAt = (timeZone: string, instant: number): number =>
  instant + offsetAt(timeZone, instant)

/**
 * Returns the instants at which the clocks of a zone show a time, in order: two where they are set back,
 * and none where they are set forward and skip it.
 *
 * @param local What the clocks show, as the instant at which those in UTC show the same.
 */
export function instantsOfLocalTime(timeZone: string, local: number): number[] {
  // The clocks are set at most once in the two days around.
  const offsets = new Set([offsetAt(timeZone, local - DAY_MS), offsetAt(timeZone, local + DAY_MS)])
  return [...offsets]
    .map((offset) => local - offset)
    .filter((instant) => localTimeAt(timeZone, instant) === local)
    .sort((a, b) => a - b)
}

/**
 * Returns the instant at which the clocks of a zone show a time. A time that they show twice gives the first
 * instant. A time that they skip gives the instant as if they had not been set: 02:30 becomes 03:30. Java,
 * RFC 5545 and Temporal do the same.
 *
 * @param local What the clocks show, as the instant at which those in UTC show the same.
 */
export function instantOfLocalTime(timeZone: string, local: number): number {
  const [first = local - offsetAt(timeZone, local - DAY_MS)] = instantsOfLocalTime(timeZone, local)
  return first
}
