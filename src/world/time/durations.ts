import { addBusinessDays } from 'date-fns/addBusinessDays'
import { addMonths } from 'date-fns/addMonths'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../engine/values/milliseconds.ts'
import { shown } from '../../service/values/scalars.ts'
import { utc } from '../../service/values/times.ts'

/** The units of fixed length, in milliseconds. A day has 24 hours, because the clock is in UTC. */
const fixedUnits = {
  weeks: 7 * DAY_MS,
  days: DAY_MS,
  hours: HOUR_MS,
  minutes: MINUTE_MS,
  seconds: SECOND_MS,
  milliseconds: 1,
} as const

type FixedUnit = keyof typeof fixedUnits

/** The units whose length depends on the date. */
const calendarUnits = ['years', 'months', 'businessDays'] as const

type Unit = FixedUnit | (typeof calendarUnits)[number]

const abbreviations = {
  ms: 'milliseconds',
  s: 'seconds',
  m: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
} as const

/** A text such as `1 month` or `2 months`. */
type Spelled<Units extends string> = Units extends `${infer Word}s` ? `${number} ${Word}${'' | 's'}` : never

/** A text such as `25h`. */
type Short = `${number}${keyof typeof abbreviations}`

/** Several lengths in one text, such as `12h 1m` or `1h30m`. A type of all of them would be huge. */
type Combined = `${Short | Spelled<FixedUnit>} ${string}` | `${number}h${number}m`

/** A duration of fixed length: milliseconds, or a text such as `25h`, `12h 1m` or `2 weeks`. */
export type FixedDuration =
  | number
  | Short
  | `${number} ${keyof typeof abbreviations}`
  | Spelled<FixedUnit>
  | Combined

/** The amounts of units. */
type Amounts = { readonly [unit in Unit]?: number }

/**
 * A duration: milliseconds, a text such as `25h`, `12h 1m`, `2 weeks`, `3 business days` or `P1M2DT3H`
 * (ISO 8601), or an object such as `{ months: 1, days: 2 }`.
 */
export type Duration = FixedDuration | Spelled<'years' | 'months' | 'business days'> | `P${string}` | Amounts

/** Lengths such as `25h`, `25 h`, `2 weeks` or `3 business days`. */
const LENGTHS = /^(?:\d+(?:\.\d+)? ?(?:business days?|[a-z]+) ?)+$/
const AMOUNT_OR_UNIT = /[\d.]+|business days?|[a-z]+/g
/** The longest text of a duration. */
const CHARACTERS_MAX = 100

