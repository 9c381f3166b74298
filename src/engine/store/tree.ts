/** One part of an ordered key. `true` sorts after all numbers and strings: it is the upper end of a range. */
export type KeyPart = number | string | true

/** An ordered key, compared part by part: numbers before strings, and a prefix before longer keys. */
export type Key = readonly KeyPart[]

/** Compares two keys part by part. Strings are ordered by UTF-16 code units, in every locale. */
export function compareKeys(left: Key, right: Key): number {
  const shared = Math.min(left.length, right.length)
  for (let index = 0; index < shared; index++) {
    const a = left[index] ?? 0
    const b = right[index] ?? 0
    if (a === b) continue
    if (typeof a === typeof b) return a < b ? -1 : 1
    return typeof a === 'number' || b === true ? -1 : 1
  }
  return left.length - right.length
}

/** Maximum keys of a leaf, and children of a branch. */
const NODE_MAX = 32
/** A node with fewer after a removal is joined with its neighbor. */
const NODE_MIN = 8

/** The tree that may edit a node in place. Any other tree copies the node first. */
type Owner = object

/** A node with keys in order, and the value of each; a set of keys has no values. */
interface Leaf<K, V> {
  readonly owner: Owner
  readonly keys: K[]
  readonly values: V[] | undefined
  readonly children?: undefined
}

/** A node with other nodes. `keys[n]` is at most the lowest key of child `n`; `keys[0]` is unused. */
interface Branch<K, V> {
  readonly owner: Owner
  readonly keys: K[]
  readonly children: TreeNode<K, V>[]
  /** The number of keys in all leaves below. */
  size: number
}

export type TreeNode<K, V> = Leaf<K, V> | Branch<K, V>

type Compare<K> = (left: K, right: K) => number

/** The tree that edits nodes: the token of its own nodes, and the order of its keys. */
interface Editor<K> {
  readonly owner: Owner
  readonly compare: Compare<K>
}

/** Returns the item at an index, which must exist. */
const itemAt = <T>(list: readonly T[], index: number): T => list[index] as T

/** Returns the number of keys in a node and below. */
const sizeOf = <K, V>(node: TreeNode<K, V>): number => (node.children ? node.size : node.keys.length)

const sizeOfAll = <K, V>(nodes: readonly TreeNode<K, V>[]): number =>
  nodes.reduce((size, node) => size + sizeOf(node), 0)

