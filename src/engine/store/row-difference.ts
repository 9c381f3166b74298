import { type Extent, type MapNode, type RowMap, SLOTS } from './row-map.ts'

/** A row in two maps; undefined where a map does not have it. */
export type RowPair<R> = readonly [before: R | undefined, after: R | undefined]

/** A row with its id. */
type Numbered = { readonly id: number }

/** The rows of a node, or of no node. */
type Part<R> = Extent<R> | undefined

/** The first id that a node does not cover. */
const endOf = <R>({ base, unit }: Extent<R>): number => base + unit * SLOTS

/** Returns the node in a slot of a branch. */
function childAt<R>({ node, unit, base }: Extent<R>, slot: number): Part<R> {
  const child = node.children?.[slot]
  return child && { node: child, unit: unit / SLOTS, base: base + slot * unit }
}

/** Whether a slot of a branch covers exactly the ids of another node, or more. */
function holds<R>(outer: Extent<R>, inner: Extent<R>): boolean {
  const offset = (inner.base - outer.base) % outer.unit
  return inner.base >= outer.base && endOf(inner) <= endOf(outer) && offset + inner.unit * SLOTS <= outer.unit
}

/** Yields the rows of a node in order. */
function* rowsOf<R>({ node }: Extent<R>): Generator<R> {
  for (const row of node.rows ?? []) if (row !== undefined) yield row
  for (const child of node.children ?? []) if (child) yield* rowsOf({ node: child, unit: 0, base: 0 })
}

function* allRows<R>(part: Part<R>, pair: (row: R) => RowPair<R>): Generator<RowPair<R>> {
  if (part) for (const row of rowsOf(part)) yield pair(row)
}

const removed = <R>(row: R): RowPair<R> => [row, undefined]
const created = <R>(row: R): RowPair<R> => [undefined, row]

/** The only slot in which the children of two branches differ; undefined if there are several or none. */
function onlySlot<R>(
  before: readonly (MapNode<R> | undefined)[],
  after: readonly (MapNode<R> | undefined)[],
): number | undefined {
  let found: number | undefined
  for (let slot = 0; slot < SLOTS; slot++) {
    if (before[slot] === after[slot]) continue
    if (found !== undefined) return undefined
    found = slot
  }
  return found
}

/**
 * Descends as long as two branches differ in one slot. Most steps change one row: a generator for each level
 * would be most of the cost. Branches of different levels share no children: if they differ in one slot, they
 * have no others.
 */
function narrowed<R>(before: Extent<R>, after: Extent<R>): readonly [Part<R>, Part<R>] {
  let [from, to]: [Part<R>, Part<R>] = [before, after]
  while (from?.node.children && to?.node.children) {
    const slot: number | undefined = onlySlot(from.node.children, to.node.children)
    if (slot === undefined) break
    ;[from, to] = [childAt(from, slot), childAt(to, slot)]
  }
  return [from, to]
}

/** Yields the pairs of two nodes with the same ids. Nodes and rows that both maps share are skipped. */
function* inStep<R extends Numbered>(before: Extent<R>, after: Extent<R>): Generator<RowPair<R>> {
  for (let slot = 0; slot < SLOTS; slot++) {
    if (before.node.children || after.node.children) {
      const [from, to] = [before.node.children?.[slot], after.node.children?.[slot]]
      if (from !== to) yield* between(childAt(before, slot), childAt(after, slot))
    } else {
      const [from, to] = [before.node.rows?.[slot], after.node.rows?.[slot]]
      if (from !== to) yield [from, to]
    }
  }
}

/** Yields the pairs of a node and of one that lies in one of its slots. */
function* inSlot<R>(
  outer: Extent<R>,
  inner: Extent<R>,
  pairs: (outer: Part<R>, inner: Part<R>) => Generator<RowPair<R>>,
): Generator<RowPair<R>> {
  const place = Math.floor((inner.base - outer.base) / outer.unit)
  for (let slot = 0; slot < SLOTS; slot++)
    yield* pairs(childAt(outer, slot), slot === place ? inner : undefined)
}

/** Merges the rows of two nodes by their ids: neither node lies in a slot of the other. */
function* merged<R extends Numbered>(before: Extent<R>, after: Extent<R>): Generator<RowPair<R>> {
  const [left, right] = [rowsOf(before), rowsOf(after)]
  let [from, to] = [left.next(), right.next()]
  while (!from.done || !to.done) {
    const order = from.done ? 1 : to.done ? -1 : from.value.id - to.value.id
    const pair: RowPair<R> = [
      order <= 0 && !from.done ? from.value : undefined,
      order >= 0 && !to.done ? to.value : undefined,
    ]
    if (pair[0] !== pair[1]) yield pair
    if (order <= 0) from = left.next()
    if (order >= 0) to = right.next()
  }
}

function between<R extends Numbered>(before: Part<R>, after: Part<R>): Generator<RowPair<R>> {
  if (!before) return allRows(after, created)
  if (!after) return allRows(before, removed)
  if (before.base === after.base && before.unit === after.unit) return inStep(before, after)
  if (holds(before, after)) return inSlot(before, after, between)
  if (holds(after, before)) return inSlot(after, before, (outer, inner) => between(inner, outer))
  return merged(before, after)
}

/**
 * Returns the number of rows in which two maps differ, counted up to `most`. Most steps change rows of one
 * leaf, whose slots are compared without a generator.
 *
 * @param isChange Whether two rows of one id differ by what they hold.
 */
export function countDifference<R extends Numbered>(
  before: RowMap<R>,
  after: RowMap<R>,
  most: number,
  isChange: (before: R, after: R) => boolean,
): number {
  if (before.extent.node === after.extent.node) return 0
  const [from, to] = narrowed(before.extent, after.extent)
  const [left, right] = [from?.node.rows, to?.node.rows]
  const counts = (one: R | undefined, other: R | undefined) =>
    one !== other && (!one || !other || isChange(one, other))
  let count = 0
  if (left && right && from?.base === to?.base) {
    for (let slot = 0; slot < SLOTS && count < most; slot++) if (counts(left[slot], right[slot])) count += 1
    return count
  }
  for (const [one, other] of between(from, to)) {
    if (count === most) break
    if (counts(one, other)) count += 1
  }
  return count
}

/**
 * Yields the rows in which two maps differ, in the order of their ids. It looks only at nodes that the maps
 * do not share: if one map was made from the other, the cost is that of the difference, and not of the maps.
 */
export function* rowDifference<R extends Numbered>(
  before: RowMap<R>,
  after: RowMap<R>,
): Generator<RowPair<R>> {
  const [from, to] = [before.extent, after.extent]
  if (from.node !== to.node) yield* between(...narrowed(from, to))
}
