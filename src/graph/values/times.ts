import { LATEST } from '../../engine/clock.ts'
import { readInt64, scalar } from './scalars.ts'

// The first instant of the year 0, because a year has four digits.
const EARLIEST = -62_167_219_200_000

/** Returns the milliseconds if they are in the years 0 to 9999, or undefined. */
const inRange = (milliseconds: number): number | undefined =>
  milliseconds >= EARLIEST && milliseconds <= LATEST ? milliseconds : undefined

const fromSeconds = (seconds: number): number | undefined => inRange(Math.round(seconds * 1000))

/** A Unix time in whole seconds, read as milliseconds (CNV-019). */
export const timestamp = scalar<number, number | string>(
  'a Unix time in whole seconds',
  (raw) => {
    const seconds = readInt64(raw)
    return typeof seconds === 'number' ? fromSeconds(seconds) : undefined
  },
  { type: 'integer', format: 'unix-seconds' },
)

/** A Unix time in seconds to compare with. Unlike a `timestamp`, it may lie outside the years 0 to 9999. */
export const unixSeconds = scalar<number, number | string>(
  'a Unix time in whole seconds',
  (raw) => {
    const seconds = readInt64(raw)
    return seconds === undefined ? undefined : Number(seconds)
  },
  { type: 'integer', format: 'unix-seconds' },
)

const FOUR_CENTURIES = 146_097 * 86_400_000

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2})))?$/

/** Parses an ISO 8601 text with an offset or Z, or a date (midnight UTC). Returns milliseconds (SIL-023). */
export function parseIso(text: string): number | undefined {
  const parts = ISO.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const [offsetHours, offsetMinutes] = [Number(parts[9] ?? 0), Number(parts[10] ?? 0)]
  // Date.UTC adds 1900 to a year below 100. The calendar repeats after 400 years.
  const days = new Date(Date.UTC(year + 400, month, 0)).getUTCDate()
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= days
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && offsetHours <= 23 && offsetMinutes <= 59
  if (!isDate || !isTime) return undefined
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  const offset = (parts[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000
  const later = Date.UTC(year + 400, month - 1, day, hour, minute, second, milliseconds)
  return inRange(later - FOUR_CENTURIES - offset)
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
)

/** An instant whose Unix seconds may have a fraction; read as milliseconds (SIL-021). */
export const floatTime = scalar<number, number | string>(
  'a Unix time in seconds or an ISO 8601 time with an offset',
  (raw) => {
    const seconds = typeof raw === 'string' && /^-?\d{1,13}(\.\d{1,9})?$/.test(raw) ? Number(raw) : raw
    return typeof seconds === 'number' ? fromSeconds(seconds) : readInstant(raw)
  },
  { type: 'number', format: 'unix-seconds' },
)

// The last date that was formatted. The rows of a list have few different dates.
let lastDay = Number.NaN
let lastDayText = ''

/** Returns a datetime as the service writes it: `YYYY-MM-DDThh:mm:ss+0000` (CNV-018, SIL-022). */
export function isoTime(milliseconds: number): string {
  const today = Math.floor(milliseconds / 86_400_000)
  if (today !== lastDay) {
    lastDayText = new Date(today * 86_400_000).toISOString().slice(0, -14)
    lastDay = today
  }
  const seconds = Math.floor(milliseconds / 1000) - today * 86_400
  const two = (part: number) => (part < 10 ? `0${part}` : `${part}`)
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${lastDayText}T${two(hour)}:${two(minute)}:${two(seconds % 60)}+0000`
}

/** Returns whole Unix seconds. */
export const unixTime = (milliseconds: number): number => Math.floor(milliseconds / 1000)
