import type { Key, Tree } from './tree.ts'

/** The trees of the edges of a transaction, and those of the graph that it began on. */
interface Indexed {
  readonly graph: { readonly edges: readonly Tree<Key, true>[]; readonly counts: Tree<Key, number> }
  edges: readonly Tree<Key, true>[]
  counts: Tree<Key, number>
}

/** Gives write access to the trees of edges. The first edit of a tree clones it. */
export const editableIndexes = (draft: Indexed) => ({
  edge(place: number): Tree<Key, true> {
    const tree = draft.edges[place]
    if (!tree) throw new Error(`The schema has no edge ${place}`)
    if (tree !== draft.graph.edges[place]) return tree
    const clone = tree.clone()
    draft.edges = draft.edges.with(place, clone)
    return clone
  },
  counts(): Tree<Key, number> {
    if (draft.counts === draft.graph.counts) draft.counts = draft.graph.counts.clone()
    return draft.counts
  },
})
