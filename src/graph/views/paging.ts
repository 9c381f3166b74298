import { z } from 'zod'
import type { Tables } from '../../areas/tables.ts'
import { fromBase64, toBase64 } from '../../engine/guard.ts'
import type { EdgeOf, RowOf } from '../../engine/table.ts'
import { compareKeys, type Key } from '../../engine/tree.ts'
import type { Tx } from '../context.ts'
import { bounds } from '../contract/bounds.ts'
import type { CallError } from '../contract/errors.ts'
import { isCallError } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import { againLink } from '../values/links.ts'
import { defaulted, readInt64, scalar, shown, text } from '../values/scalars.ts'

/** How long a page is at most; more than a page may have is cut to that (SIL-024). */
const pageLimit = scalar<number, number | string>(
  `an integer of 1 or more, cut to ${limits.listLimitMax}`,
  (raw) => {
    const asked = Number(readInt64(raw) ?? 0)
    return asked >= 1 ? Math.min(asked, limits.listLimitMax) : undefined
  },
  { type: 'integer', minimum: 1 },
)

/** What a list read takes besides its own parameters. */
export const pagingParams = {
  limit: defaulted(pageLimit, limits.listLimitDefault),
  after: text.optional(),
  before: text.optional(),
}

/** Where a page of a list begins and how long it is. */
export interface PageParams {
  readonly limit: number
  readonly after?: string | undefined
  readonly before?: string | undefined
}

/** A list as it is sent: the records, and how to go on (Resources › Conventions). */
export interface List<T> {
  data: T[]
  paging: { cursors?: { before: string; after: string }; next?: string; previous?: string }
}

/** The schema of a list of records. */
export const listOf = <T extends z.ZodType>(record: T) =>
  z.object({
    data: z.array(record),
    paging: z.object({
      cursors: z.object({ before: z.string(), after: z.string() }).optional(),
      next: z.string().optional(),
      previous: z.string().optional(),
    }),
  })

/**
 * Which list is read: an owner's rows on an edge, newest first unless told otherwise, without those
 * that `where` passes over.
 */
export interface ListSource<K extends keyof Tables & string> {
  readonly table: K
  readonly edge: EdgeOf<Tables, K>
  readonly owner: Key
  /** The list that its cursors are of, where two edges are two readings of one list. */
  readonly name?: string
  readonly where?: (row: RowOf<Tables, K>) => boolean
  /** Reads from the lowest place of the edge on. */
  readonly ascending?: boolean
  /** The stretch of the edge that is the list: rows outside of it are not walked. */
  readonly between?: EdgeRange
}

/** A stretch of an edge, by the front part of its positions: from the first on, and below the second. */
export interface EdgeRange {
  readonly from?: Key
  readonly below?: Key
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const encode = (text: string): string =>
  toBase64(encoder.encode(text)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

function decode(cursor: string): unknown {
  if (cursor.length > bounds.cursorCharactersMax || !/^[\w-]+$/.test(cursor)) return undefined
  const digits = cursor.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = fromBase64(digits.padEnd(Math.ceil(digits.length / 4) * 4, '='))
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}

const ascii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A cursor at a position of a list. */
const cursorAt = (list: string, position: Key): string => encode(ascii(JSON.stringify([list, position])))

const isPosition = (value: unknown): value is Key =>
  Array.isArray(value) &&
  value.length <= bounds.cursorElementsMax &&
  value.every((element) => typeof element === 'number' || typeof element === 'string')

/** A cursor says which list it is of, and where in it: it outlives the row that it was made at. */
function positionOf(list: string, name: string, cursor: string): Key | CallError {
  const decoded = decode(cursor)
  const [named, position, ...more] = Array.isArray(decoded) ? decoded : []
  if (named === list && isPosition(position) && more.length === 0) return position
  const { cursorCharactersMax: most } = bounds
  const length = cursor.length > most ? ` of at most ${most} characters` : ''
  const came = cursor.length > most ? `${cursor.length} characters` : shown(cursor)
  return { code: 100, message: `Param ${name} must be a cursor of this list${length}, got ${came}` }
}

/** A list that can be read from any position on, forward and back. */
export interface ListReader<R> {
  /** The list that its cursors are of. */
  readonly list: string
  /** The nearest rows behind a position, or from the end of the list that the walk sets out from. */
  readonly read: (forward: boolean, from: Key | undefined, most: number) => R[]
  readonly position: (row: R) => Key
}

/**
 * Reads one page of a list by seeking to its cursor: it never counts off rows, and a page costs the same
 * wherever it lies. Cursors stand at both ends of the page, links where there is more (SIL-025, SIL-026).
 */
export function pageOf<R, T>(
  { list, read, position }: ListReader<R>,
  { limit, after, before }: PageParams,
  show: (row: R) => T,
): List<T> | CallError {
  if (after !== undefined && before !== undefined) {
    return { code: 100, message: 'Params after and before exclude each other' }
  }
  const forward = before === undefined
  const cursor = before ?? after
  const from = cursor === undefined ? undefined : positionOf(list, forward ? 'after' : 'before', cursor)
  if (from && isCallError(from)) return from
  const found = read(forward, from, limit + 1)
  const rows = found.slice(0, limit)
  if (!forward) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return { data: [], paging: {} }
  const ends = { before: position(first), after: position(last) }
  const more = found.length > limit
  const beyond = from !== undefined && read(!forward, forward ? ends.before : ends.after, 1).length > 0
  const cursors = { before: cursorAt(list, ends.before), after: cursorAt(list, ends.after) }
  return {
    data: rows.map(show),
    paging: {
      cursors,
      ...((forward ? more : beyond) && { next: againLink({ after: cursors.after }) }),
      ...((forward ? beyond : more) && { previous: againLink({ before: cursors.before }) }),
    },
  }
}

/** A list of rows at hand, each with its position, the lowest first. It is read from the highest on. */
export function readerOfRows<R>(
  list: string,
  rows: readonly (readonly [position: Key, row: R])[],
  position: (row: R) => Key,
  ascending = false,
): ListReader<R> {
  return {
    list,
    read(onward, from, most) {
      const upwards = onward === ascending
      const ordered = upwards ? rows : rows.toReversed()
      const isBehind = ([at]: (typeof rows)[number]): boolean =>
        !from || (upwards ? compareKeys(at, from) : compareKeys(from, at)) > 0
      const first = ordered.findIndex(isBehind)
      return first < 0 ? [] : ordered.slice(first, first + most).map(([, row]) => row)
    },
    position,
  }
}

/** An owner's rows on an edge. */
export function readerOfEdge<K extends keyof Tables & string>(
  tx: Tx,
  { table, edge, owner, name, where, ascending = false, between }: ListSource<K>,
): ListReader<RowOf<Tables, K>> {
  return {
    list: name ?? `${table}.${edge}/${owner.join('/')}`,
    read: (onward, start, most) =>
      tx.list(table, edge, owner, {
        newestFirst: onward !== ascending,
        limit: most,
        ...between,
        ...(where && { where }),
        ...(start && { after: start }),
      }),
    position: (row) => tx.position(table, edge, row),
  }
}
