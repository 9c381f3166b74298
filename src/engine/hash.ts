import { canonical, digest, digestOf, sumText } from './canonical.ts'
import type { Json } from './guard.ts'
import { items } from './ring.ts'
import { rowsSum } from './rows-digest.ts'
import type { Graph, Ledger, State } from './state.ts'

const graphHashes = new WeakMap<Graph, string>()

/**
 * The hash of a graph: equal for equal worlds, however they came to be. Rows enter as an order-free sum, so
 * neither the order of keys nor that of insertion matters; edges and counts are derived and left out.
 */
export function graphHash(graph: Graph): string {
  const known = graphHashes.get(graph)
  if (known !== undefined) return known
  const blobs = [...graph.blobs.entries()]
    .map(([name, { length, uses }]) => `${name}:${length}*${uses}`)
    .join(' ')
  const { now, seed, nextId, streams, settings } = graph
  const rest = canonical({ now, seed, nextId, streams, settings })
  const hash = digest(`${rest}\n${sumText(rowsSum(graph.digest, graph.rows))}\n${blobs}`)
  graphHashes.set(graph, hash)
  return hash
}

/** The digests of a log's entries. Entries are frozen, so that each is digested once. */
const logText = (log: Iterable<Json>): string => [...log].map(digestOf).join(' ')

/** The hash of a ledger: its logs, windows and notes. */
export function ledgerHash({ sequence, emitted, events, calls, windows, notes }: Ledger): string {
  const counts = [...windows.entries()].map(([name, { length, buckets }]) => [
    name,
    length,
    [...items(buckets)],
  ])
  const text = canonical({ sequence, emitted, notes, windows: counts as unknown as Json })
  const logs = [logText(items(events) as Iterable<unknown> as Iterable<Json>), logText(items(calls))]
  const sizes = [events.capacity, events.dropped, calls.capacity, calls.dropped]
  return digest([text, sizes.join(' '), ...logs].join('\n'))
}

/** The hash of a whole state. */
export function stateHash({ graph, ledger }: State): string {
  return digest(`${graphHash(graph)} ${ledgerHash(ledger)}`)
}
