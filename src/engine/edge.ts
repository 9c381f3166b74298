import { edgeList } from './state.ts'
import type { AnyRow, Schema } from './table.ts'
import { compareKeys, type Key, type Tree } from './tree.ts'

/** An edge of a schema with its place in `graph.edges`. */
export interface Index {
  readonly place: number
  readonly owners: (row: AnyRow) => readonly Key[]
  readonly order: (row: AnyRow) => Key
  readonly summarized: boolean
}

/** The indexes of a schema, by table and edge. */
export type Indexes = ReadonlyMap<string, ReadonlyMap<string, Index>>

const emptyKey: Key = []

/** Returns the indexes of a schema. */
export function indexesOf(schema: Schema): Indexes {
  const indexes = new Map<string, Map<string, Index>>(Object.keys(schema).map((name) => [name, new Map()]))
  edgeList(schema).forEach(([table, name], place) => {
    const edge = schema[table]?.edges[name]
    if (!edge) return
    const index: Index = {
      place,
      owners: (row) => edge.owners(row),
      order: (row) => edge.order?.(row) ?? emptyKey,
      summarized: edge.summarized ?? false,
    }
    indexes.get(table)?.set(name, index)
  })
  return indexes
}

/** Returns the index of an edge, which must exist. */
export function indexOf(indexes: Indexes, table: string, edge: string): Index {
  const index = indexes.get(table)?.get(edge)
  if (!index) throw new Error(`The schema has no edge ${table}.${edge}`)
  return index
}

/** Returns the tree of an edge by its place in `graph.edges`. */
export function edgeTree(edges: readonly Tree<Key, true>[], place: number): Tree<Key, true> {
  const tree = edges[place]
  if (!tree) throw new Error(`The schema has no edge ${place}`)
  return tree
}

/** Returns the tree of an edge that an index update edits: a clone that belongs to one transaction. */
type EditableTree = (place: number) => Tree<Key, true>

/** The keys of a row on one edge: one per owner, `[...owner, ...order, id]`. */
function keysOf(index: Index, row: AnyRow): readonly Key[] {
  const order = index.order(row)
  return index.owners(row).map((owner) => [...owner, ...order, row.id])
}

function beginsWith(key: Key, prefix: Key): boolean {
  for (let at = 0; at < prefix.length; at++) if (key[at] !== prefix[at]) return false
  return true
}

const sameKey = (a: Key, b: Key): boolean => a.length === b.length && beginsWith(a, b)

/** Whether a change leaves a row at its place in an index, as most changes do. */
function keepsPlace(index: Index, before: AnyRow | undefined, after: AnyRow | undefined): boolean {
  if (!before || !after || !sameKey(index.order(before), index.order(after))) return false
  const [oldOwners, newOwners] = [index.owners(before), index.owners(after)]
  return (
    oldOwners.length === newOwners.length &&
    oldOwners.every((owner, at) => sameKey(owner, newOwners[at] ?? emptyKey))
  )
}

/** Updates all indexes of a table after a row was inserted, replaced or removed. */
export function reindex(
  indexes: Indexes,
  treeAt: EditableTree,
  before: AnyRow | undefined,
  after: AnyRow | undefined,
): void {
  const table = (before ?? after)?.kind ?? ''
  for (const index of indexes.get(table)?.values() ?? []) {
    // A summary of a leaf depends on its rows, so a changed row needs a new leaf.
    if (!index.summarized && keepsPlace(index, before, after)) continue
    const oldKeys = before ? keysOf(index, before) : []
    const newKeys = after ? keysOf(index, after) : []
    for (const key of oldKeys)
      if (!newKeys.some((other) => sameKey(key, other))) treeAt(index.place).delete(key)
    for (const key of newKeys)
      if (index.summarized || !oldKeys.some((other) => sameKey(key, other)))
        treeAt(index.place).set(key, true)
  }
}

/** A range of an owner's list. A position is the order key of a row, followed by its id. */
export interface Range {
  /** Only rows after this position, in the direction of the walk. */
  readonly after?: Key
  /** Only rows at or above this position, in either direction. A prefix of a position is enough. */
  readonly from?: Key
  /** Only rows below this position, in either direction. A prefix of a position is enough. */
  readonly below?: Key
  /** Walks from the highest key down. */
  readonly newestFirst?: boolean
}

/** Yields the ids of an owner's rows in order. It seeks the start of the range and skips no rows. */
export function walk(tree: Tree<Key, true>, owner: Key, range: Range = {}): Generator<number> {
  const at = (position: Key | undefined) => position && [...owner, ...position]
  const low = at(range.from) ?? owner
  const high = at(range.below) ?? [...owner, true as const]
  const ends: Ends = { low, high, after: at(range.after) }
  return range.newestFirst ? downwards(tree, ends) : upwards(tree, ends)
}

/** The ends of a walk, and the key after which it begins. */
interface Ends {
  readonly low: Key
  readonly high: Key
  readonly after: Key | undefined
}

function* upwards(tree: Tree<Key, true>, { low, high, after }: Ends): Generator<number> {
  const start = after && compareKeys(after, low) > 0 ? after : low
  for (const key of tree.keys(start)) {
    if (compareKeys(key, high) >= 0) return
    if (start === after && sameKey(key, start)) continue
    yield Number(key[key.length - 1])
  }
}

function* downwards(tree: Tree<Key, true>, { low, high, after }: Ends): Generator<number> {
  const start = after && compareKeys(after, high) < 0 ? after : high
  for (const key of tree.keysBelow(start)) {
    if (compareKeys(key, low) < 0) return
    yield Number(key[key.length - 1])
  }
}

/** Returns the id of an owner's first row. A single seek is cheaper than a walk. */
export function firstOf(tree: Tree<Key, true>, owner: Key): number | undefined {
  const key = tree.firstKey(owner)
  return key && beginsWith(key, owner) ? Number(key[key.length - 1]) : undefined
}

/** Returns the length of an owner's list, without a walk. */
export const countOf = (tree: Tree<Key, true>, owner: Key): number =>
  tree.rank([...owner, true]) - tree.rank(owner)
