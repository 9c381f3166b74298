import { Immer } from 'immer'
import { blobBytes, keepBlob, releaseBlob, reuseBlob } from './blobs.ts'
import { LATEST } from './clock.ts'
import type { BlobContent } from './content.ts'
import { countOf, firstOf, type Index, type Indexes, reindex, walk } from './edge.ts'
import { editableIndexes } from './editable-indexes.ts'
import { deepFreeze, frozenRow } from './freeze.ts'
import type { Json } from './guard.ts'
import { type Memo, once } from './memo.ts'
import { draw, type Streams, spell } from './random.ts'
import { type Filling, nextId, storeRow } from './room.ts'
import { changed, type RowChange } from './rows-digest.ts'
import type { Blob, Graph } from './state.ts'
import type { AnyRow, Schema } from './table.ts'
import type { Emitted, ListOptions, OpenTransaction } from './transaction.ts'
import type { Key, Tree } from './tree.ts'
import { weightOf } from './weight.ts'

// An instance of our own: a global setAutoFreeze(false) in somebody else's code must not thaw our rows.
const immer = new Immer({ autoFreeze: true })

/** What an open transaction has changed so far: clones of the trees that it edits, and new values. */
interface Draft extends Filling {
  readonly graph: Graph
  readonly indexes: Indexes
  readonly memo: Memo
  settings: Json
  seed: string
  streams: Streams
  rows: Tree<number, AnyRow>
  counts: Tree<Key, number>
  blobs: Tree<string, Blob>
  edges: Tree<Key, true>[]
  /** How much the rows weigh that it replaced or removed. */
  replacedBytes: number
  readonly changes: RowChange[]
  readonly emitted: Emitted[]
}

function indexOf({ indexes }: Draft, table: string, edge: string): Index {
  const index = indexes.get(table)?.get(edge)
  if (!index) throw new Error(`The schema has no edge ${table}.${edge}`)
  return index
}

function treeOf(draft: Draft, table: string, edge: string): Tree<Key, true> {
  const tree = draft.edges[indexOf(draft, table, edge).place]
  if (!tree) throw new Error(`The graph has no tree for ${table}.${edge}`)
  return tree
}

const rowWeight = (row: AnyRow | undefined): number => (row ? weightOf(row as unknown as Json) : 0)

/** Puts `after` in the place of `before`; one of them may be missing. */
function replace(draft: Draft, before: AnyRow | undefined, after: AnyRow | undefined): void {
  const { graph } = draft
  const replaced = rowWeight(before)
  storeRow(draft, rowWeight(after), replaced)
  draft.replacedBytes += replaced
  if (draft.rows === graph.rows) draft.rows = graph.rows.clone()
  if (after) draft.rows.set(after.id, after)
  else if (before) draft.rows.delete(before.id)
  reindex(draft.indexes, editableIndexes(draft), before, after)
  draft.changes.push([before, after])
}

/**
 * The row with this id. A tree throws when it is searched for what is no number, and an id may come from
 * text.
 */
function rowOf({ rows }: Draft, id: number): AnyRow | undefined {
  return Number.isSafeInteger(id) ? rows.get(id) : undefined
}

function existing(draft: Draft, table: string, id: number): AnyRow {
  const row = rowOf(draft, id)
  if (row?.kind !== table) throw new Error(`There is no row ${id} in ${table}`)
  return row
}

type Opened = { readonly draft: Draft }
type Recipe = (draft: object) => void

/**
 * The methods of every transaction. They stand on one shared object, so that beginning a transaction, which
 * every call does, makes one object and no closures.
 */
