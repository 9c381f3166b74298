import type { Tables } from '../../chapters/tables.ts'
import { z } from '../../engine/schema/zod.ts'
import type { EdgeOf, RowOf } from '../../engine/store/table.ts'
import { compareKeys, type Key } from '../../engine/store/tree.ts'
import { fromBase64, toBase64 } from '../../engine/values/guard.ts'
import { bounds } from '../contract/bounds.ts'
import { type CallError, invalidParameter } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import type { Tx } from '../routes/context.ts'
import { againLink } from '../values/links.ts'
import { defaulted, readInt64, scalar, shown, text } from '../values/scalars.ts'

/** The parameter `limit`. A larger limit than the maximum is reduced to it (SIL-024). */
export const pageLimit = scalar<number, number | string>(
  `an integer of 1 or more, cut to ${limits.listLimitMax}`,
  (raw) => {
    const limit = Number(readInt64(raw) ?? 0)
    return limit >= 1 ? Math.min(limit, limits.listLimitMax) : undefined
  },
  { type: 'integer', minimum: 1 },
)

/** The paging parameters of list reads. */
export const pagingParams = {
  /** The most records on a page of the list. */
  limit: defaulted(pageLimit, limits.listLimitDefault),
  /** The cursor after which the page begins: `paging.cursors.after` of the page before it. */
  after: text.optional(),
  /** The cursor before which the page ends: `paging.cursors.before` of the page after it. */
  before: text.optional(),
}

/** The paging parameters of a call. */
export interface PageParams {
  readonly limit: number
  readonly after?: string | undefined
  readonly before?: string | undefined
}

/** The links from a page of a list to its other pages. */
export interface Paging {
  /** The positions of the first and the last record. Missing on an empty page. */
  cursors?:
    | {
        /** The position of the first record, as an opaque text. */
        before: string
        /** The position of the last record, as an opaque text. */
        after: string
      }
    | undefined
  /** The URL of the next page. Missing on the last one. */
  next?: string | undefined
  /** The URL of the previous page. Missing on the first one. */
  previous?: string | undefined
}

/** A page of a list: the records, and how to go on. */
export interface List<T> {
  /** The records of this page. */
  data: T[]
  /** The links to other pages. */
  paging: Paging
}

// CNV-011
const pagingSchema: z.ZodType<Paging> = z.object({
  cursors: z.object({ before: z.string(), after: z.string() }).optional(),
  next: z.string().optional(),
  previous: z.string().optional(),
})

/** Returns the schema of a list of records. */
export const listOf = <T extends z.ZodType>(record: T) =>
  z.object({
    data: z.array(record), // CNV-010
    paging: pagingSchema,
  })

/** Returns the schema of a list of records with its totals. */
export const listWithSummary = <T extends z.ZodType, S extends z.ZodType>(record: T, summary: S) =>
  listOf(record).extend({
    /** The totals of the list. Present only if the read asks for them. */
    summary: summary.optional(),
  })

/** The source of a list: the rows of an owner on an edge, newest first unless it is `ascending` (SIL-027). */
export interface ListSource<K extends keyof Tables & string> {
  readonly table: K
  readonly edge: EdgeOf<Tables, K>
  readonly owner: Key
  /** The name of the list in its cursors, if several edges list the same rows. */
  readonly name?: string
  /** Lists only rows for which it returns true. */
  readonly where?: (row: RowOf<Tables, K>) => boolean
  /** Lists the lowest position first. */
  readonly ascending?: boolean
  /** Lists only rows in this range. Other rows are not walked. */
  readonly between?: EdgeRange
}

/** A range of positions on an edge, by prefixes: from the first (inclusive) to the second (exclusive). */
export interface EdgeRange {
  readonly from?: Key
  readonly below?: Key
}

const isPosition = (value: unknown): value is Key =>
  Array.isArray(value) &&
  value.length <= bounds.cursorElementsMax &&
  value.every((element) => typeof element === 'number' || typeof element === 'string')

/**
 * Returns the position in a cursor; undefined for a cursor of another list. A cursor holds a position, so
 * that it stays valid after its row is removed (SIL-025).
 */
function positionOf(list: string, cursor: string): Key | undefined {
  const decoded = decodeCursor(cursor)
  const [cursorList, position, ...rest] = Array.isArray(decoded) ? decoded : []
  return cursorList === list && isPosition(position) && rest.length === 0 ? position : undefined
}

/** Returns true if a position has the members of another one of its list. */
const isAlike = (position: Key, other: Key): boolean =>
  position.length === other.length && position.every((element, at) => typeof element === typeof other[at])

/** The error for a cursor that this list did not give (SIL-025). */
function wrongCursor(name: string, cursor: string): CallError {
  const { cursorCharactersMax: most } = bounds
  const length = cursor.length > most ? ` of at most ${most} characters` : ''
  const came = cursor.length > most ? `${cursor.length} characters` : shown(cursor)
  return invalidParameter(`Param ${name} must be a cursor of this list${length}, got ${came}`)
}

/**
 * Returns a page of no rows that leads on to the rows: the live service filters those that the caller may not
 * see (https://developers.facebook.com/docs/graph-api/results).
 */
