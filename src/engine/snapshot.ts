import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { LATEST } from './clock.ts'
import { indexesOf, reindex } from './edge.ts'
import { deepFreeze } from './freeze.ts'
import { fromBase64, type GuardLimits, guard, type Json } from './guard.ts'
import { stateHash } from './hash.ts'
import { emptyRing, items, push, type Ring } from './ring.ts'
import { unknownRows } from './rows-digest.ts'
import { boundedArray, boundedRecord, readBy } from './schema.ts'
import { type Blob, begin, edgeList, type Graph, type Ledger, type State, type WorldEvent } from './state.ts'
import type { AnyRow, Schema } from './table.ts'
import { keyTree, numberTree, stringTree } from './tree.ts'
import { emptyWindow, type Window } from './window.ts'

/** The format of snapshots. It changes when an older reader could not read a newer snapshot. */
export const SNAPSHOT_FORMAT = 1

/** A snapshot holds many inputs, each a few levels down; it may be as large as a world can be. */
export const SNAPSHOT_LIMITS: GuardLimits = { depth: 200, size: 1_000_000_000 }

const json = z.unknown() as unknown as z.ZodType<Json>
const names = z.record(z.string(), json)
const whole = z.number().int().nonnegative()
const log = z.object({ capacity: whole.nullable(), dropped: whole, items: boundedArray(json) })

const Snapshot = z.object({
  format: z.literal(SNAPSHOT_FORMAT),
  hash: z.string(),
  state: z.object({
    graph: z.object({
      now: z.number().int().max(LATEST),
      seed: z.string(),
      nextId: whole,
      streams: boundedRecord(boundedArray(z.number().int()).length(4)),
      settings: json,
      rows: boundedArray(z.looseObject({ id: whole, kind: z.string() })),
      blobs: boundedArray(z.object({ digest: z.string(), length: whole, uses: whole, base64: z.string() })),
    }),
    ledger: z.object({
      sequence: whole,
      emitted: whole,
      notes: names,
      events: log,
      calls: log,
      windows: boundedArray(
        z.object({
          name: z.string(),
          length: whole,
          buckets: boundedArray(z.object({ second: z.number().int(), count: whole })),
        }),
      ),
    }),
  }),
})

/** A whole state as plain JSON: what `restore` takes, in a file or over the network. */
export type Snapshot = z.output<typeof Snapshot>

const logOf = (ring: Ring<unknown>) => ({
  capacity: ring.capacity,
  dropped: ring.dropped,
  items: [...items(ring)] as Json[],
})

/** Writes a state down. `bytes: 'omit'` leaves the content of blobs out; their digests stay. */
export function snapshot({ graph, ledger }: State, options: { bytes?: 'keep' | 'omit' } = {}): Snapshot {
  const { now, seed, nextId, streams, settings, rows, blobs } = graph
  const { sequence, emitted, notes, windows } = ledger
  const kept = [...blobs.entries()].map(([digest, blob]) => ({
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
        streams: streams as Record<string, number[]>,
        settings,
        rows: [...rows.values()],
        blobs: kept,
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

type Written = Snapshot['state']

/** The first row that its table does not take, said in words. */
function rowProblem(schema: Schema, rows: readonly AnyRow[], nextId: number): string | undefined {
  const seen = new Set<number>()
  for (const row of rows) {
    const table = Object.hasOwn(schema, row.kind) ? schema[row.kind] : undefined
    if (!table) return `row ${row.id} is of the unknown kind ${row.kind}`
    if (row.id >= nextId || seen.has(row.id)) return `row ${row.id} has an id that was not handed out to it`
    seen.add(row.id)
    const read = readBy(table.row, row)
    if (read.success) continue
    const [issue] = read.error.issues
    return `row ${row.id} of ${row.kind}: ${issue?.path.join('.')} ${issue?.message}`
  }
  return undefined
}

/** The first blob whose content is not what its digest names. Content may be left out, but not be another. */
function blobProblem(blobs: Written['graph']['blobs']): string | undefined {
  for (const { digest, length, base64, uses } of blobs) {
    if (uses < 1) return `blob ${digest} is used by nothing`
    if (base64 === '' && length > 0) continue
    const bytes = fromBase64(base64)
    if (bytes?.length !== length || bytesToHex(sha256(bytes)) !== digest)
      return `blob ${digest} is not its content`
  }
  return undefined
}

function readGraph(schema: Schema, written: Written['graph']): Graph {
  const { now, seed, nextId, streams, settings } = written
  const rows = numberTree<AnyRow>()
  const edges = edgeList(schema).map(() => keyTree<true>())
  const counts = keyTree<number>()
  const blobs = stringTree<Blob>()
  const indexes = indexesOf(schema)
  const trees = { edge: (place: number) => edges[place] as (typeof edges)[number], counts: () => counts }
  for (const row of written.rows) {
    rows.set(row.id, deepFreeze(row))
    reindex(indexes, trees, undefined, row)
  }
  for (const { digest, length, base64, uses } of written.blobs) {
    blobs.set(digest, Object.freeze({ length, base64, uses }))
  }
  return Object.freeze({
    ...begin(schema, { seed, now, settings: deepFreeze(settings), logSize: 0 }).graph,
    nextId,
    streams: deepFreeze(streams),
    rows,
    edges,
    counts,
    blobs,
    digest: unknownRows(),
  })
}

function readLog<T>({
  capacity,
  dropped,
  items,
}: {
  capacity: number | null
  dropped: number
  items: Json[]
}): Ring<T> {
  const filled = items.reduce<Ring<T>>(
    (ring, item) => push(ring, deepFreeze(item) as T),
    emptyRing<T>(capacity ?? undefined),
  )
  return { ...filled, dropped }
}

function readLedger({ sequence, emitted, notes, events, calls, windows }: Written['ledger']): Ledger {
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

/** What reading a snapshot came to. */
export type Restored =
  | { readonly ok: true; readonly state: State }
  | { readonly ok: false; readonly problem: string }

/**
 * Reads a snapshot back. Whatever it is handed, it answers: with the state, which has the hash that the
 * snapshot names, or with what is wrong.
 */
export function restore(schema: Schema, value: unknown): Restored {
  const guarded = guard(value, SNAPSHOT_LIMITS)
  if (!guarded.ok)
    return { ok: false, problem: `The snapshot is not plain JSON: ${guarded.path} ${guarded.problem}` }
  const read = readBy(Snapshot, guarded.value)
  if (!read.success) {
    const [issue] = read.error.issues
    return { ok: false, problem: `The snapshot cannot be read: ${issue?.path.join('.')} ${issue?.message}` }
  }
  const { graph, ledger } = read.data.state
  const problem = rowProblem(schema, graph.rows, graph.nextId) ?? blobProblem(graph.blobs)
  if (problem) return { ok: false, problem: `The snapshot cannot be read: ${problem}` }
  const state = Object.freeze({ graph: readGraph(schema, graph), ledger: readLedger(ledger) })
  if (stateHash(state) !== read.data.hash) {
    return {
      ok: false,
      problem: 'The snapshot does not have the hash that it names: it was changed or cut short',
    }
  }
  return { ok: true, state }
}
