import { LATEST } from '../../engine/clock.ts'
import { readInt64, scalar } from './scalars.ts'

// The first instant of the year 0: instants have texts of four-digit years.
const EARLIEST = -62_167_219_200_000

/** An instant in milliseconds; undefined beyond the years that a text of four digits can name. */
const named = (milliseconds: number): number | undefined =>
  milliseconds >= EARLIEST && milliseconds <= LATEST ? milliseconds : undefined

const fromSeconds = (seconds: number): number | undefined => named(Math.round(seconds * 1000))

/** Unix seconds, carried as milliseconds. */
export const timestamp = scalar<number, number | string>(
  'a Unix time in whole seconds',
  (raw) => {
    const seconds = readInt64(raw)
    return typeof seconds === 'number' ? fromSeconds(seconds) : undefined
  },
  { type: 'integer', format: 'unix-seconds' },
)

/** Unix seconds to compare instants with, however large: what lies beyond all instants is no mistake. */
export const unixSeconds = scalar<number, number | string>(
  'a Unix time in whole seconds',
  (raw) => {
    const seconds = readInt64(raw)
    return seconds === undefined ? undefined : Number(seconds)
  },
  { type: 'integer', format: 'unix-seconds' },
)

const FOUR_CENTURIES = 146_097 * 86_400_000

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2})))?$/

/** The instant of an ISO 8601 text with an offset or Z, or of a bare date (midnight UTC), in milliseconds. */
export function parseIso(text: string): number | undefined {
  const found = iso.exec(text)
  if (!found) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const [offsetHours, offsetMinutes] = [Number(found[9] ?? 0), Number(found[10] ?? 0)]
  // Date.UTC takes a year below 100 for one after 1900; 400 years later the calendar is the same.
  const days = new Date(Date.UTC(year + 400, month, 0)).getUTCDate()
  const bad = month < 1 || month > 12 || day < 1 || day > days || hour > 23 || minute > 59 || second > 59
  if (bad || offsetHours > 23 || offsetMinutes > 59) return undefined
  const milliseconds = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3))
  const offset = (found[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000
  const later = Date.UTC(year + 400, month - 1, day, hour, minute, second, milliseconds)
  return named(later - FOUR_CENTURIES - offset)
}

function readInstant(raw: unknown): number | undefined {
  const seconds = readInt64(raw)
  if (typeof seconds === 'number') return fromSeconds(seconds)
  // The official Node client puts a Date between quotes when it sends it in a query.
  return typeof raw === 'string' ? parseIso(raw.replace(/^"(.*)"$/, '$1')) : undefined
}

/** An instant: ISO 8601 with an offset or Z, a date, or Unix seconds; carried as milliseconds. */
export const datetime = scalar<number, number | string>(
  'an ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds',
  readInstant,
  { type: 'string', format: 'date-time' },
)

/** An instant whose Unix seconds may have a fraction. */
export const floatTime = scalar<number, number | string>(
  'a Unix time in seconds or an ISO 8601 time with an offset',
  (raw) => {
    const seconds = typeof raw === 'string' && /^-?\d{1,13}(\.\d{1,9})?$/.test(raw) ? Number(raw) : raw
    return typeof seconds === 'number' ? fromSeconds(seconds) : readInstant(raw)
  },
  { type: 'number', format: 'unix-seconds' },
)

let day = Number.NaN
let dayText = ''

/** A datetime as it is read back: `YYYY-MM-DDThh:mm:ss+0000` (Resources › Conventions). */
export function isoTime(milliseconds: number): string {
  const today = Math.floor(milliseconds / 86_400_000)
  if (today !== day) {
    // A list repeats few days: the calendar is asked once for each.
    dayText = new Date(today * 86_400_000).toISOString().slice(0, -14)
    day = today
  }
  const seconds = Math.floor(milliseconds / 1000) - today * 86_400
  const two = (part: number) => (part < 10 ? `0${part}` : `${part}`)
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${dayText}T${two(hour)}:${two(minute)}:${two(seconds % 60)}+0000`
}

/** Whole Unix seconds. */
export const unixTime = (milliseconds: number): number => Math.floor(milliseconds / 1000)
