import { Immer } from 'immer'
import { blobBytes, keepBlob, releaseBlob, reuseBlob } from './blobs.ts'
import { LATEST } from './clock.ts'
import type { BlobContent } from './content.ts'
import { countOf, edgeTree, firstOf, type Index, type Indexes, idsOf, reindex, walk } from './edge.ts'
import { editableEdge } from './editable-edge.ts'
import { deepFreeze, frozenRow } from './freeze.ts'
import type { Json } from './guard.ts'
import { type Memo, once } from './memo.ts'
import { draw, type Streams, spell } from './random.ts'
import type { RowMap } from './row-map.ts'
import { digestAfter, type RowChange } from './rows-digest.ts'
import type { Blob, Contents, Graph } from './state.ts'
import { replaceRowBytes, type StorageDraft, takeId } from './storage.ts'
import type { AnyRow, RowOf, Schema } from './table.ts'
import type { Emitted, ListOptions, OpenTransaction } from './transaction.ts'
import type { Key, Tree } from './tree.ts'
import { weightOf } from './weight.ts'

// A separate instance: `setAutoFreeze(false)` in other code must not leave rows unfrozen.
const immer = new Immer({ autoFreeze: true })

/** The changes of an open transaction: new values, and clones of the trees that it edits. */
interface Draft extends StorageDraft {
  readonly graph: Graph
  readonly indexes: Indexes
  readonly memo: Memo
  settings: Json
  seed: string
  streams: Streams
  rows: RowMap<AnyRow>
  blobs: Tree<string, Blob>
  edges: readonly Tree<Key, true>[]
  /** Bytes of the rows that it replaced or removed, by `weightOf`. */
  replacedBytes: number
  readonly changes: RowChange[]
  readonly emitted: Emitted[]
}

function indexOf({ indexes }: Draft, table: string, edge: string): Index {
  const index = indexes.get(table)?.get(edge)
  if (!index) throw new Error(`The schema has no edge ${table}.${edge}`)
  return index
}

const treeOf = (draft: Draft, table: string, edge: string): Tree<Key, true> =>
  edgeTree(draft.edges, indexOf(draft, table, edge).place)

const rowWeight = (row: AnyRow | undefined): number => (row ? weightOf(row) : 0)

/** Replaces a row. Without `before` it inserts `after`; without `after` it removes `before`. */
function replaceRow(draft: Draft, before: AnyRow | undefined, after: AnyRow | undefined): void {
  const { graph } = draft
  const replacedBytes = rowWeight(before)
  replaceRowBytes(draft, replacedBytes, rowWeight(after))
  draft.replacedBytes += replacedBytes
  if (draft.rows === graph.rows) draft.rows = graph.rows.clone()
  if (after) draft.rows.set(after.id, after)
  else if (before) draft.rows.delete(before.id)
  reindex(draft.indexes, (place) => editableEdge(draft, place), before, after)
  draft.changes.push([before, after])
}

/** Returns the row with this id. The id may come from text, so that it may be NaN or a fraction. */
function rowOf({ rows }: Draft, id: number): AnyRow | undefined {
  return Number.isSafeInteger(id) ? rows.get(id) : undefined
}

type RowOfTable<K extends string> = RowOf<Schema, K>

const isRowOf = <K extends string>(row: AnyRow | undefined, table: K): row is RowOfTable<K> =>
  row?.kind === table

function existingRow<K extends string>(draft: Draft, table: K, id: number): RowOfTable<K> {
  const row = rowOf(draft, id)
  if (!isRowOf(row, table)) throw new Error(`There is no row ${id} in ${table}`)
  return row
}

/** Returns the graph with the changes of a draft, or the same object if the draft changed nothing. */
function graphOf(draft: Draft): Graph {
  const { graph, settings, seed, nextId, streams, rows, blobs, edges, changes } = draft
  const hasOldState = streams === graph.streams && blobs === graph.blobs && seed === graph.seed
  if (hasOldState && changes.length === 0 && settings === graph.settings) return graph
  const digest = changes.length > 0 ? digestAfter(graph.digest, changes, draft.replacedBytes) : graph.digest
  const stored = Object.freeze({ rowBytes: draft.rowBytes, blobBytes: draft.blobBytes })
  const changed = { settings, seed, nextId, streams, rows, blobs, edges, digest, stored }
  return Object.freeze({ ...graph, ...changed })
}

type Opened = { readonly draft: Draft; settings: Json }
type Methods = Omit<OpenTransaction, 'now' | 'seed' | 'settings' | 'emitted'>

/**
 * The methods of all transactions, on one shared prototype: each call opens a transaction, which then costs
 * one object and no closures. They are written for rows of any table.
 */
