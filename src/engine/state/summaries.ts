import { compareKeys, type Key, type Tree } from '../store/tree.ts'
import { childIndex, itemAt, lowerBound, sizeOf, type TreeNode } from '../store/tree-node.ts'
import { type Ends, edgeTree, endsOf, type Index, type Range } from './edge.ts'

type Node = TreeNode<Key, true>

/** A subtree of an edge, or a part of a leaf. Its rows follow each other in the list of an owner. */
export interface Section<R> {
  /** The leaf that has the keys, or a branch. All keys below a branch belong to the section. */
  readonly node: Node
  /** The index of the first key of a leaf that belongs to the section. */
  readonly from: number
  /** The index of the first key of a leaf after the section. */
  readonly to: number
  readonly rowOf: (id: number) => R
}

/** Returns the number of rows of a section. */
export const sizeOfSection = ({ node, from, to }: Section<unknown>): number =>
  node.children ? node.size : to - from

/** The highest branch that is a section: it has at most 32,768 rows, so a walk of a long list is lazy. */
const HEIGHT_MAX = 2

const heightOf = ({ children }: Node): number => (children ? 1 + heightOf(itemAt(children, 0)) : 0)

/** Returns the lowest key below a node, or the highest. */
const outermostKey = ({ keys, children }: Node, at: 0 | -1): Key | undefined => {
  const child = children?.at(at)
  return child ? outermostKey(child, at) : keys.at(at)
}

/** Returns the ends of a range that exclude keys below a node. */
function endsIn(node: Node, { low, high }: Partial<Ends>): Partial<Ends> {
  const [lowest, highest] = [outermostKey(node, 0), outermostKey(node, -1)]
  return {
    ...(low && lowest && compareKeys(lowest, low) < 0 && { low }),
    ...(high && highest && compareKeys(highest, high) >= 0 && { high }),
  }
}

/** Collects the sections of the keys below a node. Without an end, all keys on that side belong to them. */
function collect<R>(node: Node, ends: Partial<Ends>, rowOf: (id: number) => R): Section<R>[] {
  const { keys, children } = node
  const { low, high } = endsIn(node, ends)
  if (!children) {
    const from = low ? lowerBound(keys, low, compareKeys) : 0
    const to = high ? lowerBound(keys, high, compareKeys) : keys.length
    return from < to ? [{ node, from, to, rowOf }] : []
  }
  if (!low && !high && heightOf(node) <= HEIGHT_MAX) return [{ node, from: 0, to: keys.length, rowOf }]
  const first = low ? childIndex(keys, low, compareKeys) : 0
  const last = high ? childIndex(keys, high, compareKeys) : children.length - 1
  return children
    .slice(first, last + 1)
    .flatMap((child, index) =>
      collect(
        child,
        { ...(index === 0 && low && { low }), ...(first + index === last && high && { high }) },
        rowOf,
      ),
    )
}

/**
 * Returns the sections that cover a range of an owner's list, in the order of the list: large subtrees in the
 * range, and parts of leaves at its ends. The edge must be `summarized`.
 */
export function sectionsOf<R>(
  edges: readonly Tree<Key, true>[],
  { place, summarized }: Index,
  owner: Key,
  range: Range,
  rowOf: (id: number) => R,
): Section<R>[] {
  if (!summarized) throw new Error(`Edge ${place} of the schema is not summarized`)
  // After a clone, both trees copy a node before they edit it, so that these nodes never change.
  const { root } = edgeTree(edges, place).clone()
  return sizeOf(root) === 0 ? [] : collect(root, endsOf(owner, range), rowOf)
}

/** Returns the rows of a leaf, or of a part of it. */
const rowsOf = <R>(keys: readonly Key[], rowOf: (id: number) => R): R[] =>
  keys.map((key) => rowOf(Number(itemAt(key, key.length - 1))))

/**
 * Returns a function that summarizes the whole subtree of a section, once for each node. Equal nodes are
 * shared by states, so a change makes new summaries for one leaf and for the branches above it. A summary is
 * dropped with its node.
 *
 * @param ofRows Summarizes the rows of a leaf.
 * @param ofParts Summarizes a branch by the summaries of its parts.
 */
export function summaries<R, S extends object>(
  ofRows: (rows: readonly R[]) => S,
  ofParts: (parts: readonly S[]) => S,
): (section: Section<R>) => S {
  const known = new WeakMap<Node, S>()
  const summaryOf = (node: Node, rowOf: (id: number) => R): S => {
    const found = known.get(node)
    if (found) return found
    const summary = node.children
      ? ofParts(node.children.map((child) => summaryOf(child, rowOf)))
      : ofRows(rowsOf(node.keys, rowOf))
    known.set(node, summary)
    return summary
  }
  return ({ node, rowOf }) => summaryOf(node, rowOf)
}

/** Returns a function that summarizes a section: a subtree as `summaries` does, a part of a leaf anew. */
export function sectionSummaries<R, S extends object>(
  ofRows: (rows: readonly R[]) => S,
  ofParts: (parts: readonly S[]) => S,
): (section: Section<R>) => S {
  const wholeOf = summaries(ofRows, ofParts)
  return (section) => {
    const { node, from, to, rowOf } = section
    const isWhole = node.children !== undefined || to - from === node.keys.length
    return isWhole ? wholeOf(section) : ofRows(rowsOf(node.keys.slice(from, to), rowOf))
  }
}
