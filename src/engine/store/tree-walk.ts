import { type Compare, childIndex, itemAt, lowerBound, type TreeNode } from './tree-node.ts'

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
