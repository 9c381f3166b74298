import sortedBtree from 'sorted-btree'

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

// The library is CommonJS: Node gives its class as the member `default`, a bundler as the import itself.
const BTree = ('default' in sortedBtree ? sortedBtree.default : sortedBtree) as typeof sortedBtree.default

/**
 * A persistent ordered map. `clone()` shares all nodes and costs nothing; an edit of a clone copies the few
 * nodes on its path. The tree of a state is never edited: a transaction edits its own clone.
 *
 * It declares the methods in use instead of the type of sorted-btree, whose declaration does not compile
 * under `exactOptionalPropertyTypes`.
 */
export interface Tree<K, V> {
  readonly size: number
  clone(): Tree<K, V>
  get(key: K): V | undefined
  /** Returns whether the key is new. */
  set(key: K, value: V): boolean
  /** Returns whether the key existed. */
  delete(key: K): boolean
  /** Lists the entries from a key on, ascending. */
  entries(lowestKey?: K): IterableIterator<[K, V]>
  /** Lists the entries from a key on, descending. The reused array is passed as undefined. */
  entriesReversed(highestKey?: K, reusedArray?: undefined, skipHighest?: boolean): IterableIterator<[K, V]>
  keys(firstKey?: K): IterableIterator<K>
  values(firstKey?: K): IterableIterator<V>
  forEachPair(callback: (key: K, value: V) => void): unknown
  /** Returns the lowest key above another, or undefined. */
  nextHigherKey(key: K): K | undefined
}

const compareNumbers = (a: number, b: number): number => a - b
const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** An empty tree whose keys are numbers. */
export const numberTree = <V>(): Tree<number, V> => new BTree<number, V>(undefined, compareNumbers)

/** An empty tree whose keys are strings, in the order of their UTF-16 code units. */
export const stringTree = <V>(): Tree<string, V> => new BTree<string, V>(undefined, compareStrings)

/** An empty tree whose keys have several parts. */
export const keyTree = <V>(): Tree<Key, V> => new BTree<Key, V>(undefined, compareKeys)