const ISO = /^P([^T]*)(?:T(.+))?$/
const ISO_DATE = /^(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?$/
const ISO_TIME = /^(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$/
/** The units of the groups of `ISO_DATE` and `ISO_TIME`. */
const isoUnits = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const

const isKey = <T extends object>(name: string, table: T): name is Extract<keyof T, string> =>
  Object.hasOwn(table, name)

/** Parses an ISO 8601 duration. */
function amountsInIso(text: string): Amounts | undefined {
  const [, date = '', time = ''] = ISO.exec(text) ?? []
  const [dateParts, timeParts] = [ISO_DATE.exec(date), ISO_TIME.exec(time)]
  if (date + time === '' || !dateParts || !timeParts) return undefined
  const parts = [...dateParts.slice(1), ...timeParts.slice(1)]
  return Object.fromEntries(isoUnits.map((unit, index) => [unit, Number(parts[index] ?? 0)]))
}

/** Returns the unit of a word; the word itself if there is none. */
function unitOf(word: string): string {
  if (isKey(word, abbreviations)) return abbreviations[word]
  return word.startsWith('business ') ? 'businessDays' : word.endsWith('s') ? word : `${word}s`
}

/** Parses a text of lengths. The units of the result may be unknown. A unit has one length. */
function amountsOfLengths(text: string): object | undefined {
  if (!LENGTHS.test(text)) return undefined
  const words = text.match(AMOUNT_OR_UNIT) ?? []
  const lengths = words.flatMap((word, index) =>
    index % 2 === 0 ? [] : [[unitOf(word), Number(words[index - 1])] as const],
  )
  const amounts = Object.fromEntries(lengths)
  return Object.keys(amounts).length === lengths.length ? amounts : undefined
}

/** Parses a text. The units of the result may be unknown. */
const amountsInText = (text: string): object | undefined =>
  text.length > CHARACTERS_MAX ? undefined : (amountsOfLengths(text) ?? amountsInIso(text))

const isUnit = (name: string): name is Unit =>
  isKey(name, fixedUnits) || calendarUnits.some((unit) => unit === name)

const isWhole = (unit: Unit, amount: number): boolean =>
  isKey(unit, fixedUnits) || Number.isSafeInteger(amount)

/** Whether an object has one or more units, each with a possible amount. `read` checks the signs. */
function isAmounts(value: object): value is Amounts {
  const entries = Object.entries(value)
  return (
    entries.length > 0 &&
    entries.every(([unit, amount]) => isUnit(unit) && Number.isFinite(amount) && isWhole(unit, amount))
  )
}

function amountsIn(duration: unknown): Amounts | undefined {
  if (typeof duration === 'number')
    return Number.isSafeInteger(duration) ? { milliseconds: duration } : undefined
  const amounts = typeof duration === 'string' ? amountsInText(duration) : duration
  return typeof amounts === 'object' && amounts !== null && isAmounts(amounts) ? amounts : undefined
}

/** Whether a text is a duration before now, such as `-1h`. */
const isNegativeText = (duration: unknown): boolean =>
  typeof duration === 'string' &&
  duration.includes('-') &&
  amountsIn(duration.replaceAll(/-(?=[\dP])/g, '')) !== undefined

/** The amounts of texts that were read: a simulation reads the same few again and again. */
const knownTexts = new Map<string, Amounts>()
const KNOWN_TEXTS_MAX = 1_000

/** Reads a duration. Throws a TypeError or, for a negative one, a RangeError. */
function read(duration: Duration): Amounts {
  if (typeof duration !== 'string') return readAnew(duration)
  const known = knownTexts.get(duration)
  if (known) return known
  const amounts = readAnew(duration)
  if (knownTexts.size >= KNOWN_TEXTS_MAX) knownTexts.clear()
  knownTexts.set(duration, amounts)
  return amounts
}

function readAnew(duration: Duration): Amounts {
  const amounts = amountsIn(duration)
  const got = typeof duration === 'number' ? duration : shown(duration)
  if (isNegativeText(duration) || Object.values(amounts ?? {}).some((amount) => amount < 0))
    throw new RangeError(`Time moves forward only: got ${got}. Use history.at(n) to look back`)
  if (amounts) return amounts
  throw new TypeError(
    "A duration is whole milliseconds, a text such as '25h', '12h 1m', '2 weeks', '1 month', " +
      "'3 business days' or 'P1M2DT3H', or an object of numbers with years, months, weeks, days, " +
      'businessDays, hours, minutes, seconds or milliseconds, of which years, months and businessDays are ' +
      `whole; got ${got}`,
  )
}

/** The milliseconds of the units of fixed length. */
function fixedPart(amounts: Amounts): number {
  const parts = Object.entries(amounts).map(([unit, amount]) =>
    isKey(unit, fixedUnits) ? amount * fixedUnits[unit] : 0,
  )
  return Math.round(parts.reduce((sum, part) => sum + part, 0))
}

/** Whether a text is a duration. */
export const isDuration = (text: string): boolean => amountsIn(text) !== undefined

/** Whether a duration is a number of milliseconds, which most of a simulation are. */
const isMilliseconds = (duration: unknown): duration is number =>
  typeof duration === 'number' && Number.isSafeInteger(duration) && duration >= 0

/** Reads a duration of fixed length in milliseconds. Throws as `read` does. */
export function millisecondsOf(duration: FixedDuration): number {
  if (isMilliseconds(duration)) return duration
  const amounts = read(duration)
  if (calendarUnits.some((unit) => amounts[unit]))
    throw new TypeError(`Here a duration has no years, months or business days; got ${shown(duration)}`)
  return fixedPart(amounts)
}

/**
 * Adds a duration to an instant in Unix milliseconds: first years and months, then business days, then the
 * rest. A date that the month does not have becomes the last day of the month. A business day is a day from
 * Monday to Friday. The result is infinite if a `Date` cannot represent it.
 */
export function instantAfter(from: number, duration: Duration): number {
  if (isMilliseconds(duration)) return from + duration
  const amounts = read(duration)
  const { years = 0, months = 0, businessDays = 0 } = amounts
  if (years === 0 && months === 0 && businessDays === 0) return from + fixedPart(amounts)
  const month = addMonths(from, years * 12 + months, { in: utc })
  const date = addBusinessDays(month, businessDays, { in: utc }).getTime()
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date + fixedPart(amounts)
}

const largestFirst = ['d', 'h', 'm', 's', 'ms'] as const

/** Returns a length of time in its largest whole unit up to days: 25 hours are `[25, 'h']`. */
export function inWholeUnits(milliseconds: number): readonly [number, (typeof largestFirst)[number]] {
  const unit = largestFirst.find((one) => milliseconds % fixedUnits[abbreviations[one]] === 0) ?? 'ms'
  return [milliseconds / fixedUnits[abbreviations[unit]], unit]
}
