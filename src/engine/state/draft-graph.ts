import type { RowMap } from '../store/row-map.ts'
import { digestAfter, type RowChange } from '../store/rows-digest.ts'
import { replaceRowBytes, type StorageDraft } from '../store/storage.ts'
import type { AnyRow } from '../store/table.ts'
import type { Key, Tree } from '../store/tree.ts'
import type { Json } from '../values/guard.ts'
import type { Memo } from '../values/memo.ts'
import type { Streams } from '../values/random.ts'
import { weightOf } from '../values/weight.ts'
import { type Indexes, reindex } from './edge.ts'
import { editableEdge } from './editable-edge.ts'
import type { Blob, Graph } from './state.ts'
import type { Emitted } from './transaction.ts'

/** The changes of an open transaction: new values, and clones of the trees that it edits. */
export interface Draft extends StorageDraft {
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

const rowWeight = (row: AnyRow | undefined): number => (row ? weightOf(row) : 0)

/** Replaces a row. Without `before` it inserts `after`; without `after` it removes `before`. */
export function replaceRow(draft: Draft, before: AnyRow | undefined, after: AnyRow | undefined): void {
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
export function rowOf({ rows }: Draft, id: number): AnyRow | undefined {
  return Number.isSafeInteger(id) ? rows.get(id) : undefined
}

/** Returns the graph with the changes of a draft, or the same object if the draft changed nothing. */
export function graphOf(draft: Draft): Graph {
  const { graph, settings, seed, nextId, streams, rows, blobs, edges, changes } = draft
  const hasOldState = streams === graph.streams && blobs === graph.blobs && seed === graph.seed
  if (hasOldState && changes.length === 0 && settings === graph.settings) return graph
  const digest = changes.length > 0 ? digestAfter(graph.digest, changes, draft.replacedBytes) : graph.digest
  const stored = Object.freeze({ rowBytes: draft.rowBytes, blobBytes: draft.blobBytes })
  const changed = { settings, seed, nextId, streams, rows, blobs, edges, digest, stored }
  return Object.freeze({ ...graph, ...changed })
}
