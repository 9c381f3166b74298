import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import type { Duration } from '../../world/time/durations.ts'
import { instantOf, type When } from '../../world/time/time.ts'
import type { Calendar } from '../load/calendar.ts'
import type { ResourceRequest } from './resources.ts'

/** The condition or the length of time that an actor waits for when it yields. */
export type Wait = Duration | Until | Calendar | ResourceRequest | AnyOf

/** What a yield returns: whether the wait came to its end, or the place of the first of several. */
export type WaitResult = boolean | number

/** A wait for the first of several. */
export interface AnyOf {
  readonly kind: 'any'
  readonly waits: readonly Wait[]
}

const WAITS_MAX = 100

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

/**
 * A wait for the first of several. The yield returns its place in the list, from 0, and the others are
 * withdrawn: a request leaves the queue, as one that gave up.
 */
export function any(waits: readonly Wait[]): AnyOf {
  if (Array.isArray(waits) && waits.length >= 1 && waits.length <= WAITS_MAX) return { kind: 'any', waits }
  throw new TypeError(`any takes a list of 1 to ${WAITS_MAX} waits, got ${shown(waits)}`)
}

const kinds = ['until', 'calendar', 'request', 'any'] as const

/** Returns what a wait is, apart from a duration; undefined for a duration, and for anything unknown. */
export function kindOfWait(wait: unknown): (typeof kinds)[number] | undefined {
  if (typeof wait !== 'object' || wait === null || !('kind' in wait)) return undefined
  return kinds.find((kind) => kind === wait.kind)
}
