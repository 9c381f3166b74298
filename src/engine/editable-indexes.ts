import type { Key, Tree } from './tree.ts'

/** The trees of the edges of a transaction, and those of the graph that it began on. */
interface Indexed {
  readonly graph: { readonly edges: readonly Tree<Key, true>[]; readonly counts: Tree<Key, number> }
  edges: Tree<Key, true>[]
  counts: Tree<Key, number>
}

/** The trees of edges, to be edited: the first edit of a tree clones it, so that the graph keeps its own. */
export const editableIndexes = (draft: Indexed) => ({
  edge(place: number): Tree<Key, true> {
    if (draft.edges === draft.graph.edges) draft.edges = draft.graph.edges.slice()
    const tree = draft.edges[place]
    if (!tree) throw new Error(`The schema has no edge ${place}`)
    if (tree !== draft.graph.edges[place]) return tree
    const clone = tree.clone()
    draft.edges[place] = clone
    return clone
  },
  counts(): Tree<Key, number> {
    if (draft.counts === draft.graph.counts) draft.counts = draft.graph.counts.clone()
    return draft.counts
  },
})
