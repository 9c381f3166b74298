import { Immer } from 'immer'
import { deepFreeze, frozenRow } from '../store/freeze.ts'
import type { RowMap } from '../store/row-map.ts'
import { digestAfter, type RowChange } from '../store/rows-digest.ts'
import { addStored, type StorageDraft, takeId } from '../store/storage.ts'
import type { AnyRow, RowOf, Schema } from '../store/table.ts'
import type { Key, Tree } from '../store/tree.ts'
import type { BlobContent } from '../values/content.ts'
import type { Json } from '../values/guard.ts'
import { type Memo, once } from '../values/memo.ts'
import { draw, type Streams, spell } from '../values/random.ts'
import { weightOf } from '../values/weight.ts'
import { blobBytes, keepBlob, releaseBlob, reuseBlob } from './blobs.ts'
import { LATEST } from './clock.ts'
import { countOf, firstOf, type Index, type Indexes, idsOf, reindex, walk } from './edge.ts'
import type { Blob, Contents, Graph } from './state.ts'
import type { Emitted, ListOptions, OpenTransaction } from './transaction.ts'

// A separate instance: `setAutoFreeze(false)` in other code must not leave rows unfrozen.
const immer = new Immer({ autoFreeze: true })

/** An open transaction: new values, and clones of the trees that it edits. */
interface Draft extends StorageDraft {
  graph: Graph
  indexes: Indexes
  memo: Memo
  now: number
  settings: Json
  seed: string
  streams: Streams
  rows: RowMap<AnyRow>
  blobs: Tree<string, Blob>
  edges: readonly Tree<Key, true>[]
  /** Bytes of the rows that it replaced or removed, by `weightOf`. */
  replacedBytes: number
  changes: RowChange[]
  emitted: Emitted[]
}

/** Replaces a row. Without `before` it inserts `after`; without `after` it removes `before`. */
function replaceRow(draft: Draft, before: AnyRow | undefined, after: AnyRow | undefined): void {
  const { graph } = draft
  const replacedBytes = before ? weightOf(before) : 0
  const bytes = after ? weightOf(after) : 0
  addStored(draft, 'rowBytes', bytes - replacedBytes, bytes)
  draft.replacedBytes += replacedBytes
  if (draft.rows === graph.rows) draft.rows = graph.rows.clone()
  if (after) draft.rows.set(after.id, after)
  else if (before) draft.rows.delete(before.id)
  // The first edit of the tree of an edge clones it.
  const editableTree = (place: number): Tree<Key, true> => {
    const tree = draft.edges[place] as Tree<Key, true>
    if (tree !== graph.edges[place]) return tree
    const clone = tree.clone()
    draft.edges = draft.edges.with(place, clone)
    return clone
  }
  reindex(draft.indexes, editableTree, before, after)
  draft.changes.push([before, after])
}

/** Returns the index of an edge, which must exist. */
function indexOf({ indexes }: Draft, table: string, edge: string): Index {
  const index = indexes.get(table)?.get(edge)
  if (!index) throw new Error(`The schema has no edge ${table}.${edge}`)
  return index
}

const treeOf = (draft: Draft, table: string, edge: string): Tree<Key, true> =>
  draft.edges[indexOf(draft, table, edge).place] as Tree<Key, true>

type RowOfTable<K extends string> = RowOf<Schema, K>

function existingRow<K extends string>(draft: OpenDraft, table: K, id: number): RowOfTable<K> {
  const row = draft.find(table, id)
  if (!row) throw new Error(`There is no row ${id} in ${table}`)
  return row
}

type OpenDraft = Draft & OpenTransaction

type Methods = Omit<OpenTransaction, 'now' | 'seed' | 'settings' | 'changes' | 'emitted'>

/**
 * The methods of all transactions, on one shared prototype: each call opens a transaction, which then costs
 * one object and no closures. They are written for rows of any table.
 */
