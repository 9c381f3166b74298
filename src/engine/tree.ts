import {
  type Compare,
  childIndex,
  cut,
  type Editor,
  editable,
  itemAt,
  type Leaf,
  lowerBound,
  put,
  sizeOf,
  type TreeNode,
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
  /** Returns the first key that is not below another, or undefined. */
  firstKey(from: K): K | undefined
  /** Lists the keys in order, from a key on. */
  keys(from?: K): Generator<K>
  /** Lists the keys below another, from the highest down. */
  keysBelow(below: K): Generator<K>
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

/** A branch on the way to a leaf, and the index of the child on that way. */
interface Turn<K, V> {
  readonly children: readonly TreeNode<K, V>[]
  at: number
}

/** Returns the first leaf below a node, or the last one for steps downwards. Adds the turns on the way. */
function outermost<K, V>(from: TreeNode<K, V>, step: 1 | -1, turns: Turn<K, V>[]): Leaf<K, V> {
  let node = from
  while (node.children) {
    const at = step === 1 ? 0 : node.children.length - 1
    turns.push({ children: node.children, at })
    node = itemAt(node.children, at)
  }
  return node
}

/** Lists the leaves upwards or downwards, each with the index at which it begins: at or below `from`. */
function* leaves<K, V>(
  { root, editor: { compare } }: Rooted<K, V>,
  from: K | undefined,
  step: 1 | -1,
): Generator<readonly [leaf: Leaf<K, V>, start: number]> {
  const turns: Turn<K, V>[] = []
  let node = root
  while (node.children) {
    const at = from === undefined ? 0 : childIndex(node.keys, from, compare)
    turns.push({ children: node.children, at })
    node = itemAt(node.children, at)
  }
  const bound = from === undefined ? 0 : lowerBound(node.keys, from, compare)
  yield [node, step === 1 ? bound : bound - 1]
  for (let turn = turns.at(-1); turn; turn = turns.at(-1)) {
    const next = turn.children[turn.at + step]
    if (!next) {
      turns.pop()
      continue
    }
    turn.at += step
    const leaf = outermost(next, step, turns)
    yield [leaf, step === 1 ? 0 : leaf.keys.length - 1]
  }
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
    const { editor } = this
    const leaf = leafOf(this, key)
    if (indexIn(leaf, key, editor.compare) === undefined) return false
    if (sizeOf(this.root) === 1) this.root = { owner: editor.owner, keys: [], values: leaf.values && [] }
    else {
      this.root = editable(this.root, editor)
      cut(this.root, key, editor)
    }
    while (this.root.children?.length === 1) this.root = itemAt(this.root.children, 0)
    return true
  },
  rank<K, V>(this: Rooted<K, V>, key: K): number {
    const { compare } = this.editor
    let { root: node } = this
    let below = 0
    while (node.children) {
      const at = childIndex(node.keys, key, compare)
      for (let place = 0; place < at; place++) below += sizeOf(itemAt(node.children, place))
      node = itemAt(node.children, at)
    }
    return below + lowerBound(node.keys, key, compare)
  },
  firstKey<K, V>(this: Tree<K, V>, from: K): K | undefined {
    for (const key of this.keys(from)) return key
    return undefined
  },
  *keys<K, V>(this: Rooted<K, V>, from?: K): Generator<K> {
    for (const [{ keys }, start] of leaves(this, from, 1))
      for (let at = start; at < keys.length; at++) yield itemAt(keys, at)
  },
  *keysBelow<K, V>(this: Rooted<K, V>, below: K): Generator<K> {
    for (const [{ keys }, start] of leaves(this, below, -1))
      for (let at = start; at >= 0; at--) yield itemAt(keys, at)
  },
  *entries<K, V>(this: Rooted<K, V>): Generator<[K, V]> {
    for (const [leaf] of leaves(this, undefined, 1))
      for (let at = 0; at < leaf.keys.length; at++) yield [itemAt(leaf.keys, at), valueAt(leaf, at)]
  },
  *values<K, V>(this: Rooted<K, V>): Generator<V> {
    for (const [leaf] of leaves(this, undefined, 1))
      for (let at = 0; at < leaf.keys.length; at++) yield valueAt(leaf, at)
  },
}

const treeOf = <K, V>(root: TreeNode<K, V>, compare: Compare<K>): Tree<K, V> =>
  // TypeScript does not know that a prototype's methods are called on the object that has it.
  ({ __proto__: methods, root, editor: { owner: {}, compare } }) as unknown as Tree<K, V>

const mapOf = <K, V>(compare: Compare<K>): Tree<K, V> => treeOf({ owner: {}, keys: [], values: [] }, compare)

const compareNumbers: Compare<number> = (a, b) => a - b
const compareStrings: Compare<string> = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** An empty map whose keys are numbers. */
export const numberTree = <V>(): Tree<number, V> => mapOf(compareNumbers)

/** An empty map whose keys are strings, in the order of their UTF-16 code units. */
export const stringTree = <V>(): Tree<string, V> => mapOf(compareStrings)

/** An empty set of keys that have several parts. */
export const keyTree = (): Tree<Key, true> => treeOf({ owner: {}, keys: [], values: undefined }, compareKeys)
