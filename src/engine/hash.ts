import { digest, digestOf, digestOfTexts, jsonTexts, sumText } from './canonical.ts'
import type { Json } from './guard.ts'
import { items, type Ring } from './ring.ts'
import { rowsSum } from './rows-digest.ts'
import type { Graph, Ledger, State } from './state.ts'
import type { Window } from './window.ts'

const graphHashes = new WeakMap<Graph, string>()

function* graphTexts({ now, seed, nextId, streams, settings, caps, digest, rows, blobs }: Graph) {
  yield* jsonTexts({ caps: { ...caps }, now, seed, nextId, streams, settings }, 'canonical')
  yield `\n${sumText(rowsSum(digest, rows))}\n`
  for (const [name, { length, uses }] of blobs.entries()) yield `${name}:${length}*${uses} `
}

/**
 * The hash of a graph: equal for equal worlds, however they came to be. Rows enter as an order-free sum, so
 * neither the order of keys nor that of insertion matters; edges, counts and what is stored are derived and
 * left out.
 */
export function graphHash(graph: Graph): string {
  const known = graphHashes.get(graph)
  if (known !== undefined) return known
  const hash = digestOfTexts(graphTexts(graph))
  graphHashes.set(graph, hash)
  return hash
}

/** The digests of a log's entries. Entries are frozen, so that each is digested once. */
function* logTexts(log: Ring<unknown>): Generator<string> {
  yield `\n${log.capacity} ${log.dropped}`
  for (const entry of items(log)) yield ` ${digestOf(entry as Json)}`
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

/** The hash of a ledger: its logs, windows and notes. */
export const ledgerHash = (ledger: Ledger): string => digestOfTexts(ledgerTexts(ledger))

/** The hash of a whole state. */
export function stateHash({ graph, ledger }: State): string {
  return digest(`${graphHash(graph)} ${ledgerHash(ledger)}`)
}