const methods = {
  node(this: Draft, id: number) {
    // The id may come from text, so that it may be NaN or a fraction.
    return Number.isSafeInteger(id) ? this.rows.get(id) : undefined
  },
  find<K extends string>(this: OpenDraft, table: K, id: number) {
    const row = this.node(id)
    return row?.kind === table ? (row as RowOfTable<K>) : undefined
  },
  list<K extends string>(
    this: OpenDraft,
    table: K,
    edge: string,
    owner: Key,
    options: ListOptions<RowOfTable<K>> = {},
  ) {
    const { limit = Number.POSITIVE_INFINITY, where } = options
    const rows: RowOfTable<K>[] = []
    if (limit < 1) return rows
    walk(treeOf(this, table, edge), owner, options, (id) => {
      const row = this.find(table, id)
      if (row && (!where || where(row))) rows.push(row)
      return rows.length < limit
    })
    return rows
  },
  first<K extends string>(this: OpenDraft, table: K, edge: string, owner: Key) {
    const id = firstOf(treeOf(this, table, edge), owner)
    return id === undefined ? undefined : this.find(table, id)
  },
  position(this: Draft, table: string, edge: string, row: AnyRow): Key {
    const { order } = indexOf(this, table, edge)
    return order ? [...order(row), row.id] : [row.id]
  },
  count(this: Draft, table: string, edge: string, owner: Key) {
    return countOf(treeOf(this, table, edge), owner)
  },
  insert<K extends string>(this: Draft, table: K, fields: object) {
    const row = frozenRow(fields, takeId(this), table)
    replaceRow(this, undefined, row)
    return row
  },
  patch<K extends string>(this: OpenDraft, table: K, id: number, change: object) {
    const before = existingRow(this, table, id)
    const after = frozenRow({ ...before, ...change }, id, table)
    replaceRow(this, before, after)
    return after
  },
  edit<K extends string>(this: OpenDraft, table: K, id: number, recipe: (draft: object) => void) {
    const before = existingRow(this, table, id)
    const edited = immer.produce(before, (row) => {
      recipe(row)
    })
    if (edited === before) return before
    const after = Object.values<unknown>(edited).includes(undefined) ? frozenRow(edited, id, table) : edited
    replaceRow(this, before, after)
    return after
  },
  remove(this: OpenDraft, id: number) {
    const row = this.node(id)
    if (row) replaceRow(this, row, undefined)
  },
  tablesWith(this: Draft, edge: string) {
    return [...this.indexes].filter(([, edges]) => edges.has(edge)).map(([table]) => table)
  },
  emit(this: Draft, type: string, data: Json) {
    this.emitted.push({ type, data: deepFreeze(data) })
  },
  schedule(this: OpenDraft, at: number, key: string, input: object) {
    if (!Number.isSafeInteger(at)) throw new Error(`A task is due at a whole millisecond, not at ${at}`)
    // Virtual time ends before such a task is due.
    if (at > LATEST) return
    this.insert('tasks', { at, key, input })
  },
  callOff(this: Draft, key: string) {
    for (const id of idsOf(treeOf(this, 'tasks', 'byKey'), [key]))
      replaceRow(this, this.rows.get(id), undefined)
  },
  spell(this: Draft, stream: string, length: number) {
    const [numbers, streams] = draw(this.streams, this.seed, stream, length)
    this.streams = deepFreeze(streams)
    return spell(numbers)
  },
  keep(this: Draft, content: Uint8Array | BlobContent) {
    return keepBlob(this, content)
  },
  reuse(this: Draft, digest: string) {
    reuseBlob(this, digest)
  },
  release(this: Draft, digest: string) {
    releaseBlob(this, digest)
  },
  blob(this: Draft, digest: string) {
    return blobBytes(this, digest)
  },
  lengthOf(this: Draft, digest: string) {
    return this.blobs.get(digest)?.length
  },
  configure(this: Draft, settings: Json) {
    this.settings = deepFreeze(settings)
  },
  reseed(this: Draft, seed: string) {
    this.seed = seed
    this.streams = {}
  },
  once<T>(this: Draft, name: string, of: object | string, make: () => T) {
    return once(this.memo, name, of, make)
  },
  commit(this: Draft) {
    const { graph, settings, seed, nextId, streams, rows, blobs, edges, changes } = this
    const hasOldState = streams === graph.streams && blobs === graph.blobs && seed === graph.seed
    if (hasOldState && changes.length === 0 && settings === graph.settings) return graph
    const digest = changes.length > 0 ? digestAfter(graph.digest, changes, this.replacedBytes) : graph.digest
    const stored = Object.freeze({ rowBytes: this.rowBytes, blobBytes: this.blobBytes })
    const changed = { settings, seed, nextId, streams, rows, blobs, edges, digest, stored }
    return Object.freeze({ ...graph, ...changed })
  },
} satisfies Methods

/** Begins a transaction on a graph. The transactions of one input share a memo. */
export function open<S extends Schema, C extends Contents = Contents>(
  graph: Graph<C>,
  indexes: Indexes,
  memo: Memo = new Map(),
): OpenTransaction<S, C> {
  // A literal with `__proto__` takes five times as long.
  const draft: Draft & OpenTransaction<S, C> = Object.create(methods)
  draft.graph = graph
  draft.indexes = indexes
  draft.memo = memo
  draft.now = graph.now
  draft.settings = graph.settings
  draft.seed = graph.seed
  draft.nextId = graph.nextId
  draft.streams = graph.streams
  draft.rows = graph.rows
  draft.blobs = graph.blobs
  draft.edges = graph.edges
  draft.rowBytes = graph.stored.rowBytes
  draft.blobBytes = graph.stored.blobBytes
  draft.replacedBytes = 0
  draft.changes = []
  draft.emitted = []
  return draft
}
