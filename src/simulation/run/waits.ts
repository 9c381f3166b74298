import { checkNames } from '../../world/handle/known-names.ts'
import type { Duration } from '../../world/time/durations.ts'
import { instantOf, type When } from '../../world/time/time.ts'
import type { Calendar } from '../load/calendar.ts'
import type { SeatRequest } from './resources.ts'

/** The condition or the length of time that an actor waits for when it yields. */
export type Wait = Duration | Until | Calendar | SeatRequest

/** A wait for an instant, or for a condition. */
export interface Until {
  readonly kind: 'until'
  /** The instant, in Unix milliseconds. */
  readonly at?: number
  /** The wait ends when it returns true. */
  readonly condition?: () => boolean
  /** The longest wait for the condition. */
  readonly within?: Duration
}

/**
 * A wait for an instant, or until a condition is true. The condition is asked after each step of the
 * simulation. The yield returns true; it returns false if the condition was not true within `within`.
 * Without `within` the actor waits until the end of the simulation at most, and then does not go on.
 */
export function until(what: When | (() => boolean), options: { readonly within?: Duration } = {}): Until {
  checkNames('until', 'option', options, ['within'])
  if (typeof what !== 'function')
    // The simulation checks it: the time of the world decides whether a number can be milliseconds.
    return { kind: 'until', at: instantOf(what, Number.NEGATIVE_INFINITY) }
  return { kind: 'until', condition: what, ...options }
}

/** Returns what a wait is, apart from a duration; undefined for a duration, and for anything unknown. */
export function kindOfWait(wait: unknown): 'until' | 'calendar' | 'seat' | undefined {
  if (typeof wait !== 'object' || wait === null || !('kind' in wait)) return undefined
  const { kind } = wait
  return kind === 'until' || kind === 'calendar' || kind === 'seat' ? kind : undefined
}
