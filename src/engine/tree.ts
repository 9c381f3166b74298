import {
  type Compare,
  childIndex,
  cut,
  type Editor,
  editable,
  type Leaf,
  lowerBound,
  type Node,
  put,
  sizeOf,
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

/** A branch on the way to a leaf, and the index of the child on that way. */
interface Turn<K, V> {
  readonly children: readonly Node<K, V>[]
  at: number
}

/**
 * A persistent ordered map: a B+tree whose branches know the number of keys below. `clone()` shares all nodes
 * and costs nothing; an edit of a clone copies each node on its path once. The tree of a state is never
 * edited: a transaction edits its own clone.
 */
export class Tree<K, V> {
  private root: Node<K, V>
  private editor: Editor<K>

  private constructor(root: Node<K, V>, compare: Compare<K>) {
    this.root = root
    this.editor = { owner: {}, compare }
  }

  /** Returns an empty map. */
  static map<K, V>(compare: Compare<K>): Tree<K, V> {
    return new Tree<K, V>({ owner: {}, keys: [], values: [] }, compare)
  }

  /** Returns an empty set: the value of each of its keys is `true`. */
  static set<K>(compare: Compare<K>): Tree<K, true> {
    return new Tree<K, true>({ owner: {}, keys: [], values: undefined }, compare)
  }

  get size(): number {
    return sizeOf(this.root)
  }

  /** Returns an equal tree. Edits of one leave the other unchanged. */
  clone(): Tree<K, V> {
    const { compare } = this.editor
    this.editor = { owner: {}, compare }
    return new Tree(this.root, compare)
  }

  get(key: K): V | undefined {
    const { compare } = this.editor
    const leaf = this.leafOf(key)
    const at = lowerBound(leaf.keys, key, compare)
    if (at === leaf.keys.length || compare(leaf.keys[at] as K, key) !== 0) return undefined
    // The values of a set are all `true`.
    return leaf.values ? leaf.values[at] : (true as V)
  }

  /** Returns the first key that is not below another, or undefined. */
  firstKey(from: K): K | undefined {
    for (const key of this.keys(from)) return key
    return undefined
  }

  /** Sets the value of a key. Returns whether the key is new. */
  set(key: K, value: V): boolean {
    const { editor, size } = this
    this.root = editable(this.root, editor)
    const right = put(this.root, key, value, editor)
    if (right) {
      const children = [this.root, right]
      const keys = children.map((child) => child.keys[0] as K)
      this.root = { owner: editor.owner, keys, children, size: sizeOf(this.root) + sizeOf(right) }
    }
    return this.size > size
  }

  /** Removes a key. Returns whether it existed. */
  delete(key: K): boolean {
    const { editor } = this
    const { keys, values } = this.leafOf(key)
    const at = lowerBound(keys, key, editor.compare)
    if (at === keys.length || editor.compare(keys[at] as K, key) !== 0) return false
    if (this.size === 1) this.root = { owner: editor.owner, keys: [], values: values && [] }
    else {
      this.root = editable(this.root, editor)
      cut(this.root, key, editor)
    }
    while (this.root.children?.length === 1) this.root = this.root.children[0] as Node<K, V>
    return true
  }

  /** Returns the number of keys below another. */
  rank(key: K): number {
    const { compare } = this.editor
    let { root: node } = this
    let below = 0
    while (node.children) {
      const at = childIndex(node.keys, key, compare)
      for (let place = 0; place < at; place++) below += sizeOf(node.children[place] as Node<K, V>)
      node = node.children[at] as Node<K, V>
    }
    return below + lowerBound(node.keys, key, compare)
  }

  /** Lists the keys in order, from a key on. The tree must not be edited meanwhile. */
  *keys(from?: K): Generator<K> {
    for (const [{ keys }, start] of this.leaves(from, 1))
      for (let at = start; at < keys.length; at++) yield keys[at] as K
  }

  /** Lists the keys below another, from the highest down. */
  *keysBelow(below: K): Generator<K> {
    for (const [{ keys }, start] of this.leaves(below, -1))
      for (let at = start; at >= 0; at--) yield keys[at] as K
  }

  /** Lists the entries in the order of their keys. */
  *entries(): Generator<[K, V]> {
    for (const [{ keys, values }] of this.leaves(undefined, 1))
      for (let at = 0; at < keys.length; at++) yield [keys[at] as K, values ? (values[at] as V) : (true as V)]
  }

  /** Lists the values in the order of their keys. */
  *values(): Generator<V> {
    for (const [, value] of this.entries()) yield value
  }

  private leafOf(key: K): Leaf<K, V> {
    let { root: node } = this
    while (node.children) node = node.children[childIndex(node.keys, key, this.editor.compare)] as Node<K, V>
    return node
  }

  /** Lists the leaves upwards or downwards, each with the index at which it begins: at or below `from`. */
  private *leaves(from: K | undefined, step: 1 | -1): Generator<readonly [leaf: Leaf<K, V>, start: number]> {
    const { compare } = this.editor
    const turns: Turn<K, V>[] = []
    let { root: node } = this
    while (node.children) {
      const at = from === undefined ? 0 : childIndex(node.keys, from, compare)
      turns.push({ children: node.children, at })
      node = node.children[at] as Node<K, V>
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
      const leaf = this.outermost(next, step, turns)
      yield [leaf, step === 1 ? 0 : leaf.keys.length - 1]
    }
  }

  /** Returns the first leaf below a node, or the last one for steps downwards. Adds the turns on the way. */
  private outermost(from: Node<K, V>, step: 1 | -1, turns: Turn<K, V>[]): Leaf<K, V> {
    let node = from
    while (node.children) {
      const at = step === 1 ? 0 : node.children.length - 1
      turns.push({ children: node.children, at })
      node = node.children[at] as Node<K, V>
    }
    return node
  }
}

const compareNumbers: Compare<number> = (a, b) => a - b
const compareStrings: Compare<string> = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** An empty map whose keys are numbers. */
export const numberTree = <V>(): Tree<number, V> => Tree.map(compareNumbers)

/** An empty map whose keys are strings, in the order of their UTF-16 code units. */
export const stringTree = <V>(): Tree<string, V> => Tree.map(compareStrings)

/** An empty set of keys that have several parts. */
export const keyTree = (): Tree<Key, true> => Tree.set(compareKeys)
