import type { Key, Tree } from '../store/tree.ts'
import { edgeTree } from './edge.ts'

type Edges = readonly Tree<Key, true>[]

/** The trees of the edges of a transaction, and those of the graph that it began on. */
interface Indexed {
  readonly graph: { readonly edges: Edges }
  edges: Edges
}

/** Returns the tree of an edge for an edit. The first edit of a tree clones it. */
export function editableEdge(draft: Indexed, place: number): Tree<Key, true> {
  const tree = edgeTree(draft.edges, place)
  if (tree !== draft.graph.edges[place]) return tree
  const clone = tree.clone()
  draft.edges = draft.edges.with(place, clone)
  return clone
}
