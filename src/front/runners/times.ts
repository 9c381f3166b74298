import { shown } from '../../service/values/scalars.ts'

/** How often something is expected. */
export interface Wanted {
  /** Exactly so often. If left out: once, and not at all under `not`. */
  readonly times: number | undefined
  /** Whether the matcher stands behind `not`. */
  readonly isNot: boolean | undefined
}

/** Throws a TypeError if a number of times is no whole number of at least 0. */
export function checkTimes(matcher: string, times: unknown): void {
  if (times === undefined || (Number.isSafeInteger(times) && Number(times) >= 0)) return
  throw new TypeError(`${matcher}: times must be a whole number of at least 0, got ${shown(times)}`)
}

/**
 * Whether a matcher passes that found so many. Under `not` a runner turns the result round: without `times`,
 * one that is there twice is there, too.
 */
export const isCounted = (count: number, { times, isNot }: Wanted): boolean =>
  times === undefined && isNot ? count > 0 : count === (times ?? 1)

/** Writes what is expected, such as "exactly 2 published posts". */
export function countedText({ times, isNot }: Wanted, thing: string): string {
  if (times === undefined) return isNot ? `no ${thing}` : `exactly one ${thing}`
  return `${isNot ? 'a number other than' : 'exactly'} ${times} ${thing}${times === 1 ? '' : 's'}`
}
