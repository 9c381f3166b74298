import type { AnyRow } from '../../engine/store/table.ts'
import type { Tx } from '../routes/context.ts'
import type { ReadContext } from '../routes/read-context.ts'
import { linksToCall } from '../values/links.ts'
import { jsonSize, share } from '../values/shared-records.ts'
import { type Shown, show } from './fields.ts'
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

/** One read of the graph that a record depends on. It can be done again on any transaction. */
export interface GraphRead {
  readonly again: (tx: Tx) => unknown
  /** The page on which it was last done, and what it returned. */
  page: number
  value: unknown
}

/** The reads of a caller that records share, by what they read. */
export type KnownReads = Map<string, GraphRead>

const KNOWN_READS_MAX = 256

/** Whether two reads returned the same rows. */
export function isSameResult(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
  return one.every((row, index) => row === other[index])
}

/** Returns the value of a read on a page. Rows of the page that share the read do it once. */
export function valueOn(read: GraphRead, tx: Tx, page: number): unknown {
  if (read.page !== page) {
    read.value = read.again(tx)
    read.page = page
  }
  return read.value
}

/** The reads of one record while it is computed. */
export interface ReadLog {
  readonly reads: Set<GraphRead>
  /** True if the computation read something that cannot be compared later, such as stored bytes. */
  isOpaque: boolean
}

const isFiltered = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'where' in options

type Method = (...given: readonly unknown[]) => unknown

const comparable = new Set(['node', 'find', 'first', 'count', 'list'])

/** Returns a transaction that logs its reads. */
function trackedTx(tx: Tx, log: ReadLog, known: KnownReads, page: number): Tx {
  const logged = (key: string, again: (tx: Tx) => unknown): unknown => {
    if (known.size >= KNOWN_READS_MAX) known.clear()
    const read = known.get(key) ?? { again, page: -1, value: undefined }
    known.set(key, read)
    log.reads.add(read)
    return valueOn(read, tx, page)
  }
  return new Proxy(tx, {
    get(_tx, name) {
      if (name === 'now' || name === 'seed') return logged(name, (of) => of[name])
      const member: unknown = Reflect.get(tx, name)
      if (typeof member !== 'function') return member
      return (...given: readonly unknown[]) => {
        if (!comparable.has(String(name)) || given.some(isFiltered)) {
          log.isOpaque = true
          return (member as Method).apply(tx, [...given])
        }
        return logged(`${String(name)} ${JSON.stringify(given)}`, (of) =>
          (Reflect.get(of, name) as Method).apply(of, [...given]),
        )
      }
    },
  })
}

/** Returns a context whose reads of the graph and of the time are logged. */
export function trackedContext(
  context: ReadContext,
  log: ReadLog,
  known: KnownReads,
  page: number,
): ReadContext {
  const tx = trackedTx(context.tx, log, known, page)
  const { caller, version, policy } = context
  return {
    tx,
    caller,
    version,
    policy,
    get now() {
      return tx.now
    },
  }
}