const methods = {
  node(this: Opened, id: number) {
    return rowOf(this.draft, id)
  },
  find(this: Opened, table: string, id: number) {
    const row = rowOf(this.draft, id)
    return row?.kind === table ? row : undefined
  },
  list(this: Opened, table: string, edge: string, owner: Key, options: ListOptions<AnyRow> = {}) {
    const { draft } = this
    const { limit = Number.POSITIVE_INFINITY, skip = 0, where } = options
    let passed = 0
    const found: AnyRow[] = []
    if (limit < 1) return found
    for (const id of walk(treeOf(draft, table, edge), owner, options)) {
      if (passed++ < skip) continue
      const row = draft.rows.get(id)
      if (!row || (where && !where(row))) continue
      found.push(row)
      if (found.length >= limit) break
    }
    return found
  },
  first(this: Opened, table: string, edge: string, owner: Key) {
    const { draft } = this
    const id = firstOf(treeOf(draft, table, edge), owner)
    return id === undefined ? undefined : draft.rows.get(id)
  },
  position(this: Opened, table: string, edge: string, row: AnyRow): Key {
    return [...indexOf(this.draft, table, edge).order(row), row.id]
  },
  count(this: Opened, table: string, edge: string, owner: Key) {
    return countOf(this.draft, indexOf(this.draft, table, edge), owner)
  },
  insert(this: Opened, table: string, fields: object) {
    const row = frozenRow(fields, nextId(this.draft), table)
    replace(this.draft, undefined, row)
    return row
  },
  patch(this: Opened, table: string, id: number, change: object) {
    const before = existing(this.draft, table, id)
    const after = frozenRow({ ...before, ...change }, id, table)
    replace(this.draft, before, after)
    return after
  },
  edit(this: Opened, table: string, id: number, recipe: Recipe) {
    const before = existing(this.draft, table, id)
    const edited = immer.produce(before, (row) => {
      recipe(row)
    })
    if (edited === before) return before
    const after = Object.values<unknown>(edited).includes(undefined) ? frozenRow(edited, id, table) : edited
    replace(this.draft, before, after)
    return after
  },
  remove(this: Opened, id: number) {
    const row = rowOf(this.draft, id)
    if (row) replace(this.draft, row, undefined)
  },
  emit(this: Opened, type: string, data: Json) {
    this.draft.emitted.push({ type, data: deepFreeze(data) })
  },
  schedule(this: Opened, at: number, key: string, input: object) {
    if (!Number.isSafeInteger(at)) throw new Error(`Work is due at a whole millisecond, not at ${at}`)
    // Time ends before such work comes due.
    if (at > LATEST) return
    replace(this.draft, undefined, frozenRow({ at, key, input }, nextId(this.draft), 'tasks'))
  },
  callOff(this: Opened, key: string) {
    const { draft } = this
    const ids = [...walk(treeOf(draft, 'tasks', 'byKey'), [key])]
    for (const id of ids) replace(draft, draft.rows.get(id), undefined)
  },
  spell(this: Opened, stream: string, length: number) {
    const [numbers, streams] = draw(this.draft.streams, this.draft.seed, stream, length)
    this.draft.streams = deepFreeze(streams)
    return spell(numbers)
  },
  keep(this: Opened, content: Uint8Array | BlobContent) {
    return keepBlob(this.draft, content)
  },
  reuse(this: Opened, name: string) {
    reuseBlob(this.draft, name)
  },
  release(this: Opened, name: string) {
    releaseBlob(this.draft, name)
  },
  blob(this: Opened, name: string) {
    return blobBytes(this.draft, name)
  },
  lengthOf(this: Opened, name: string) {
    return this.draft.blobs.get(name)?.length
  },
  configure(this: Opened & { settings: Json }, settings: Json) {
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
  commit(this: Opened): Graph {
    return committed(this.draft)
  },
}

/** The graph that a draft amounts to, or the very same graph when the draft changed nothing. */
function committed(draft: Draft): Graph {
  const { graph, settings, seed, nextId, streams, rows, counts, blobs, edges, changes } = draft
  const kept = streams === graph.streams && blobs === graph.blobs && seed === graph.seed
  if (kept && changes.length === 0 && settings === graph.settings) return graph
  const digest = changes.length > 0 ? changed(graph.digest, changes, draft.replacedBytes) : graph.digest
  const stored = Object.freeze({ rowBytes: draft.rowBytes, blobBytes: draft.blobBytes })
  const made = { settings, seed, nextId, streams, rows, counts, blobs, edges, digest, stored }
  return Object.freeze({ ...graph, ...made })
}

/** Begins a transaction on a graph. The transactions of one input share a memo. */
export function open<S extends Schema>(
  graph: Graph,
  indexes: Indexes,
  memo: Memo = new Map(),
): OpenTransaction<S> {
  const draft: Draft = {
    graph,
    indexes,
    memo,
    settings: graph.settings,
    seed: graph.seed,
    nextId: graph.nextId,
    streams: graph.streams,
    rows: graph.rows,
    counts: graph.counts,
    blobs: graph.blobs,
    edges: graph.edges as Tree<Key, true>[],
    rowBytes: graph.stored.rowBytes,
    blobBytes: graph.stored.blobBytes,
    replacedBytes: 0,
    changes: [],
    emitted: [],
  }
  // The methods are written once for rows of any table; the interface says which row each table has.
  return {
    __proto__: methods,
    draft,
    now: graph.now,
    seed: graph.seed,
    emitted: draft.emitted,
    settings: graph.settings,
  } as unknown as OpenTransaction<S>
}
