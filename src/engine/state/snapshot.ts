import { deepFreeze } from '../store/freeze.ts'
import { emptyRing, emptyWindow, items, push, type Ring, type Window } from '../store/ring.ts'
import { rowMap } from '../store/row-map.ts'
import { unknownRowsDigest } from '../store/rows-digest.ts'
import type { AnyRow, Schema } from '../store/table.ts'
import { type Key, keyTree, stringTree, type Tree } from '../store/tree.ts'
import { type GuardLimits, guard, type Json } from '../values/guard.ts'
import { weightOf } from '../values/weight.ts'
import { indexesOf, reindex } from './edge.ts'
import { stateHash } from './hash.ts'
import { LOG_BYTES_MAX } from './log-entry.ts'
import { isTaken, takeRows } from './row-check.ts'
import { checkSnapshot, SNAPSHOT_FORMAT, type SnapshotState, type StateSnapshot } from './snapshot-check.ts'
import {
  type Blob,
  type Contents,
  edgeList,
  type Graph,
  type Ledger,
  type State,
  type WorldEvent,
} from './state.ts'

export { SNAPSHOT_FORMAT, type SnapshotState, type StateSnapshot } from './snapshot-check.ts'

/** The limits of a snapshot, which may be as large as a world, and nests deeper than an input. */
export const SNAPSHOT_LIMITS: GuardLimits = { depth: 200, size: 1_000_000_000, kept: isTaken }

const logOf = (ring: Ring<Json>) => ({
  capacity: ring.capacity ?? 0,
  dropped: ring.dropped,
  items: [...items(ring)],
})

/**
 * Returns a state as a snapshot.
 *
 * @param options.bytes `omit` leaves out the content of blobs; their digests are kept.
 */
export function snapshot({ graph, ledger }: State, options: { bytes?: 'keep' | 'omit' } = {}): StateSnapshot {
  const { now, seed, nextId, streams, settings, caps, rows, blobs } = graph
  const { sequence, emitted, notes, windows } = ledger
  const blobList = [...blobs.entries()].map(([digest, blob]) => ({
    digest,
    ...blob,
    base64: options.bytes === 'omit' ? '' : blob.base64,
  }))
  return {
    format: SNAPSHOT_FORMAT,
    hash: stateHash({ graph, ledger }),
    state: {
      graph: {
        now,
        seed,
        nextId,
        streams: streams as SnapshotState['graph']['streams'],
        settings,
        caps,
        rows: takeRows(rows.values()),
        blobs: blobList,
      },
      ledger: {
        sequence,
        emitted,
        notes,
        events: logOf(ledger.events),
        calls: logOf(ledger.calls),
        windows: [...windows.entries()].map(([name, { length, buckets }]) => ({
          name,
          length,
          buckets: [...items(buckets)].map((bucket) => ({ ...bucket })),
        })),
      },
    },
  }
}

function readGraph(schema: Schema, graph: SnapshotState['graph'], rowBytes: number): Graph {
  const { now, seed, nextId, streams, settings, caps } = graph
  let blobBytes = 0
  const rows = rowMap<AnyRow>()
  const edges = edgeList(schema).map(keyTree)
  const blobs = stringTree<Blob>()
  const indexes = indexesOf(schema)
  for (const row of graph.rows) {
    rows.set(row.id, deepFreeze(row))
    reindex(indexes, (place) => edges[place] as Tree<Key, true>, undefined, row)
  }
  for (const { digest, length, base64, uses } of graph.blobs) {
    blobs.set(digest, Object.freeze({ length, base64, uses }))
    blobBytes += length
  }
  return Object.freeze({
    now,
    seed,
    nextId,
    settings: deepFreeze(settings),
    caps: Object.freeze(caps),
    streams: deepFreeze(streams),
    rows,
    edges,
    blobs,
    stored: Object.freeze({ rowBytes, blobBytes }),
    digest: unknownRowsDigest(),
  })
}

function readLog<T extends Json>({ capacity, dropped, items }: SnapshotState['ledger']['calls']): Ring<T> {
  const empty = emptyRing<T>(capacity, LOG_BYTES_MAX)
  return { ...items.reduce<Ring<T>>((ring, item) => push(ring, deepFreeze(item) as T), empty), dropped }
}

function readLedger({ sequence, emitted, notes, events, calls, windows }: SnapshotState['ledger']): Ledger {
  const tree = stringTree<Window>()
  for (const { name, length, buckets } of windows) {
    const total = buckets.reduce((sum, { count }) => sum + count, 0)
    const ring = buckets.reduce((filled, bucket) => push(filled, bucket), emptyWindow(length).buckets)
    tree.set(name, { total, length, buckets: ring })
  }
  return Object.freeze({
    sequence,
    emitted,
    notes: deepFreeze(notes),
    events: readLog<WorldEvent>(events),
    calls: readLog<Json>(calls),
    windows: tree,
  })
}

/**
 * Returns the state in a checked snapshot.
 *
 * @param rowBytes The weight of its rows, if the check has found it.
 */
export function readState(
  schema: Schema,
  { graph, ledger }: SnapshotState,
  rowBytes = graph.rows.reduce((sum, row) => sum + weightOf(row), 0),
): State {
  return Object.freeze({ graph: readGraph(schema, graph, rowBytes), ledger: readLedger(ledger) })
}

/** The result of reading a snapshot. */
export type Restored<C extends Contents = Contents> =
  | { readonly ok: true; readonly state: State<C> }
  | { readonly ok: false; readonly problem: string }

/** What a domain says about a snapshot. */
interface RestoringDomain {
  completed?(settings: Json): Json
  completedRows?(rows: SnapshotState['graph']['rows']): SnapshotState['graph']['rows']
  mismatch?(notes: Ledger['notes']): string | undefined
}

/** Returns a state with other settings; the same state if they are the same. */
function withSettings(state: State, settings: Json): State {
  if (settings === state.graph.settings) return state
  return Object.freeze({ ...state, graph: Object.freeze({ ...state.graph, settings: deepFreeze(settings) }) })
}

/**
 * Reads a snapshot. It never throws. It returns the state if its hash is the one in the snapshot, or else the
 * problem.
 *
 * @param domain.completed Adds to the settings what an earlier version did not write.
 * @param domain.completedRows The same for rows, which it returns as they are if they lack nothing.
 * @param domain.mismatch Returns the reason why the snapshot is of another domain.
 */
export function restore(schema: Schema, value: unknown, domain: RestoringDomain = {}): Restored {
  const guarded = guard(value, SNAPSHOT_LIMITS)
  if (!guarded.ok) {
    const place = guarded.path === '' ? '' : `${guarded.path} `
    return {
      ok: false,
      problem: `The snapshot is not plain JSON: ${place}${guarded.problem}; take one from world.snapshot()`,
    }
  }
  const read = checkSnapshot(schema, guarded.value, domain.mismatch)
  if (!read.ok) return { ok: false, problem: `The snapshot cannot be read: ${read.problem}` }
  const state = readState(schema, read.snapshot.state, read.rowBytes)
  if (stateHash(state) !== read.snapshot.hash) {
    return {
      ok: false,
      problem: 'The snapshot does not have the hash that it names: it was changed or cut short',
    }
  }
  const { graph, ledger } = read.snapshot.state
  const rows = domain.completedRows?.(graph.rows) ?? graph.rows
  const whole = rows === graph.rows ? state : readState(schema, { graph: { ...graph, rows }, ledger })
  const { settings } = whole.graph
  return { ok: true, state: withSettings(whole, domain.completed?.(settings) ?? settings) }
}
