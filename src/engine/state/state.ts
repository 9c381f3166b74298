import type { OperationError } from '../outcome.ts'
import { emptyRing, type Ring, type Window } from '../store/ring.ts'
import { type RowMap, rowMap } from '../store/row-map.ts'
import { emptyRowsDigest, type RowsDigest } from '../store/rows-digest.ts'
import { BLOB_BYTES_MAX, ROW_BYTES_MAX, type StoredBytes } from '../store/storage.ts'
import type { AnyRow, Schema } from '../store/table.ts'
import { type Key, keyTree, stringTree, type Tree } from '../store/tree.ts'
import type { Json } from '../values/guard.ts'
import { firstId } from '../values/ids.ts'
import type { Streams } from '../values/random.ts'
import { LOG_BYTES_MAX } from './log-entry.ts'

/** Bytes that rows name by their digest. They are stored once, even if several rows use them. */
export interface Blob {
  readonly length: number
  readonly base64: string
  readonly uses: number
}

/** The types of the contents of a state other than rows. They are plain JSON. */
export interface Contents {
  /** The settings of the domain, such as a policy. */
  readonly settings: Json
  /** Data of the domain that is not part of the world, such as fault rules. */
  readonly notes: { readonly [name: string]: Json }
  /** An entry of the call log. */
  readonly call: Json
}

/** The types of the states and outcomes of a domain. */
export interface StepTypes {
  readonly contents: Contents
  readonly error: OperationError
  /** The data that the domain adds to an outcome, for the code that builds the response. */
  readonly answer: unknown
}

export interface DomainTypes extends StepTypes {
  readonly tables: Schema
}

/** The world itself. A refused input leaves it the same object. */
export interface Graph<C extends Contents = Contents> {
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
  readonly seed: string
  /** The id that the next row gets. */
  readonly nextId: number
  readonly streams: Streams
  readonly rows: RowMap<AnyRow>
  /** One tree per edge of the schema, in the order of `edgeList`. Derived from the rows. */
  readonly edges: readonly Tree<Key, true>[]
  readonly blobs: Tree<string, Blob>
  /** The maximum of stored bytes. */
  readonly caps: StoredBytes
  /** The stored bytes. Derived from the rows and blobs. */
  readonly stored: StoredBytes
  readonly settings: C['settings']
  readonly digest: RowsDigest
}

/** An event of a world. It is a type alias, because TypeScript does not accept an interface as plain JSON. */
export type WorldEvent = {
  readonly sequence: number
  /** Virtual time, in Unix milliseconds. */
  readonly at: number
  readonly type: string
  readonly data: Json
}

/** The records about a world: logs, counts and notes. A refused input changes them too. */
export interface Ledger<C extends Contents = Contents> {
  /** The number of inputs so far. */
  readonly sequence: number
  /** The number of events so far. */
  readonly emitted: number
  readonly events: Ring<WorldEvent>
  readonly calls: Ring<C['call']>
  readonly windows: Tree<string, Window>
  /** Replaced, never changed. */
  readonly notes: C['notes']
}

/** The whole state. A reference to it is a snapshot; two handles on it are two worlds. */
export interface State<C extends Contents = Contents> {
  readonly graph: Graph<C>
  readonly ledger: Ledger<C>
}

/** The initial values of a world. */
export interface Beginning<C extends Contents = Contents> {
  readonly seed: string
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
  readonly settings: C['settings']
  readonly notes: C['notes']
  /** Maximum entries of the call log, and of the event log. */
  readonly logSize: number
  /** The maximum of stored bytes; the caps of the engine if left out. */
  readonly caps?: Partial<StoredBytes>
}

type EdgeList = readonly (readonly [table: string, edge: string])[]

/** The lists of schemas, which do not change: each world begins with one. */
const lists = new WeakMap<Schema, EdgeList>()

/** Returns all edges of a schema as `[table, edge]`, in the order of `graph.edges`. */
export function edgeList(schema: Schema): EdgeList {
  const known = lists.get(schema)
  if (known) return known
  const list = Object.entries(schema).flatMap(([name, { edges }]) =>
    Object.keys(edges).map((edge) => [name, edge] as const),
  )
  lists.set(schema, list)
  return list
}

/** Returns the state of a world before its first input. */
export function begin<C extends Contents>(schema: Schema, beginning: Beginning<C>): State<C> {
  const { seed, now, settings, notes, logSize, caps = {} } = beginning
  const graph: Graph<C> = {
    now,
    seed,
    nextId: firstId(seed),
    streams: Object.freeze({}),
    rows: rowMap(),
    edges: edgeList(schema).map(keyTree),
    blobs: stringTree(),
    caps: Object.freeze({ rowBytes: ROW_BYTES_MAX, blobBytes: BLOB_BYTES_MAX, ...caps }),
    stored: Object.freeze({ rowBytes: 0, blobBytes: 0 }),
    settings,
    digest: emptyRowsDigest(),
  }
  const ledger: Ledger<C> = {
    sequence: 0,
    emitted: 0,
    events: emptyRing(logSize, LOG_BYTES_MAX),
    calls: emptyRing(logSize, LOG_BYTES_MAX),
    windows: stringTree(),
    notes,
  }
  return Object.freeze({ graph: Object.freeze(graph), ledger: Object.freeze(ledger) })
}
