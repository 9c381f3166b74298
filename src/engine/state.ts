import type { Json } from './guard.ts'
import { firstId } from './ids.ts'
import { LOG_BYTES_MAX } from './log-entry.ts'
import type { Streams } from './random.ts'
import { emptyRing, type Ring } from './ring.ts'
import { BLOB_BYTES_MAX, ROW_BYTES_MAX, type Storage } from './room.ts'
import { emptyRows, type RowsDigest } from './rows-digest.ts'
import type { AnyRow, Schema } from './table.ts'
import { type Key, keyTree, numberTree, stringTree, type Tree } from './tree.ts'
import type { Window } from './window.ts'

/** Bytes that rows name by their digest, kept once however many rows use them. */
export interface Blob {
  readonly length: number
  readonly base64: string
  readonly uses: number
}

/** The world itself: what a refused input leaves the very same object. */
export interface Graph {
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
  readonly seed: string
  /** The id that the next row gets. */
  readonly nextId: number
  readonly streams: Streams
  readonly rows: Tree<number, AnyRow>
  /** One tree per edge of the schema, in the order of `edgeList`. Derived from the rows. */
  readonly edges: readonly Tree<Key, true>[]
  /** How long the lists of counted edges are. Derived from the rows. */
  readonly counts: Tree<Key, number>
  readonly blobs: Tree<string, Blob>
  /** How much the world may store. */
  readonly caps: Storage
  /** How much it stores. Derived from the rows and blobs. */
  readonly stored: Storage
  /** What the domain lets its user set, such as its policy. */
  readonly settings: Json
  readonly digest: RowsDigest
}

/** Something that happened, at a virtual instant. */
export interface WorldEvent {
  readonly sequence: number
  /** Unix milliseconds. */
  readonly at: number
  readonly type: string
  readonly data: Json
}

/** What happened around the world: it moves on a refusal too. */
export interface Ledger {
  /** Inputs taken so far. */
  readonly sequence: number
  /** Events emitted so far. */
  readonly emitted: number
  readonly events: Ring<WorldEvent>
  readonly calls: Ring<Json>
  readonly windows: Tree<string, Window>
  /** What the domain notes for itself: fault rules, counters. Plain JSON, replaced and never changed. */
  readonly notes: { readonly [name: string]: Json }
}

/** Everything there is. Holding a reference to it is a snapshot; a second handle on it is a fork. */
export interface State {
  readonly graph: Graph
  readonly ledger: Ledger
}

/** How a world begins. */
export interface Beginning {
  readonly seed: string
  readonly now: number
  readonly settings: Json
  readonly notes?: { readonly [name: string]: Json }
  /** How many calls and events the logs keep. */
  readonly logSize: number
  /** How much the world may store: the caps of the engine where left out. */
  readonly caps?: Partial<Storage>
}

/** Every edge of a schema as `[table, edge]`; its place in this list is its place in `graph.edges`. */
export function edgeList(schema: Schema): readonly (readonly [string, string])[] {
  return Object.entries(schema).flatMap(([name, { edges }]) =>
    Object.keys(edges).map((edge) => [name, edge] as const),
  )
}

/** The state of a world before its first input. */
export function begin(schema: Schema, beginning: Beginning): State {
  const { seed, now, settings, notes = {}, logSize, caps = {} } = beginning
  const graph: Graph = {
    now,
    seed,
    nextId: firstId(seed),
    streams: Object.freeze({}),
    rows: numberTree(),
    edges: edgeList(schema).map(() => keyTree<true>()),
    counts: keyTree(),
    blobs: stringTree(),
    caps: Object.freeze({ rowBytes: ROW_BYTES_MAX, blobBytes: BLOB_BYTES_MAX, ...caps }),
    stored: Object.freeze({ rowBytes: 0, blobBytes: 0 }),
    settings,
    digest: emptyRows(),
  }
  const ledger: Ledger = {
    sequence: 0,
    emitted: 0,
    events: emptyRing(logSize, LOG_BYTES_MAX),
    calls: emptyRing(logSize, LOG_BYTES_MAX),
    windows: stringTree(),
    notes,
  }
  return Object.freeze({ graph: Object.freeze(graph), ledger: Object.freeze(ledger) })
}
