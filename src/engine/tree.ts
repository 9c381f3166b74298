import sortedBtree from 'sorted-btree'

/** One part of an ordered key; `true` sorts after every number and string, and closes a range. */
export type KeyPart = number | string | true

/** An ordered key, compared part by part: numbers before strings, a prefix before what it begins. */
export type Key = readonly KeyPart[]

const rank = (part: KeyPart): number => (typeof part === 'number' ? 0 : typeof part === 'string' ? 1 : 2)

/** Compares two keys part by part. It reads no locale: strings are ordered by their UTF-16 code units. */
export function compareKeys(left: Key, right: Key): number {
  const shared = Math.min(left.length, right.length)
  for (let index = 0; index < shared; index++) {
    const a = left[index] as KeyPart
    const b = right[index] as KeyPart
    if (a === b) continue
    if (typeof a === typeof b) return a < b ? -1 : 1
    return rank(a) - rank(b)
  }
  return left.length - right.length
}

// The library is CommonJS: Node hands its class over as the member `default`, a bundler as the import itself.
const BTree = ('default' in sortedBtree ? sortedBtree.default : sortedBtree) as typeof sortedBtree.default

/**
 * A persistent ordered table. `clone()` shares everything and costs nothing; an edit of a clone copies the
 * few nodes on its path. A tree that a state holds is never edited: a transaction edits its own clone.
 */
export type Tree<K, V> = InstanceType<typeof BTree<K, V>>

const compareNumbers = (a: number, b: number): number => a - b
const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** An empty tree whose keys are numbers. */
export const numberTree = <V>(): Tree<number, V> => new BTree<number, V>(undefined, compareNumbers)

/** An empty tree whose keys are strings, in the order of their UTF-16 code units. */
export const stringTree = <V>(): Tree<string, V> => new BTree<string, V>(undefined, compareStrings)

/** An empty tree whose keys have several parts. */
export const keyTree = <V>(): Tree<Key, V> => new BTree<Key, V>(undefined, compareKeys)
