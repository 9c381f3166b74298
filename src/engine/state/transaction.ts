import type { z } from '../schema/zod.ts'
import type { RowChange } from '../store/rows-digest.ts'
import type { EdgeOf, NodeOf, RowOf, Schema } from '../store/table.ts'
import type { Key } from '../store/tree.ts'
import type { BlobContent } from '../values/content.ts'
import type { Json } from '../values/guard.ts'
import type { Range } from './edge.ts'
import type { Contents, Graph } from './state.ts'

/** An event before the engine adds its number and instant. */
export interface Emitted {
  readonly type: string
  readonly data: Json
}

/** The options of a list of rows. */
export interface ListOptions<R> extends Range {
  /** Maximum number of rows. */
  readonly limit?: number
  /** Lists only rows for which it returns true. */
  readonly where?: (row: R) => boolean
}

/** The columns of a new row, without those that the engine adds. */
export type Fields<S extends Schema, K extends keyof S & string> = z.output<S[K]['row']>

/**
 * All reads and changes of a graph go through a transaction. It reads its own changes; other readers see them
 * after `commit`. A transaction that is not committed changes nothing.
 */
export interface Transaction<S extends Schema = Schema, Settings extends Json = Json> {
  readonly now: number
  readonly seed: string
  readonly settings: Settings
  /** The rows that it replaced so far, each before and after, in the order of the changes. */
  readonly changes: readonly RowChange[]
  /** Returns the row with this id, of any table. */
  node(id: number): NodeOf<S> | undefined
  find<K extends keyof S & string>(table: K, id: number): RowOf<S, K> | undefined
  list<K extends keyof S & string>(
    table: K,
    edge: EdgeOf<S, K>,
    owner: Key,
    options?: ListOptions<RowOf<S, K>>,
  ): RowOf<S, K>[]
  first<K extends keyof S & string>(table: K, edge: EdgeOf<S, K>, owner: Key): RowOf<S, K> | undefined
  /** Returns the position of a row in the lists of an edge, for `after`. */
  position<K extends keyof S & string>(table: K, edge: EdgeOf<S, K>, row: RowOf<S, K>): Key
  /** Returns the length of an owner's list, without a walk. */
  count<K extends keyof S & string>(table: K, edge: EdgeOf<S, K>, owner: Key): number
  insert<K extends keyof S & string>(table: K, fields: Fields<S, K>): RowOf<S, K>
  patch<K extends keyof S & string>(table: K, id: number, change: Partial<Fields<S, K>>): RowOf<S, K>
  edit<K extends keyof S & string>(table: K, id: number, recipe: (draft: Fields<S, K>) => void): RowOf<S, K>
  remove(id: number): void
  /** Returns the tables that have an edge of this name. */
  tablesWith(edge: string): readonly string[]
  emit(type: string, data: Json): void
  /** Schedules a task at an instant in Unix milliseconds. `callOff` cancels it by `key`. */
  schedule(at: number, key: string, input: { readonly [member: string]: Json }): void
  /** Cancels all tasks with this key. */
  callOff(key: string): void
  /** Returns letters and digits from a named random stream. */
  spell(stream: string, length: number): string
  /** Stores bytes, counts one more use of them, and returns their digest. */
  keep(content: Uint8Array | BlobContent): string
  /** Counts one more use of stored bytes without reading them. */
  reuse(digest: string): void
  /** Counts one use of stored bytes less. The last release deletes them. */
  release(digest: string): void
  blob(digest: string): Uint8Array | undefined
  /** Returns the length of stored bytes without reading them. */
  lengthOf(digest: string): number | undefined
  /** Replaces the settings. */
  configure(settings: Settings): void
  /**
   * Returns the value of `make`, computed once per input for each `name` and `of`.
   *
   * @param of The only thing that the value may depend on: an immutable object, or a text.
   */
  once<T>(name: string, of: object | string, make: () => T): T
  /** Restarts all random streams from another seed. The next id does not change. */
  reseed(seed: string): void
}

/** A transaction with the members that only the engine uses. */
export interface OpenTransaction<S extends Schema = Schema, C extends Contents = Contents>
  extends Transaction<S, C['settings']> {
  readonly emitted: readonly Emitted[]
  /** Returns the changed graph, or the same object if nothing was changed. */
  commit(): Graph<C>
}
