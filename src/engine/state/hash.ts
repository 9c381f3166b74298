import { items, type Ring, type Window } from '../store/ring.ts'
import { rowsSum } from '../store/rows-digest.ts'
import { digest, digestOf, digestOfTexts, jsonTexts, sumText } from '../values/canonical.ts'
import type { Json } from '../values/guard.ts'
import type { Graph, Ledger, State } from './state.ts'

const graphHashes = new WeakMap<Graph, string>()

function* graphTexts({ now, seed, nextId, streams, settings, caps, digest, rows, blobs }: Graph) {
  yield* jsonTexts({ caps: { ...caps }, now, seed, nextId, streams, settings }, 'canonical')
  yield `\n${sumText(rowsSum(digest, rows))}\n`
  for (const [name, { length, uses }] of blobs.entries()) yield `${name}:${length}*${uses} `
}

/**
 * Returns the hash of a graph. Equal worlds have equal hashes: rows enter as a sum, so that neither the order
 * of keys nor the order of insertion matters. Edges, counts and stored bytes are derived and left out.
 */
export function graphHash(graph: Graph): string {
  const cached = graphHashes.get(graph)
  if (cached !== undefined) return cached
  const hash = digestOfTexts(graphTexts(graph))
  graphHashes.set(graph, hash)
  return hash
}

/** The digests of the entries of a log. Entries are frozen, so that their digests are cached. */
function* logTexts(log: Ring<Json>): Generator<string> {
  yield `\n${log.capacity} ${log.dropped}`
  for (const entry of items(log)) yield ` ${digestOf(entry)}`
}

function* windowTexts(name: string, { length, buckets }: Window): Generator<string> {
  yield `\n${JSON.stringify(name)} ${length}`
  for (const { second, count } of items(buckets)) yield ` ${second}:${count}`
}

function* ledgerTexts({ sequence, emitted, events, calls, windows, notes }: Ledger): Generator<string> {
  yield* jsonTexts({ sequence, emitted, notes }, 'canonical')
  for (const [name, window] of windows.entries()) yield* windowTexts(name, window)
  yield* logTexts(events)
  yield* logTexts(calls)
}

/** Returns the hash of a ledger: its logs, windows and notes. */
export const ledgerHash = (ledger: Ledger): string => digestOfTexts(ledgerTexts(ledger))

export function stateHash({ graph, ledger }: State): string {
  return digest(`${graphHash(graph)} ${ledgerHash(ledger)}`)
}
