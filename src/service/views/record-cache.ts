import type { AnyRow } from '../../engine/store/table.ts'
import type { ReadContext } from '../routes/read-context.ts'
import { linksToCall } from '../values/links.ts'
import { jsonSize, share } from '../values/shared-records.ts'
import { type Shown, show } from './fields.ts'
import {
  type GraphRead,
  isSameResult,
  type KnownReads,
  type ReadLog,
  trackedContext,
  valueOn,
} from './reads.ts'
import type { Selection, View } from './view.ts'

/** A record, and the reads that it depends on beside its row and its reader. */
interface Kept {
  readonly record: object
  readonly reads: readonly GraphRead[]
  readonly values: readonly unknown[]
}

/** Everything that a record depends on beside its row and its reads. */
interface Reader extends Pick<ReadContext, 'caller' | 'version' | 'policy'> {
  readonly view: object
  readonly selection: Selection
  readonly known: KnownReads
  /** The generation of `young`; records of the generation before are in `old`. */
  generation: number
  young: WeakMap<object, Kept>
  old: WeakMap<object, Kept>
}

/**
 * The readers of the last calls, the latest first, by the row of their token or app. A reader knows rows and
 * the policy of its world: they are forgotten when nothing else holds that row.
 */
const readersByRow = new WeakMap<object, Reader[]>()
const READERS_MAX = 128

/** Characters of JSON in one generation of records. Records of at most two generations are kept. */
const GENERATION_CHARACTERS = 4_000_000
let generation = 0
let characters = 0
let page = 0

const callerParts = ['kind', 'app', 'user', 'page', 'token', 'scopes'] as const

/** Whether a reader sees the same records as a context. All its parts are values or frozen rows. */
function isReaderOf(reader: Reader, view: object, selection: Selection, context: ReadContext): boolean {
  if (reader.selection !== selection || reader.view !== view) return false
  if (reader.version !== context.version || reader.policy !== context.policy) return false
  for (const part of callerParts) if (reader.caller[part] !== context.caller[part]) return false
  return true
}

function newReader(view: object, selection: Selection, { caller, version, policy }: ReadContext): Reader {
  const records = { generation, young: new WeakMap<object, Kept>(), old: new WeakMap<object, Kept>() }
  return { view, selection, caller, version, policy, known: new Map(), ...records }
}

function readerFor(view: object, selection: Selection, context: ReadContext): Reader {
  const { token, app } = context.caller
  const readers = readersByRow.get(token ?? app) ?? []
  if (readers.length === 0) readersByRow.set(token ?? app, readers)
  const at = readers.findIndex((reader) => isReaderOf(reader, view, selection, context))
  const reader = readers[at] ?? newReader(view, selection, context)
  if (at !== 0) {
    if (at > 0) readers.splice(at, 1)
    readers.unshift(reader)
    readers.length = Math.min(readers.length, READERS_MAX)
  }
  return reader
}

function keep(reader: Reader, row: object, kept: Kept): void {
  if (characters > GENERATION_CHARACTERS) {
    generation += 1
    characters = 0
  }
  if (reader.generation !== generation) {
    reader.old = reader.generation === generation - 1 ? reader.young : new WeakMap()
    reader.young = new WeakMap()
    reader.generation = generation
  }
  reader.young.set(row, kept)
  characters += jsonSize(kept.record, false)
}

/** Whether each read that a record depends on still returns the same. */
function isCurrent({ reads, values }: Kept, { tx }: ReadContext, page: number): boolean {
  for (let at = 0; at < reads.length; at++) {
    const read = reads[at]
    if (read && !isSameResult(valueOn(read, tx, page), values[at])) return false
  }
  return true
}

/**
 * Returns a function that shows rows as records, for the rows of one page. It shows a frozen row once for
 * each reader, and again only if something else that the record has read has changed. Such a record is
 * frozen, and answers share it, unless it links to the current call.
 */
export function recordsOf<R extends AnyRow, V extends View<R>>(
  view: V,
  selection: Selection,
  context: ReadContext,
): (row: R) => Shown<V> {
  const reader = readerFor(view, selection, context)
  page += 1
  const thisPage = page
  const log: ReadLog = { reads: new Set(), isOpaque: false }
  let tracked: ReadContext | undefined
  return (row) => {
    if (!Object.isFrozen(row)) return show(view, row, selection, context)
    const known = reader.young.get(row) ?? reader.old.get(row)
    // The view of the reader is this view.
    if (known && isCurrent(known, context, thisPage)) return known.record as Shown<V>
    tracked ??= trackedContext(context, log, reader.known, thisPage)
    log.reads.clear()
    log.isOpaque = false
    const record: Shown<V> = show(view, row, selection, tracked)
    if (log.isOpaque || linksToCall(record)) return record
    const reads = [...log.reads]
    keep(reader, row, { record: share(record), reads, values: reads.map(({ value }) => value) })
    return record
  }
}
