import type { Graph } from './state.ts'
import { edgeList } from './state.ts'
import type { AnyRow, Schema } from './table.ts'
import { compareKeys, type Key, type Tree } from './tree.ts'

/** An edge as the engine works it: its place among all edges and how to read a row's place on it. */
export interface Index {
  readonly place: number
  readonly counted: boolean
  readonly owners: (row: AnyRow) => readonly Key[]
  readonly order: (row: AnyRow) => Key
}

/** The edges of each table, by name; worked out once for a schema. */
export type Indexes = ReadonlyMap<string, ReadonlyMap<string, Index>>

const nothing: Key = []

/** Works out the indexes of a schema. */
export function indexesOf(schema: Schema): Indexes {
  const indexes = new Map<string, Map<string, Index>>(Object.keys(schema).map((name) => [name, new Map()]))
  edgeList(schema).forEach(([table, name], place) => {
    const edge = schema[table]?.edges[name]
    if (!edge) return
    const index: Index = {
      place,
      counted: edge.counted === true,
      owners: (row) => edge.owners(row),
      order: (row) => edge.order?.(row) ?? nothing,
    }
    indexes.get(table)?.set(name, index)
  })
  return indexes
}

/** The trees that an index update edits: clones that belong to one transaction. */
export interface EdgeTrees {
  readonly edge: (place: number) => Tree<Key, true>
  readonly counts: () => Tree<Key, number>
}

function shift(trees: EdgeTrees, index: Index, owner: Key, by: 1 | -1): void {
  if (!index.counted) return
  const key = [index.place, ...owner]
  const counts = trees.counts()
  const left = (counts.get(key) ?? 0) + by
  if (left === 0) counts.delete(key)
  else counts.set(key, left)
}

/** The keys of a row on one edge: one per owner, `[...owner, ...order, id]`. */
function keysOf(index: Index, row: AnyRow): readonly (readonly [owner: Key, key: Key])[] {
  const order = index.order(row)
  return index.owners(row).map((owner) => [owner, [...owner, ...order, row.id]])
}

function beginsWith(key: Key, prefix: Key): boolean {
  for (let at = 0; at < prefix.length; at++) if (key[at] !== prefix[at]) return false
  return true
}

const sameKey = (a: Key, b: Key): boolean => a.length === b.length && beginsWith(a, b)

/** Whether a row stands after a change where it stood before, as it does after most changes. */
function stays(index: Index, before: AnyRow | undefined, after: AnyRow | undefined): boolean {
  if (!before || !after || !sameKey(index.order(before), index.order(after))) return false
  const [old, now] = [index.owners(before), index.owners(after)]
  return old.length === now.length && old.every((owner, at) => sameKey(owner, now[at] ?? nothing))
}

/** Moves a row from where it stood on every edge of its table to where it stands now. */
export function reindex(
  indexes: Indexes,
  trees: EdgeTrees,
  before: AnyRow | undefined,
  after: AnyRow | undefined,
): void {
  const table = (before ?? after)?.kind ?? ''
  for (const index of indexes.get(table)?.values() ?? []) {
    if (stays(index, before, after)) continue
    const old = before ? keysOf(index, before) : []
    const now = after ? keysOf(index, after) : []
    for (const [owner, key] of old) {
      if (now.some(([, other]) => sameKey(key, other))) continue
      if (trees.edge(index.place).delete(key)) shift(trees, index, owner, -1)
    }
    for (const [owner, key] of now) {
      if (old.some(([, other]) => sameKey(key, other))) continue
      if (trees.edge(index.place).set(key, true)) shift(trees, index, owner, 1)
    }
  }
}

/** Which rows of an owner's list are wanted. Positions are order keys with the id as their last part. */
export interface Range {
  /** Only rows behind this position, in the direction of the walk. */
  readonly after?: Key
  /** Only rows at this position or above it, whichever way the walk goes; its front part will do. */
  readonly from?: Key
  /** Only rows below this position, whichever way the walk goes; its front part will do. */
  readonly below?: Key
  /** Walks from the highest key down. */
  readonly newestFirst?: boolean
}

/** The ids of an owner's rows, in order, from a position on. It seeks, and never counts off rows. */
export function walk(tree: Tree<Key, true>, owner: Key, range: Range = {}): Generator<number> {
  const at = (position: Key | undefined) => position && [...owner, ...position]
  const low = at(range.from) ?? owner
  const high = at(range.below) ?? [...owner, true as const]
  const ends = { low, high, after: at(range.after) }
  return range.newestFirst ? downwards(tree, ends) : upwards(tree, ends)
}

/** The keys between which a walk stays, and the one behind which it begins. */
interface Ends {
  readonly low: Key
  readonly high: Key
  readonly after: Key | undefined
}

function* upwards(tree: Tree<Key, true>, { low, high, after }: Ends): Generator<number> {
  const start = after && compareKeys(after, low) > 0 ? after : low
  for (const [key] of tree.entries(start)) {
    if (compareKeys(key, high) >= 0) return
    if (start === after && sameKey(key, start)) continue
    yield Number(key[key.length - 1])
  }
}

function* downwards(tree: Tree<Key, true>, { low, high, after }: Ends): Generator<number> {
  const start = after && compareKeys(after, high) < 0 ? after : high
  for (const [key] of tree.entriesReversed(start, undefined, true)) {
    if (compareKeys(key, low) < 0) return
    yield Number(key[key.length - 1])
  }
}

/** The id of an owner's first row. It seeks the one key, where a walk would set out for many. */
export function firstOf(tree: Tree<Key, true>, owner: Key): number | undefined {
  const key = tree.nextHigherKey(owner)
  return key && beginsWith(key, owner) ? Number(key[key.length - 1]) : undefined
}

/** How many rows an owner's list on a counted edge has. */
export function countOf(graph: Pick<Graph, 'counts'>, index: Index, owner: Key): number {
  return graph.counts.get([index.place, ...owner]) ?? 0
}
