import { shown } from '../../service/values/scalars.ts'
import { type FixedDuration, millisecondsOf } from '../../world/time/durations.ts'

/**
 * Reads a duration of fixed length. Throws a TypeError that names the option if it is no duration, or shorter
 * than `least`.
 */
export function durationOption(owner: string, option: string, value: FixedDuration, least = 0): number {
  let length = Number.NaN
  try {
    length = millisecondsOf(value)
  } catch {
    // Reported below.
  }
  if (length >= least) return length
  throw new TypeError(
    `The option ${option} of ${owner} must be a duration such as '30m' of at least ${least} milliseconds, ` +
      `got ${typeof value === 'number' ? value : shown(value)}`,
  )
}
