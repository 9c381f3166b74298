import { Immer } from 'immer'
import { deepFreeze, frozenRow } from '../store/freeze.ts'
import { takeId } from '../store/storage.ts'
import type { AnyRow, RowOf, Schema } from '../store/table.ts'
import type { Key, Tree } from '../store/tree.ts'
import type { BlobContent } from '../values/content.ts'
import type { Json } from '../values/guard.ts'
import { type Memo, once } from '../values/memo.ts'
import { draw, spell } from '../values/random.ts'
import { blobBytes, keepBlob, releaseBlob, reuseBlob } from './blobs.ts'
import { LATEST } from './clock.ts'
import { type Draft, graphOf, replaceRow, rowOf } from './draft-graph.ts'
import { countOf, edgeTree, firstOf, type Indexes, idsOf, indexOf, walk } from './edge.ts'
import type { Contents, Graph } from './state.ts'
import type { ListOptions, OpenTransaction } from './transaction.ts'

// A separate instance: `setAutoFreeze(false)` in other code must not leave rows unfrozen.
const immer = new Immer({ autoFreeze: true })

const treeOf = ({ edges, indexes }: Draft, table: string, edge: string): Tree<Key, true> =>
  edgeTree(edges, indexOf(indexes, table, edge).place)

type RowOfTable<K extends string> = RowOf<Schema, K>

const isRowOf = <K extends string>(row: AnyRow | undefined, table: K): row is RowOfTable<K> =>
  row?.kind === table

function existingRow<K extends string>(draft: Draft, table: K, id: number): RowOfTable<K> {
  const row = rowOf(draft, id)
  if (!isRowOf(row, table)) throw new Error(`There is no row ${id} in ${table}`)
  return row
}

type Mutable<T> = { -readonly [member in keyof T]: T[member] }
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
    const { limit = Number.POSITIVE_INFINITY, where } = options
    const rows: RowOfTable<K>[] = []
    if (limit < 1) return rows
    walk(treeOf(draft, table, edge), owner, options, (id) => {
      const row = draft.rows.get(id)
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
    return [...indexOf(this.draft.indexes, table, edge).order(row), row.id]
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
  tablesWith(this: Opened, edge: string) {
    return [...this.draft.indexes].filter(([, edges]) => edges.has(edge)).map(([table]) => table)
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
  // A literal with `__proto__` takes five times as long.
  const transaction: Mutable<OpenTransaction<S, C>> & { draft: Draft } = Object.create(methods)
  transaction.draft = draft
  transaction.now = graph.now
  transaction.seed = graph.seed
  transaction.emitted = draft.emitted
  transaction.settings = graph.settings
  return transaction
}