function emptyPage(list: string, next: Key, isAscending: boolean): List<never> {
  const last = next.at(-1)
  // The last element is the id of the row: a half comes between it and the row in front of it.
  const gap = [
    ...next.slice(0, -1),
    typeof last === 'number' ? last + (isAscending ? -0.5 : 0.5) : (last ?? 0),
  ]
  const cursor = encodeCursor([list, gap])
  const cursors = { before: cursor, after: cursor }
  return { data: [], paging: { cursors, next: againLink({ after: cursor }) } }
}

/** Reads a list from any position, forward and backward. */
export interface ListReader<R> {
  /** The name of the list in its cursors. */
  readonly list: string
  /** Returns up to `most` rows after a position; without a position, from the beginning of the list. */
  readonly read: (forward: boolean, from: Key | undefined, most: number) => R[]
  readonly position: (row: R) => Key
  /** Returns a position with as many members, of the same types, as all have; undefined if none is known. */
  readonly sample: () => Key | undefined
  /** True if the list begins with the lowest position. */
  readonly ascending?: boolean
}

/**
 * Returns one page of a list. It seeks the cursor, so that all pages of a list cost the same. The cursors are
 * those of the first and last row; links are given if there are more (CNV-012, CNV-015; SIL-025, SIL-026).
 *
 * @param rowsMax The most rows of the page, if a fault makes it shorter than `limit`.
 */
export function pageOf<R, T>(
  { list, read, position, sample, ascending = false }: ListReader<R>,
  { limit: asked, after, before }: PageParams,
  show: (row: R) => T,
  rowsMax = asked,
): List<T> | CallError {
  // A page before a cursor has no `next` that could lead to its rows.
  const limit = rowsMax === 0 && before !== undefined ? asked : Math.min(asked, rowsMax)
  if (after !== undefined && before !== undefined) {
    return invalidParameter('Params after and before exclude each other')
  }
  const forward = before === undefined
  const cursor = before ?? after
  const from = cursor === undefined ? undefined : positionOf(list, cursor)
  const isOfList = cursor === undefined || from !== undefined
  const candidates = isOfList ? read(forward, from, limit + 1) : []
  const likeness = from && (candidates[0] ? position(candidates[0]) : sample())
  if (!isOfList || (from && likeness && !isAlike(from, likeness)))
    return wrongCursor(forward ? 'after' : 'before', cursor ?? '')
  if (limit === 0 && forward && candidates[0]) return emptyPage(list, position(candidates[0]), ascending)
  const rows = candidates.slice(0, limit)
  if (!forward) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return { data: [], paging: {} }
  const ends = { before: position(first), after: position(last) }
  const hasMore = candidates.length > limit
  const hasRowsBehind = from !== undefined && read(!forward, forward ? ends.before : ends.after, 1).length > 0
  // CNV-013, CNV-014
  const cursors = { before: encodeCursor([list, ends.before]), after: encodeCursor([list, ends.after]) }
  return {
    data: rows.map(show),
    paging: {
      cursors,
      ...((forward ? hasMore : hasRowsBehind) && { next: againLink({ after: cursors.after }) }),
      ...((forward ? hasRowsBehind : hasMore) && { previous: againLink({ before: cursors.before }) }),
    },
  }
}

/**
 * Returns the reader of an array of rows.
 *
 * @param rows Each row with its position, the lowest first. They are listed from the highest, unless
 *   `ascending` is set.
 */
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
    sample: () => rows[0]?.[0],
    ascending,
  }
}

/** Returns the reader of an owner's rows on an edge. */
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
    // Without `where`, which may count what it reads.
    sample() {
      const [row] = tx.list(table, edge, owner, { limit: 1 })
      return row && tx.position(table, edge, row)
    },
    ascending,
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BEYOND_ASCII = /[\u0080-\uffff]/

/** Encodes ASCII text as unpadded base64url. For a text as short as a cursor, coders of bytes cost more. */
function encodeAscii(text: string): string {
  // The last group has zeros: V8 would compile a function anew that reads beyond the end.
  const padded = `${text}\0\0`
  let encoded = ''
  for (let at = 0; at < text.length; at += 3) {
    const group = (padded.charCodeAt(at) << 16) | (padded.charCodeAt(at + 1) << 8) | padded.charCodeAt(at + 2)
    encoded += DIGITS.charAt(group >> 18) + DIGITS.charAt((group >> 12) & 63)
    encoded += DIGITS.charAt((group >> 6) & 63) + DIGITS.charAt(group & 63)
  }
  return encoded.slice(0, Math.ceil((text.length * 4) / 3))
}

const encodeBytes = (text: string): string =>
  toBase64(encoder.encode(text)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Returns plain JSON as the text of a cursor, in the alphabet of base64url. */
export function encodeCursor(value: unknown): string {
  const text = JSON.stringify(value)
  return BEYOND_ASCII.test(text) ? encodeBytes(text) : encodeAscii(text)
}

/** Returns the JSON value in a cursor, or undefined for a text that is no cursor. */
export function decodeCursor(cursor: string): unknown {
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