/** Returns the index of the first key that is not below another. */
function lowerBound<K>(keys: readonly K[], key: K, compare: Compare<K>): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(itemAt(keys, middle), key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the index of the child that has a key, or would have it: the last that begins at or below it. */
function childIndex<K>(keys: readonly K[], key: K, compare: Compare<K>): number {
  let [low, high] = [1, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(itemAt(keys, middle), key) <= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the node itself if the editor owns it, or its own copy. */
function editable<K, V>(node: Leaf<K, V>, editor: Editor<K>): Leaf<K, V>
function editable<K, V>(node: Branch<K, V>, editor: Editor<K>): Branch<K, V>
function editable<K, V>(node: TreeNode<K, V>, editor: Editor<K>): TreeNode<K, V>
function editable<K, V>(node: TreeNode<K, V>, { owner }: Editor<K>): TreeNode<K, V> {
  if (node.owner === owner) return node
  return node.children
    ? { owner, keys: node.keys.slice(), children: node.children.slice(), size: node.size }
    : { owner, keys: node.keys.slice(), values: node.values?.slice() }
}

/** Returns the child at an index, after it became editable. */
function editableChild<K, V>(branch: Branch<K, V>, index: number, editor: Editor<K>): TreeNode<K, V> {
  const child = editable(itemAt(branch.children, index), editor)
  branch.children[index] = child
  return child
}

/**
 * Moves the end of a node that is too long into a new node, and returns it. A node that grew at its end keeps
 * its whole length, and any other node the keys up to the new one, so that lists that only grow have full
 * nodes: most of the next keys follow the new one.
 *
 * @param grown The index of the new key.
 */
function splitOff<K, V>(node: TreeNode<K, V>, grown: number): TreeNode<K, V> {
  const { owner, keys } = node
  const at = grown === NODE_MAX ? NODE_MAX : Math.min(Math.max(grown + 1, NODE_MIN), NODE_MAX + 1 - NODE_MIN)
  if (!node.children) return { owner, keys: keys.splice(at), values: node.values?.splice(at) }
  const children = node.children.splice(at)
  const size = sizeOfAll(children)
  node.size -= size
  return { owner, keys: keys.splice(at), children, size }
}

/**
 * Sets the value of a key below an editable node. Returns the new node to its right if it became too long.
 */
function put<K, V>(node: TreeNode<K, V>, key: K, value: V, editor: Editor<K>): TreeNode<K, V> | undefined {
  const { compare } = editor
  const { keys } = node
  if (!node.children) {
    const at = lowerBound(keys, key, compare)
    if (at < keys.length && compare(itemAt(keys, at), key) === 0) {
      if (node.values) node.values[at] = value
      return undefined
    }
    keys.splice(at, 0, key)
    node.values?.splice(at, 0, value)
    return keys.length > NODE_MAX ? splitOff(node, at) : undefined
  }
  const at = childIndex(keys, key, compare)
  const child = editableChild(node, at, editor)
  const before = sizeOf(child)
  const right = put(child, key, value, editor)
  node.size += sizeOf(child) + (right ? sizeOf(right) : 0) - before
  if (!right) return undefined
  keys.splice(at + 1, 0, itemAt(right.keys, 0))
  node.children.splice(at + 1, 0, right)
  return keys.length > NODE_MAX ? splitOff(node, at + 1) : undefined
}

/** Returns an editable node without a key. If no leaf has it, it copies nothing and returns undefined. */
function cut<K, V>(node: TreeNode<K, V>, key: K, editor: Editor<K>): TreeNode<K, V> | undefined {
  if (!node.children) {
    const at = lowerBound(node.keys, key, editor.compare)
    if (at === node.keys.length || editor.compare(itemAt(node.keys, at), key) !== 0) return undefined
    const leaf = editable(node, editor)
    leaf.keys.splice(at, 1)
    leaf.values?.splice(at, 1)
    return leaf
  }
  const at = childIndex(node.keys, key, editor.compare)
  const child = cut(itemAt(node.children, at), key, editor)
  if (!child) return undefined
  const branch = editable(node, editor)
  branch.children[at] = child
  branch.size -= 1
  if (sizeOf(child) === 0) {
    branch.keys.splice(at, 1)
    branch.children.splice(at, 1)
  } else if (child.keys.length < NODE_MIN && branch.children.length > 1)
    join(branch, Math.max(0, at - 1), editor)
  return branch
}

/** Joins the child at an index with the next one, or shares their keys evenly if one node cannot hold all. */
function join<K, V>(branch: Branch<K, V>, at: number, editor: Editor<K>): void {
  const left = editableChild(branch, at, editor)
  const right = itemAt(branch.children, at + 1)
  append(left, right, itemAt(branch.keys, at + 1))
  const next = left.keys.length > NODE_MAX ? splitOff(left, left.keys.length >> 1) : undefined
  const rest = next ? [next] : []
  branch.children.splice(at + 1, 1, ...rest)
  branch.keys.splice(at + 1, 1, ...rest.map(({ keys }) => itemAt(keys, 0)))
}

/** Appends a node to the node on its left, which is editable. */
function append<K, V>(left: TreeNode<K, V>, right: TreeNode<K, V>, rightKey: K): void {
  if (left.children && right.children) {
    left.keys.push(rightKey, ...right.keys.slice(1))
    left.children.push(...right.children)
    left.size += right.size
  } else if (!left.children && !right.children) {
    left.keys.push(...right.keys)
    if (right.values) left.values?.push(...right.values)
  }
}

/** A walk over the keys from `low` on that are below `high`. */
interface Walk<K> {
  readonly low: K
  readonly high: K
  /** Walks from the highest key down. */
  readonly downwards: boolean
  /** Sees a key. It returns false to end the walk. */
  readonly see: (key: K) => boolean
}

/**
 * Walks over the keys in a node. Keys are compared only in the nodes on the way to the two ends: all keys in
 * other nodes are known to be in between.
 *
 * @param hasLow Whether the low end may be in this node.
 * @param hasHigh Whether the high end may be in this node.
 */
export function walkNode<K, V>(
  node: TreeNode<K, V>,
  walk: Walk<K>,
  compare: Compare<K>,
  hasLow = true,
  hasHigh = true,
): boolean {
  const { keys, children } = node
  const { low, high, downwards, see } = walk
  const seekEnd = children ? childIndex : lowerBound
  const first = hasLow ? seekEnd(keys, low, compare) : 0
  const end = hasHigh ? seekEnd(keys, high, compare) + (children ? 1 : 0) : keys.length
  for (let count = 0; count < end - first; count++) {
    const at = downwards ? end - 1 - count : first + count
    const goesOn = children
      ? walkNode(itemAt(children, at), walk, compare, hasLow && at === first, hasHigh && at === end - 1)
      : see(itemAt(keys, at))
    if (!goesOn) return false
  }
  return true
}

/**
 * A persistent ordered map: a B+tree whose branches know the number of keys below. `clone()` shares all nodes
 * and costs nothing; an edit of a clone copies each node on its path once. The tree of a state is never
 * edited: a transaction edits its own clone. A tree must not be edited while one of its lists is read.
 */
export interface Tree<K, V> {
  readonly size: number
  /** The highest node. Only the methods of the tree may edit it. */
  readonly root: TreeNode<K, V>
  /** Returns an equal tree. Edits of one leave the other unchanged. */
  clone(): Tree<K, V>
  get(key: K): V | undefined
  /** Sets the value of a key. Returns whether the key is new. */
  set(key: K, value: V): boolean
  /** Removes a key. Returns whether it existed. */
  delete(key: K): boolean
  /** Returns the number of keys below another. */
  rank(key: K): number
  /** Returns the key that has this number of keys below it, or undefined. */
  keyAt(rank: number): K | undefined
  /** Returns the first key that is not below another, or undefined. */
  firstKey(from: K): K | undefined
  /** Shows the keys of a range to a walk, until the walk ends. */
  walk(walk: Walk<K>): void
  /** Lists the entries in the order of their keys. */
  entries(): Generator<[K, V]>
  /** Lists the values in the order of their keys. */
  values(): Generator<V>
}

/** The members of a tree that its methods use. */
interface Rooted<K, V> {
  root: TreeNode<K, V>
  editor: Editor<K>
}

// The values of a set are all `true`.
const valueAt = <K, V>({ values }: Leaf<K, V>, at: number): V => (values ? values[at] : true) as V

/** Yields the leaves below a node in order. */
function* leavesOf<K, V>(node: TreeNode<K, V>): Generator<Leaf<K, V>> {
  if (!node.children) yield node
  else for (const child of node.children) yield* leavesOf(child)
}

/** The methods of all trees, on one shared prototype. */
const methods = {
  get size(): number {
    return sizeOf((this as unknown as Rooted<unknown, unknown>).root)
  },
  clone<K, V>(this: Rooted<K, V>): Tree<K, V> {
    // Neither tree may edit the nodes that both now share.
    const { compare } = this.editor
    this.editor = { owner: {}, compare }
    const tree: Tree<K, V> & Rooted<K, V> = Object.create(methods)
    tree.root = this.root
    tree.editor = { owner: {}, compare }
    return tree
  },
  get<K, V>(this: Rooted<K, V>, key: K): V | undefined {
    const { compare } = this.editor
    let { root: node } = this
    while (node.children) node = itemAt(node.children, childIndex(node.keys, key, compare))
    const at = lowerBound(node.keys, key, compare)
    if (at === node.keys.length || compare(itemAt(node.keys, at), key) !== 0) return undefined
    return valueAt(node, at)
  },
  set<K, V>(this: Rooted<K, V>, key: K, value: V): boolean {
    const { editor } = this
    const before = sizeOf(this.root)
    this.root = editable(this.root, editor)
    const right = put(this.root, key, value, editor)
    const size = sizeOf(this.root) + (right ? sizeOf(right) : 0)
    if (right) {
      const children = [this.root, right]
      const keys = children.map((child) => itemAt(child.keys, 0))
      this.root = { owner: editor.owner, keys, children, size }
    }
    return size > before
  },
  delete<K, V>(this: Rooted<K, V>, key: K): boolean {
    const root = cut(this.root, key, this.editor)
    if (!root) return false
    this.root = root
    while (this.root.children?.length === 1) this.root = itemAt(this.root.children, 0)
    return true
  },
  rank<K, V>(this: Rooted<K, V>, key: K): number {
    const { compare } = this.editor
    let { root: node } = this
    let below = 0
    while (node.children) {
      const at = childIndex(node.keys, key, compare)
      for (let index = 0; index < at; index++) below += sizeOf(itemAt(node.children, index))
      node = itemAt(node.children, at)
    }
    return below + lowerBound(node.keys, key, compare)
  },
  keyAt<K, V>(this: Rooted<K, V>, rank: number): K | undefined {
    let { root: node } = this
    let left = rank
    while (node.children) {
      let place = 0
      const { children } = node
      for (; place < children.length - 1 && left >= sizeOf(itemAt(children, place)); place++)
        left -= sizeOf(itemAt(children, place))
      node = itemAt(children, place)
    }
    return node.keys[left]
  },
  firstKey<K, V>(this: Rooted<K, V>, from: K): K | undefined {
    const { compare } = this.editor
    let { root: node } = this
    let next: TreeNode<K, V> | undefined
    while (node.children) {
      const at = childIndex(node.keys, from, compare)
      next = node.children[at + 1] ?? next
      node = itemAt(node.children, at)
    }
    const found = node.keys[lowerBound(node.keys, from, compare)]
    if (found !== undefined) return found
    // Every key of the leaf is lower, and every key of the next one is higher.
    while (next?.children) next = next.children[0]
    return next?.keys[0]
  },
  walk<K, V>(this: Rooted<K, V>, walk: Walk<K>): void {
    walkNode(this.root, walk, this.editor.compare)
  },
  *entries<K, V>(this: Rooted<K, V>): Generator<[K, V]> {
    for (const leaf of leavesOf(this.root))
      for (let at = 0; at < leaf.keys.length; at++) yield [itemAt(leaf.keys, at), valueAt(leaf, at)]
  },
  *values<K, V>(this: Rooted<K, V>): Generator<V> {
    for (const leaf of leavesOf(this.root))
      for (let at = 0; at < leaf.keys.length; at++) yield valueAt(leaf, at)
  },
}

/** A map without keys, or a set if it has no values. */
const empty = <K, V>(compare: Compare<K>, values: V[] | undefined): Tree<K, V> =>
  Object.assign(Object.create(methods), {
    root: { owner: {}, keys: [], values },
    editor: { owner: {}, compare },
  })

const compareStrings: Compare<string> = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** An empty map whose keys are strings, in the order of their UTF-16 code units. */
export const stringTree = <V>(): Tree<string, V> => empty(compareStrings, [])

/** An empty set of keys that have several parts. */
export const keyTree = (): Tree<Key, true> => empty(compareKeys, undefined)
