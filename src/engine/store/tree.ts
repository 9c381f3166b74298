import {
  type Compare,
  childIndex,
  cut,
  type Editor,
  editable,
  firstFrom,
  itemAt,
  type Leaf,
  lowerBound,
  put,
  sizeOf,
  type TreeNode,
  type Walk,
  walkNode,
} from './tree-node.ts'

/** One part of an ordered key. `true` sorts after all numbers and strings: it is the upper end of a range. */
type KeyPart = number | string | true

/** An ordered key, compared part by part: numbers before strings, and a prefix before longer keys. */
export type Key = readonly KeyPart[]

const rank = (part: KeyPart): number => (typeof part === 'number' ? 0 : typeof part === 'string' ? 1 : 2)

/** Compares two keys part by part. Strings are ordered by UTF-16 code units, in every locale. */
export function compareKeys(left: Key, right: Key): number {
  const shared = Math.min(left.length, right.length)
  for (let index = 0; index < shared; index++) {
    const a = left[index] ?? 0
    const b = right[index] ?? 0
    if (a === b) continue
    if (typeof a === typeof b) return a < b ? -1 : 1
    return rank(a) - rank(b)
  }
  return left.length - right.length
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
const valueAt = <K, V>({ values }: Leaf<K, V>, at: number): V => (values ? itemAt(values, at) : (true as V))

function leafOf<K, V>({ root, editor }: Rooted<K, V>, key: K): Leaf<K, V> {
  let node = root
  while (node.children) node = itemAt(node.children, childIndex(node.keys, key, editor.compare))
  return node
}

/** Returns the index of a key in its leaf, or undefined if the leaf does not have it. */
function indexIn<K, V>({ keys }: Leaf<K, V>, key: K, compare: Compare<K>): number | undefined {
  const at = lowerBound(keys, key, compare)
  return at < keys.length && compare(itemAt(keys, at), key) === 0 ? at : undefined
}

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
    this.editor = { owner: {}, compare: this.editor.compare }
    return treeOf(this.root, this.editor.compare)
  },
  get<K, V>(this: Rooted<K, V>, key: K): V | undefined {
    const leaf = leafOf(this, key)
    const at = indexIn(leaf, key, this.editor.compare)
    return at === undefined ? undefined : valueAt(leaf, at)
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
    return firstFrom(this.root, from, this.editor.compare)
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

function treeOf<K, V>(root: TreeNode<K, V>, compare: Compare<K>): Tree<K, V> {
  const tree: Tree<K, V> & Rooted<K, V> = Object.create(methods)
  tree.root = root
  tree.editor = { owner: {}, compare }
  return tree
}

const mapOf = <K, V>(compare: Compare<K>): Tree<K, V> => treeOf({ owner: {}, keys: [], values: [] }, compare)

const compareStrings: Compare<string> = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** An empty map whose keys are strings, in the order of their UTF-16 code units. */
export const stringTree = <V>(): Tree<string, V> => mapOf(compareStrings)

/** An empty set of keys that have several parts. */
export const keyTree = (): Tree<Key, true> => treeOf({ owner: {}, keys: [], values: undefined }, compareKeys)
