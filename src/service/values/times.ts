import { UTCDateMini } from '@date-fns/utc/date/mini'
import { formatISO } from 'date-fns/formatISO'
import { parseISO } from 'date-fns/parseISO'
import { LATEST } from '../../engine/state/clock.ts'
import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { absent, readInt64, scalar } from './scalars.ts'

// The first instant of the year 0, because a year has four digits.
const EARLIEST = -62_167_219_200_000

/** Returns the milliseconds if they are in the years 0 to 9999, or undefined. */
export const inRange = (milliseconds: number): number | undefined =>
  milliseconds >= EARLIEST && milliseconds <= LATEST ? milliseconds : undefined

// Unix milliseconds from 2001 to 2286. As seconds, they are in a year with five digits or more.
const [MILLISECONDS_MIN, MILLISECONDS_MAX] = [1e12, 1e13]

/** Whether a number is Unix milliseconds, such as `Date.now()`. The service has seconds. */
export const isMillisecondTime = (value: unknown): boolean =>
  Number(value) >= MILLISECONDS_MIN && Number(value) < MILLISECONDS_MAX

/** Returns what to send in place of a time in milliseconds. */
export const secondsInstead = (value: unknown): string =>
  `which is in milliseconds: send seconds, ${Math.floor(Number(value) / 1000)}`

/** The end of a message about a time that is no time in seconds. */
export const millisecondsAdvice = (raw: unknown): string =>
  (typeof raw === 'number' || typeof raw === 'string') && isMillisecondTime(raw)
    ? `, ${secondsInstead(raw)}`
    : ''

const fromSeconds = (seconds: number): number | undefined => inRange(Math.round(seconds * 1000))

/** A Unix time in whole seconds, read as milliseconds (CNV-019). */
export const timestamp = scalar<number, number | string>(
  'a Unix time in whole seconds',
  (raw) => {
    const seconds = readInt64(raw)
    return typeof seconds === 'number' ? fromSeconds(seconds) : undefined
  },
  { type: 'integer', format: 'unix-seconds' },
  millisecondsAdvice,
)

/** A Unix time in seconds to compare with. Unlike a `timestamp`, it may be outside the years 0 to 9999. */
export const unixSeconds = scalar<number, number | string>(
  'a Unix time in whole seconds',
  (raw) => {
    const seconds = readInt64(raw)
    return seconds === undefined ? undefined : Number(seconds)
  },
  { type: 'integer', format: 'unix-seconds' },
)

/** Makes date-fns compute in UTC, not in the zone of the host: `addMonths(instant, 1, { in: utc })`. */
export const utc = (instant: number | string | Date): Date => new UTCDateMini(Number(instant))

const ISO =
  /^\d{4}-\d\d-\d\d(?:[T ](?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?\d\d))?$/

/** Parses an ISO 8601 text with an offset or Z, or a date (midnight UTC). Returns milliseconds (SIL-023). */
export function parseIso(text: string): number | undefined {
  if (!ISO.test(text)) return undefined
  // parseISO multiplies the fraction of a second inexactly: 1.001 becomes 1000 milliseconds.
  const [fraction = ''] = /\.\d+/.exec(text) ?? []
  const seconds = parseISO(text.replace(fraction, ''), { in: utc }).getTime()
  return inRange(seconds + Number(fraction.slice(1, 4).padEnd(3, '0')))
}

function readInstant(raw: unknown): number | undefined {
  const seconds = readInt64(raw)
  if (typeof seconds === 'number') return fromSeconds(seconds)
  // The official Node client sends a Date in a query between quotes.
  return typeof raw === 'string' ? parseIso(raw.replace(/^"(.*)"$/, '$1')) : undefined
}

/** An instant: ISO 8601 with an offset or Z, a date, or Unix seconds; read as milliseconds (SIL-023). */
export const datetime = scalar<number, number | string>(
  'an ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds',
  readInstant,
  { type: 'string', format: 'date-time' },
  millisecondsAdvice,
)

/** An instant that bounds a list, as a `datetime`. An empty text bounds nothing (SIL-014). */
export const boundTime = scalar<number, number | string>(
  'an ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds',
  (raw) => (raw === '' ? absent : readInstant(raw)),
  { type: 'string', format: 'date-time' },
  millisecondsAdvice,
)

/** An instant whose Unix seconds may have a fraction; read as milliseconds (SIL-021). */
export const floatTime = scalar<number, number | string>(
  'a Unix time in seconds or an ISO 8601 time with an offset',
  (raw) => {
    const seconds = typeof raw === 'string' && /^-?\d{1,13}(\.\d{1,9})?$/.test(raw) ? Number(raw) : raw
    return typeof seconds === 'number' ? fromSeconds(seconds) : readInstant(raw)
  },
  { type: 'number', format: 'unix-seconds' },
  millisecondsAdvice,
)

// The last date that was formatted. The rows of a list have few different dates.
let lastDay = Number.NaN
let lastDayText = ''

/** Returns a datetime as the service writes it: `YYYY-MM-DDThh:mm:ss+0000` (CNV-018, SIL-022). */
export function isoTime(milliseconds: number): string {
  const today = Math.floor(milliseconds / DAY_MS)
  if (today !== lastDay) {
    lastDayText = formatISO(today * DAY_MS, { in: utc, representation: 'date' })
    lastDay = today
  }
  const seconds = Math.floor((milliseconds - today * DAY_MS) / 1000)
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${lastDayText}T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(seconds % 60)}+0000`
}

/** Returns the date of an instant in UTC: `YYYY-MM-DD`. */
export const isoDate = (milliseconds: number): string => isoTime(milliseconds).slice(0, 10)

/** Returns whole Unix seconds. */
export const unixTime = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** Returns the first instant of the day of an instant, in UTC. */
export const dayOf = (instant: number): number => Math.floor(instant / DAY_MS) * DAY_MS

const YEARS_400 = 146_097 * DAY_MS

/**
 * Returns the first instant of a month in UTC. `month` counts from 0 and may lie beyond the year. `Date.UTC`
 * takes the years 0 to 99 for those of the 20th century, and the calendar repeats after 400 years.
 */
export const monthStart = (year: number, month: number): number => Date.UTC(year + 400, month, 1) - YEARS_400

/** Writes a number with at least two digits. */
export const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`)
