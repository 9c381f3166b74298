import { LATEST } from '../../engine/state/clock.ts'
import { shown } from '../../service/values/scalars.ts'
import { parseIso } from '../../service/values/times.ts'
import { isDuration } from './durations.ts'

/** An instant: Unix milliseconds, an ISO 8601 text with an offset or Z, or a Date. */
export type When = number | string | Date

// `instanceof` would not recognize a Date of another realm, such as an iframe.
const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]'

const isInstant = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= LATEST

/**
 * Numbers that are Unix seconds of the years 1973 to 2286. As milliseconds they lie in the first four months
 * of 1970, and whoever means those can write them as text.
 */
const SECONDS_MIN = 100_000_000
const SECONDS_MAX = 10_000_000_000

/** Returns the problem of a number that looks like Unix seconds; undefined for any other number. */
export function secondsProblem(value: number): string | undefined {
  if (!(value >= SECONDS_MIN && value < SECONDS_MAX)) return undefined
  const meant = Math.round(value * 1000)
  return (
    `${value} looks like Unix seconds, and an instant is Unix milliseconds: write ${meant} for ` +
    `${instantText(meant)}, or '${instantText(value)}' as text if you mean 1970`
  )
}

/** Returns the problem of a text that is a number, with the ISO 8601 text to write instead. */
function numberTextProblem(text: string): string | undefined {
  if (!/^\d{9,15}(\.\d{1,9})?$/.test(text)) return undefined
  const instant = secondsProblem(Number(text)) === undefined ? Number(text) : Number(text) * 1000
  if (instant > LATEST) return undefined
  return `An instant as text is ISO 8601, and ${text} is a number: write ${instantText(instant)}`
}

/** Returns what to write in place of a text that is no instant. Empty if the text does not show it. */
function formProblem(when: unknown): string {
  if (typeof when !== 'string') return ''
  if (parseIso(`${when}Z`) !== undefined) return `, which has no offset: write ${when}Z for UTC`
  return isDuration(when) ? `, which is a duration: clock.advance('${when}') moves by it` : ''
}

const problemOf = (when: unknown, clock: number): string | undefined => {
  if (typeof when === 'number') return when >= clock ? undefined : secondsProblem(when)
  return typeof when === 'string' ? numberTextProblem(when) : undefined
}

/**
 * Converts an instant to Unix milliseconds. Throws a TypeError if it has none of the accepted forms, or is a
 * number that looks like seconds.
 *
 * @param clock The time of the world, if there is one: a number from then on is taken as it is.
 */
export function instantOf(when: When, clock: number = Number.POSITIVE_INFINITY): number {
  const problem = problemOf(when, clock)
  if (problem !== undefined) throw new TypeError(problem)
  const read = typeof when === 'string' ? parseIso(when) : isDate(when) ? when.getTime() : (when as unknown)
  if (isInstant(read)) return read
  throw new TypeError(
    'An instant is Unix milliseconds, an ISO 8601 text such as 2026-01-15T09:00:00Z, or a valid Date; ' +
      `got ${String(when)}${formProblem(when)}`,
  )
}

/** Writes an instant as text, to the second if it has no milliseconds. */
export const instantText = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z')

/** Writes the instant that an input names. A refused input may name any value, which is written as JSON. */
export const namedInstantText = (value: unknown): string =>
  isInstant(value) ? instantText(value) : shown(value)
