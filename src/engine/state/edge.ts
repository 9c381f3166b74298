import type { AnyRow, Schema } from '../store/table.ts'
import { compareKeys, type Key, type Tree } from '../store/tree.ts'
import { edgeList } from './state.ts'

/** An edge of a schema with its place in `graph.edges`. */
export interface Index {
  readonly place: number
  readonly owners: (row: AnyRow) => readonly Key[]
  readonly order: ((row: AnyRow) => Key) | undefined
}

/** The indexes of a schema, by table and edge. */
export type Indexes = ReadonlyMap<string, ReadonlyMap<string, Index>>

const emptyKey: Key = []

const known = new WeakMap<Schema, Indexes>()

/** Returns the indexes of a schema. */
export function indexesOf(schema: Schema): Indexes {
  const before = known.get(schema)
  if (before) return before
  const indexes = new Map<string, Map<string, Index>>(Object.keys(schema).map((name) => [name, new Map()]))
  edgeList(schema).forEach(([table, name], index) => {
    const edge = schema[table]?.edges[name]
    if (!edge) return
    const { owners, order } = edge
    indexes.get(table)?.set(name, { place: index, owners, order })
  })
  known.set(schema, indexes)
  return indexes
}

/** Returns the tree of an edge that an index update edits: a clone that belongs to one transaction. */
type EditableTree = (place: number) => Tree<Key, true>

function beginsWith(key: Key, prefix: Key): boolean {
  for (let at = 0; at < prefix.length; at++) if (key[at] !== prefix[at]) return false
  return true
}

const lower = (a: Key, b: Key): Key => (compareKeys(a, b) < 0 ? a : b)
const higher = (a: Key, b: Key): Key => (compareKeys(a, b) < 0 ? b : a)

const sameKey = (a: Key, b: Key): boolean => a.length === b.length && beginsWith(a, b)

const hasOwner = (owners: readonly Key[], owner: Key): boolean =>
  owners.some((other) => sameKey(owner, other))

const noOwners: readonly Key[] = []

/** Updates all indexes of a table after a row was inserted, replaced or removed. */
export function reindex(
  indexes: Indexes,
  treeAt: EditableTree,
  before: AnyRow | undefined,
  after: AnyRow | undefined,
): void {
  const { kind, id } = before ?? after ?? { kind: '', id: 0 }
  for (const { place, owners, order } of indexes.get(kind)?.values() ?? []) {
    const from = before && order ? order(before) : emptyKey
    const to = after && order ? order(after) : emptyKey
    const left = before ? owners(before) : noOwners
    const joined = after ? owners(after) : noOwners
    // Most changes leave a row at its place in most lists.
    const stays = before && after && sameKey(from, to)
    for (const owner of left)
      if (!stays || !hasOwner(joined, owner)) treeAt(place).delete([...owner, ...from, id])
    for (const owner of joined)
      if (!stays || !hasOwner(left, owner)) treeAt(place).set([...owner, ...to, id], true)
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
  /** Number of rows to skip at the start. It costs the same for any number. */
  readonly skip?: number
}

/** Shows the ids of an owner's rows in order, until `see` returns false. It seeks the start of the range. */
export function walk(tree: Tree<Key, true>, owner: Key, range: Range, see: (id: number) => boolean): void {
  const { after, from, below, newestFirst = false, skip = 0 } = range
  // The first key of the range, and the first key after it.
  let low: Key | undefined = from ? [...owner, ...from] : owner
  let high: Key | undefined = below ? [...owner, ...below] : [...owner, true]
  if (after && newestFirst) high = lower(high, [...owner, ...after])
  // No number is lower, so that the range begins with the first key behind the position.
  else if (after) low = higher(low, [...owner, ...after, Number.NEGATIVE_INFINITY])
  // The walk does not step over skipped rows: their number gives the key after them.
  if (skip > 0 && newestFirst) high = tree.keyAt(tree.rank(high) - skip)
  else if (skip > 0) low = tree.keyAt(tree.rank(low) + skip)
  if (!low || !high) return
  tree.walk({ low, high, downwards: newestFirst, see: (key) => see(Number(key[key.length - 1])) })
}

/** Returns the ids of all rows of an owner in order. */
export function idsOf(tree: Tree<Key, true>, owner: Key): number[] {
  const ids: number[] = []
  walk(tree, owner, {}, (id) => ids.push(id) > 0)
  return ids
}

/** Returns the id of an owner's first row. A single seek is cheaper than a walk. */
export function firstOf(tree: Tree<Key, true>, owner: Key): number | undefined {
  const key = tree.firstKey(owner)
  return key && beginsWith(key, owner) ? Number(key[key.length - 1]) : undefined
}

/** Returns the length of an owner's list, without a walk. */
export const countOf = (tree: Tree<Key, true>, owner: Key): number =>
  tree.rank([...owner, true]) - tree.rank(owner)
