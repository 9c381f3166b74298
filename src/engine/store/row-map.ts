/** The slots of a node: a row each in a leaf, a node each in a branch. */
export const SLOTS = 32

/** The map that may edit a node in place. Any other map copies the node first. */
type Owner = object

/** A node with up to 32 rows. */
interface Leaf<R> {
  readonly owner: Owner
  readonly rows: (R | undefined)[]
  readonly children?: undefined
}

/** A node with up to 32 other nodes. */
interface Branch<R> {
  readonly owner: Owner
  readonly rows?: undefined
  readonly children: (MapNode<R> | undefined)[]
}

export type MapNode<R> = Leaf<R> | Branch<R>

/** A node with the ids that it covers: 32 slots of `unit` ids each, from `base` on. */
export interface Extent<R> {
  readonly node: MapNode<R>
  readonly unit: number
  readonly base: number
}

/**
 * A persistent map from ids to rows: a radix tree, whose nodes have 32 slots for equal ranges of ids. Ids
 * count up, so the nodes are full, and a row is found without comparing keys. `clone()` shares all nodes; an
 * edit of a clone copies each node on its path once.
 */
export interface RowMap<R> {
  readonly size: number
  /** The highest node. Only the methods of the map may edit it. */
  readonly extent: Extent<R>
  /** Returns an equal map. Edits of one leave the other unchanged. */
  clone(): RowMap<R>
  /** Returns the row of an id, which is a safe integer. */
  get(id: number): R | undefined
  /** Sets the row of an id. Throws a RangeError if the id is not a safe integer. */
  set(id: number, row: R): void
  /** Removes the row of an id, if there is one. */
  delete(id: number): void
  /** Lists the rows in the order of their ids. */
  values(): Generator<R>
}

/** The members of a map that its methods use. */
interface Rooted<R> {
  owner: Owner
  size: number
  root: MapNode<R>
  /** The number of ids that a slot of the root covers. */
  unit: number
  /** The lowest id that the root covers, and the end of what it covers. */
  base: number
  end: number
}

/** Returns the slot of an offset from the lowest id, in a node whose slots cover `unit` ids each. */
const slotOf = (offset: number, unit: number): number => (offset / unit) & (SLOTS - 1)

const isUnused = (slot: unknown): boolean => slot === undefined

const isEmpty = <R>(node: MapNode<R>): boolean =>
  node.children ? node.children.every(isUnused) : node.rows.every(isUnused)

/** Returns the node itself if the owner owns it, or its own copy. */
function editable<R>(node: MapNode<R>, owner: Owner): MapNode<R> {
  if (node.owner === owner) return node
  return node.children ? { owner, children: node.children.slice() } : { owner, rows: node.rows.slice() }
}

/** The root of a map without rows, whose first id will be this one. */
const emptyFrom = (id: number) => ({
  root: { owner: {}, rows: [] },
  unit: 1,
  base: id,
  end: id + SLOTS,
})

/** Adds levels above the root until it covers an id. The old root takes the lowest slot that it can. */
function growTo<R>(map: Rooted<R>, id: number): void {
  // No number of levels covers NaN or infinity.
  if (!Number.isSafeInteger(id)) throw new RangeError(`The id of a row must be a safe integer, not ${id}`)
  if (map.size === 0) Object.assign(map, emptyFrom(id))
  while (id < map.base || id >= map.end) {
    const covered = map.end - map.base
    const slot = Math.max(0, Math.min(SLOTS - 1, Math.ceil((map.base - id) / covered)))
    const children: (MapNode<R> | undefined)[] = []
    children[slot] = map.root
    map.base -= slot * covered
    map.root = { owner: map.owner, children }
    map.unit = covered
    map.end = map.base + SLOTS * covered
  }
}

/** Removes a row, which must exist, below an editable node. Nodes that become empty are removed too. */
function cut<R>(node: MapNode<R>, offset: number, unit: number, owner: Owner): void {
  const slot = slotOf(offset, unit)
  if (!node.children) {
    node.rows[slot] = undefined
    return
  }
  const found = node.children[slot]
  if (!found) return
  const child = editable(found, owner)
  cut(child, offset, unit / SLOTS, owner)
  node.children[slot] = isEmpty(child) ? undefined : child
}

function* rowsBelow<R>(node: MapNode<R>): Generator<R> {
  if (node.children) {
    for (const child of node.children) if (child) yield* rowsBelow(child)
    return
  }
  for (const row of node.rows) if (row !== undefined) yield row
}

/** The methods of all maps, on one shared prototype. */
const methods = {
  get extent() {
    const { root: node, unit, base } = this as unknown as Rooted<unknown>
    return { node, unit, base }
  },
  clone<R>(this: Rooted<R>): RowMap<R> {
    // Neither map may edit the nodes that both now share.
    this.owner = {}
    const map: RowMap<R> & Rooted<R> = Object.create(methods)
    map.owner = {}
    map.size = this.size
    map.root = this.root
    map.unit = this.unit
    map.base = this.base
    map.end = this.end
    return map
  },
  get<R>(this: Rooted<R>, id: number): R | undefined {
    if (!(id >= this.base && id < this.end)) return undefined
    const offset = id - this.base
    let { root: node, unit } = this
    while (node.children) {
      const child: MapNode<R> | undefined = node.children[(offset / unit) & (SLOTS - 1)]
      if (!child) return undefined
      node = child
      unit /= SLOTS
    }
    return node.rows[offset & (SLOTS - 1)]
  },
  set<R>(this: Rooted<R>, id: number, row: R): void {
    const isCovered = Number.isSafeInteger(id) && id >= this.base && id < this.end
    if (!isCovered || this.size === 0) growTo(this, id)
    const { owner } = this
    const offset = id - this.base
    let node = editable(this.root, owner)
    let { unit } = this
    this.root = node
    while (node.children) {
      const slot = (offset / unit) & (SLOTS - 1)
      const found = node.children[slot]
      const child: MapNode<R> = found
        ? editable(found, owner)
        : unit > SLOTS
          ? { owner, children: [] }
          : { owner, rows: [] }
      node.children[slot] = child
      node = child
      unit /= SLOTS
    }
    const slot = offset & (SLOTS - 1)
    if (node.rows[slot] === undefined) this.size += 1
    node.rows[slot] = row
  },
  delete<R>(this: Rooted<R> & RowMap<R>, id: number): void {
    if (this.get(id) === undefined) return
    this.root = editable(this.root, this.owner)
    cut(this.root, id - this.base, this.unit, this.owner)
    this.size -= 1
  },
  values<R>(this: Rooted<R>): Generator<R> {
    return rowsBelow(this.root)
  },
}

/** An empty map. */
export const rowMap = <R>(): RowMap<R> =>
  Object.assign(Object.create(methods), { owner: {}, size: 0, ...emptyFrom(0) })
