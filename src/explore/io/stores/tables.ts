import type { Json } from '../../../engine/values/guard.ts'
import { DAY_MS } from '../../../engine/values/milliseconds.ts'
import { isRecord } from '../../../engine/values/plain-object.ts'
import { decodeCursor } from '../../../service/views/paging.ts'
import type { Mirrors } from '../../search/play/ending.ts'
import type { DurableTable } from '../durable/part.ts'

/** Columns of attempts and their errors: a run with faults has more of them, and nothing is wrong. */
export const ofAttempts =
  /(^|_)(attempts?|retr(y|ies)|tries|version|errors?|failures?)(_|$)|(Attempts?|Retries|Error)$/i

/** Columns whose names say that they hold an instant. */
const ofTime = /(_at|_on|_time|_ts|date|time|timestamp|since|until|expires)$|^(at|ts)$|[a-z](At|On)$/

const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g
/** Unix seconds or milliseconds as a text, such as those of a CSV file. */
const UNIX_TEXT = /^\d{10}(?:\d{3})?(?:\.\d+)?$/
/** A text that may be a cursor of the service, alone or in an address: its list is named first. */
const CURSOR = /WyJ[\w-]{16,}/g
const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi
const HEX = /^[\da-f]{16,}$/i
const WORD = /^[\w-]{16,}$/

/** The number of references that are followed from one row to the next. */
const DEPTH = 3

type Row = DurableTable['rows'][number]
type Tables = Readonly<Record<string, DurableTable>>

/** Whether the database or a random source gave a key, so that it tells no content. Ids of the world do. */
const isGivenKey = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) && Math.abs(value) < 1e14
    : typeof value === 'string' && (isRandom(value) || isRandomKey(value))

const isRandom = (text: string): boolean =>
  (HEX.test(text) && /[a-f]/i.test(text)) || text.replace(UUID, '') === ''

/** A key of digits and letters, such as a nanoid, that holds no id of the world. */
const isRandomKey = (text: string): boolean =>
  WORD.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text) && !/\d{15}/.test(text)

function isInstant(column: string, value: number, now: number): boolean {
  const milliseconds = Math.abs(value) < 1e11 ? value * 1_000 : value
  return Math.abs(milliseconds - now) < (ofTime.test(column) ? 3_652 : 100) * DAY_MS
}

/** The texts that stand for times and random texts in entries: they tell nothing. */
export const PLACEHOLDERS: ReadonlySet<string> = new Set(['time', 'random'])

/** Unix milliseconds of an instant in a text, but for the hours of its zone, which do not count here. */
const millisecondsOf = (instant: string): number =>
  Date.parse(`${instant.slice(0, 10)}T${instant.slice(11, 16)}Z`)

function withoutTimes(text: string, now: number, column: string): string {
  const isUnix = UNIX_TEXT.test(text) && ofTime.test(column) && isInstant(column, Number(text), now)
  if (isUnix) return 'time'
  return text
    .replace(CURSOR, (one) => (Array.isArray(decodeCursor(one)) ? 'time' : one))
    .replace(INSTANT, (one) => (isInstant(column, millisecondsOf(one), now) ? 'time' : one))
}

/**
 * Returns a value of a mirror in which instants near `now`, in Unix milliseconds, are alike, and so are
 * cursors, which hold the times of rows.
 */
export function withoutInstants(value: Json, now: number, column = ''): Json {
  if (Array.isArray(value)) return value.map((item) => withoutInstants(item, now, column))
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        withoutTimes(name, now, ''),
        withoutInstants(member, now, name),
      ]),
    )
  if (typeof value === 'number') return isInstant(column, value, now) ? 'time' : value
  return typeof value === 'string' ? withoutTimes(value, now, column) : value
}

/** Mirrors without the times that the clock of the machine gave: two runs never have the same ones. */
export const withoutInstantsIn = (mirrors: Mirrors, now: number): Mirrors =>
  Object.fromEntries(
    Object.entries(mirrors).map(([name, entries]) => [
      name,
      entries.map((entry) => withoutInstants(entry, now)),
    ]),
  )

function plain(column: string, value: unknown, now: number): Json {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null
  if (typeof value === 'bigint') return plain(column, String(value), now)
  if (typeof value === 'number') return isInstant(column, value, now) ? 'time' : value
  if (value instanceof Date) return 'time'
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  if (typeof value !== 'string') return plain(column, JSON.stringify(value), now)
  if (isRandom(value)) return 'random'
  if (ofTime.test(column) && /^\d{4}-\d\d-\d\d$/.test(value)) return 'time'
  return value.replace(INSTANT, 'time').replace(UUID, 'random')
}

function entryOf(tables: Tables, name: string, row: Row, now: number, depth = 0): Record<string, Json> {
  const { keys = [], references = [] } = tables[name] ?? {}
  const entry: Record<string, Json> = {}
  for (const [column, value] of Object.entries(row)) {
    if (ofAttempts.test(column)) continue
    const reference = references.find((one) => one.column === column)
    if (reference && isGivenKey(value)) {
      const target = tables[reference.table]?.rows.find((other) => other[reference.to] === value)
      const goesOn = target !== undefined && depth < DEPTH
      entry[column] = goesOn
        ? entryOf(tables, reference.table, target, now, depth + 1)
        : `${target ? 'a' : 'no'} row of ${reference.table}`
    } else if (!(keys.includes(column) && isGivenKey(value))) entry[column] = plain(column, value, now)
  }
  return entry
}

/**
 * The rows of tables as entries that are equal for rows of equal content. Keys that the database or a random
 * source gave, instants, and columns of attempts and errors are not compared; a reference to a row stands for
 * the content of that row. `now` is virtual time in Unix milliseconds.
 */
export const tableEntries = (tables: Tables, now: number): Record<string, Json[]> =>
  Object.fromEntries(
    Object.entries(tables).map(([name, { rows }]) => [
      name,
      rows.map((row) => entryOf(tables, name, row, now)),
    ]),
  )