const methods = {
  node(this: Opened, id: number) {
    return rowOf(this.draft, id)
  },
  find<K extends string>(this: Opened, table: K, id: number) {
    const row = rowOf(this.draft, id)
    return isRowOf(row, table) ? row : undefined
  },
  list<K extends string>(
    this: Opened,
    table: K,
    edge: string,
    owner: Key,
    options: ListOptions<RowOfTable<K>> = {},
  ) {
    const { draft } = this
    const { limit = Number.POSITIVE_INFINITY, skip = 0, where } = options
    let toSkip = skip
    const rows: RowOfTable<K>[] = []
    if (limit < 1) return rows
    walk(treeOf(draft, table, edge), owner, options, (id) => {
      const row = toSkip-- > 0 ? undefined : draft.rows.get(id)
      if (isRowOf(row, table) && (!where || where(row))) rows.push(row)
      return rows.length < limit
    })
    return rows
  },
  first<K extends string>(this: Opened, table: K, edge: string, owner: Key) {
    const { draft } = this
    const id = firstOf(treeOf(draft, table, edge), owner)
    const row = id === undefined ? undefined : draft.rows.get(id)
    return isRowOf(row, table) ? row : undefined
  },
  position(this: Opened, table: string, edge: string, row: AnyRow): Key {
    return [...indexOf(this.draft, table, edge).order(row), row.id]
  },
  count(this: Opened, table: string, edge: string, owner: Key) {
    return countOf(treeOf(this.draft, table, edge), owner)
  },
  insert<K extends string>(this: Opened, table: K, fields: object) {
    const row = frozenRow(fields, takeId(this.draft), table)
    replaceRow(this.draft, undefined, row)
    return row
  },
  patch<K extends string>(this: Opened, table: K, id: number, change: object) {
    const before = existingRow(this.draft, table, id)
    const after = frozenRow({ ...before, ...change }, id, table)
    replaceRow(this.draft, before, after)
    return after
  },
  edit<K extends string>(this: Opened, table: K, id: number, recipe: (draft: object) => void) {
    const before = existingRow(this.draft, table, id)
    const edited = immer.produce(before, (row) => {
      recipe(row)
    })
    if (edited === before) return before
    const after = Object.values<unknown>(edited).includes(undefined) ? frozenRow(edited, id, table) : edited
    replaceRow(this.draft, before, after)
    return after
  },
  remove(this: Opened, id: number) {
    const row = rowOf(this.draft, id)
    if (row) replaceRow(this.draft, row, undefined)
  },
  emit(this: Opened, type: string, data: Json) {
    this.draft.emitted.push({ type, data: deepFreeze(data) })
  },
  schedule(this: Opened, at: number, key: string, input: object) {
    if (!Number.isSafeInteger(at)) throw new Error(`A task is due at a whole millisecond, not at ${at}`)
    // Virtual time ends before such a task is due.
    if (at > LATEST) return
    replaceRow(this.draft, undefined, frozenRow({ at, key, input }, takeId(this.draft), 'tasks'))
  },
  callOff(this: Opened, key: string) {
    const { draft } = this
    for (const id of idsOf(treeOf(draft, 'tasks', 'byKey'), [key]))
      replaceRow(draft, draft.rows.get(id), undefined)
  },
  spell(this: Opened, stream: string, length: number) {
    const [numbers, streams] = draw(this.draft.streams, this.draft.seed, stream, length)
    this.draft.streams = deepFreeze(streams)
    return spell(numbers)
  },
  keep(this: Opened, content: Uint8Array | BlobContent) {
    return keepBlob(this.draft, content)
  },
  reuse(this: Opened, digest: string) {
    reuseBlob(this.draft, digest)
  },
  release(this: Opened, digest: string) {
    releaseBlob(this.draft, digest)
  },
  blob(this: Opened, digest: string) {
    return blobBytes(this.draft, digest)
  },
  lengthOf(this: Opened, digest: string) {
    return this.draft.blobs.get(digest)?.length
  },
  configure(this: Opened, settings: Json) {
    this.draft.settings = deepFreeze(settings)
    this.settings = this.draft.settings
  },
  reseed(this: Opened, seed: string) {
    this.draft.seed = seed
    this.draft.streams = {}
  },
  once<T>(this: Opened, name: string, of: object | string, make: () => T) {
    return once(this.draft.memo, name, of, make)
  },
  commit(this: Opened) {
    return graphOf(this.draft)
  },
} satisfies Methods

/** Begins a transaction on a graph. The transactions of one input share a memo. */
export function open<S extends Schema, C extends Contents = Contents>(
  graph: Graph<C>,
  indexes: Indexes,
  memo: Memo = new Map(),
): OpenTransaction<S, C> {
  const draft: Draft = {
    graph,
    indexes,
    memo,
    settings: graph.settings,
    seed: graph.seed,
    nextId: graph.nextId,
    streams: graph.streams,
    rows: graph.rows,
    blobs: graph.blobs,
    edges: graph.edges,
    rowBytes: graph.stored.rowBytes,
    blobBytes: graph.stored.blobBytes,
    replacedBytes: 0,
    changes: [],
    emitted: [],
  }
  // The interface gives each table its own row type.
  return {
    __proto__: methods,
    draft,
    now: graph.now,
    seed: graph.seed,
    emitted: draft.emitted,
    settings: graph.settings,
  } as unknown as OpenTransaction<S, C>
}
