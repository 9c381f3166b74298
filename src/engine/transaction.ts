import type { z } from 'zod'
import type { BlobContent } from './content.ts'
import type { Range } from './edge.ts'
import type { Json } from './guard.ts'
import type { Graph } from './state.ts'
import type { EdgeOf, NodeOf, RowOf, Schema } from './table.ts'
import type { Key } from './tree.ts'

/** What is emitted, before the engine gives it its number and instant. */
export interface Emitted {
  readonly type: string
  readonly data: Json
}

/** A list of rows from a position on. */
export interface ListOptions<R> extends Range {
  /** The most rows to return. */
  readonly limit?: number
  /** How many rows are passed over first, unread: one step each, so that it is for small numbers. */
  readonly skip?: number
  /** Passes over rows that the reader may not see. */
  readonly where?: (row: R) => boolean
}

/** The fields of a new row: all but what the engine adds. */
export type Fields<S extends Schema, K extends keyof S & string> = z.output<S[K]['row']>

/**
 * The only door to a graph. It reads the graph as this transaction has changed it so far, and what it
 * changes belongs to it alone until `commit`; a transaction that is dropped leaves no trace.
 */
export interface Transaction<S extends Schema> {
  readonly now: number
  readonly seed: string
  readonly settings: Json
  /** The row with this id, whatever its table. */
  node(id: number): NodeOf<S> | undefined
  find<K extends keyof S & string>(table: K, id: number): RowOf<S, K> | undefined
  list<K extends keyof S & string>(
    table: K,
    edge: EdgeOf<S, K>,
    owner: Key,
    options?: ListOptions<RowOf<S, K>>,
  ): RowOf<S, K>[]
  first<K extends keyof S & string>(table: K, edge: EdgeOf<S, K>, owner: Key): RowOf<S, K> | undefined
  /** Where a row stands in the lists of an edge: what `after` takes. */
  position<K extends keyof S & string>(table: K, edge: EdgeOf<S, K>, row: RowOf<S, K>): Key
  /** The length of an owner's list on a counted edge, without walking it. */
  count<K extends keyof S & string>(table: K, edge: EdgeOf<S, K>, owner: Key): number
  insert<K extends keyof S & string>(table: K, fields: Fields<S, K>): RowOf<S, K>
  patch<K extends keyof S & string>(table: K, id: number, change: Partial<Fields<S, K>>): RowOf<S, K>
  edit<K extends keyof S & string>(table: K, id: number, recipe: (draft: Fields<S, K>) => void): RowOf<S, K>
  remove(id: number): void
  emit(type: string, data: Json): void
  /** Puts off work to an instant in Unix milliseconds; `key` finds it again. */
  schedule(at: number, key: string, input: { readonly [member: string]: Json }): void
  /** Calls off all work scheduled under this key. */
  callOff(key: string): void
  /** Letters and digits from a named random stream. */
  spell(stream: string, length: number): string
  /** Keeps bytes under their digest, counting who uses them. */
  keep(content: Uint8Array | BlobContent): string
  /** Counts one more use of bytes that are kept already, without reading them. */
  reuse(digest: string): void
  /** Lets go of one use of kept bytes; the last one drops them. */
  release(digest: string): void
  blob(digest: string): Uint8Array | undefined
  /** The length of kept bytes, without reading them. */
  lengthOf(digest: string): number | undefined
  configure(settings: Json): void
  /**
   * The value of `make`, worked out once while this input is taken, however many of its parts ask for it.
   * It may depend on nothing but `of`, an object that nobody changes or a text; the name says what it is of
   * that.
   */
  once<T>(name: string, of: object | string, make: () => T): T
  /** Begins every random stream anew, from another seed. Ids go on as they were. */
  reseed(seed: string): void
}

/** A transaction as the engine holds it. */
export interface OpenTransaction<S extends Schema> extends Transaction<S> {
  readonly emitted: readonly Emitted[]
  /** The graph as changed; the very same object when nothing was. */
  commit(): Graph
}
