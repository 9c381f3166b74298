/** Maximum keys of a leaf, and children of a branch. */
const NODE_MAX = 32
/** A node with fewer after a removal is joined with its neighbor. */
const NODE_MIN = 8

/** The tree that may edit a node in place. Any other tree copies the node first. */
type Owner = object

/** A node with keys in order, and the value of each; a set of keys has no values. */
export interface Leaf<K, V> {
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

export type Compare<K> = (left: K, right: K) => number

/** The tree that edits nodes: the token of its own nodes, and the order of its keys. */
export interface Editor<K> {
  readonly owner: Owner
  readonly compare: Compare<K>
}

/** Returns the item at an index, which must exist. */
export const itemAt = <T>(list: readonly T[], index: number): T => list[index] as T

/** Returns the number of keys in a node and below. */
export const sizeOf = <K, V>(node: TreeNode<K, V>): number => (node.children ? node.size : node.keys.length)

const sizeOfAll = <K, V>(nodes: readonly TreeNode<K, V>[]): number => {
  let size = 0
  for (const node of nodes) size += sizeOf(node)
  return size
}

/** Returns the index of the first key that is not below another. */
export function lowerBound<K>(keys: readonly K[], key: K, compare: Compare<K>): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(itemAt(keys, middle), key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the index of the child that has a key, or would have it: the last that begins at or below it. */
export function childIndex<K>(keys: readonly K[], key: K, compare: Compare<K>): number {
  let [low, high] = [1, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(itemAt(keys, middle), key) <= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the node itself if the editor owns it, or its own copy. */
export function editable<K, V>(node: TreeNode<K, V>, { owner }: Editor<K>): TreeNode<K, V> {
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
function splitOff<K, V>(node: TreeNode<K, V>, grown: number): TreeNode<K, V> | undefined {
  const { owner, keys } = node
  if (keys.length <= NODE_MAX) return undefined
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
export function put<K, V>(
  node: TreeNode<K, V>,
  key: K,
  value: V,
  editor: Editor<K>,
): TreeNode<K, V> | undefined {
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
    return splitOff(node, at)
  }
  const at = childIndex(keys, key, compare)
  const child = editableChild(node, at, editor)
  const before = sizeOf(child)
  const right = put(child, key, value, editor)
  node.size += sizeOf(child) + (right ? sizeOf(right) : 0) - before
  if (!right) return undefined
  keys.splice(at + 1, 0, itemAt(right.keys, 0))
  node.children.splice(at + 1, 0, right)
  return splitOff(node, at + 1)
}

/** Returns an editable node without a key. If no leaf has it, it copies nothing and returns undefined. */
export function cut<K, V>(node: TreeNode<K, V>, key: K, editor: Editor<K>): TreeNode<K, V> | undefined {
  if (!node.children) {
    const at = lowerBound(node.keys, key, editor.compare)
    if (at === node.keys.length || editor.compare(itemAt(node.keys, at), key) !== 0) return undefined
    const leaf = editable(node, editor) as Leaf<K, V>
    leaf.keys.splice(at, 1)
    leaf.values?.splice(at, 1)
    return leaf
  }
  const at = childIndex(node.keys, key, editor.compare)
  const child = cut(itemAt(node.children, at), key, editor)
  if (!child) return undefined
  const branch = editable(node, editor) as Branch<K, V>
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
  const next = splitOff(left, left.keys.length >> 1)
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
export interface Walk<K> {
  readonly low: K
  readonly high: K
  /** Walks from the highest key down. */
  readonly downwards: boolean
  /** Sees a key. It returns false to end the walk. */
  readonly see: (key: K) => boolean
}

/** Returns the first key in a node that is not below another key, or undefined. */
export function firstFrom<K, V>(node: TreeNode<K, V>, from: K, compare: Compare<K>): K | undefined {
  if (!node.children) return node.keys[lowerBound(node.keys, from, compare)]
  const at = childIndex(node.keys, from, compare)
  const found = firstFrom(itemAt(node.children, at), from, compare)
  const next = node.children[at + 1]
  return found === undefined && next ? firstFrom(next, from, compare) : found
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
