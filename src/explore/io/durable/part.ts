import type { Duplex } from 'node:stream'
import type { Json } from '../../../engine/values/guard.ts'

/** What may go wrong with a write, apart from a death before or after it. */
export interface WriteFaults<T> {
  /** Performs the write in part: the process may die in the middle of it. */
  readonly torn?: () => void
  /** Refuses the write once, so that it has no effect. Returns or throws what the process gets. */
  readonly conflict?: () => T
  /** Breaks the connection after the write took effect, so that the process gets no answer. */
  readonly disconnect?: () => void
}

/** One process of the code under test, as a durable part sees it. It stays dead once it died. */
export interface DurableProcess {
  /** Whether the process died, or its run ended: nothing that it does may have an effect. */
  isDead(): boolean
  /**
   * Performs a synchronous write at a place of its own, such as `sync#1/sql/3`: the process may die before or
   * after it. `line` stands in the trace. Throws ProcessDied if the process is dead, before or after.
   */
  write<T>(line: string, perform: () => T, faults?: WriteFaults<T>): T
  /** The same for an asynchronous write. It waits for its turn, and never settles if the process died. */
  writeLater<T>(line: string, perform: () => T | Promise<T>, faults?: WriteFaults<T>): Promise<T>
  /** Performs an asynchronous read at its turn. It never settles if the process died. */
  readLater<T>(perform: () => T | Promise<T>): Promise<T>
  /**
   * Waits until `begin` calls what it is given, or `limit` has passed, in milliseconds of virtual time.
   * `begin` returns how to stop waiting. Returns whether it was called. It never settles if the process died.
   * `name` names periodic work that waits, such as `blpop`.
   */
  wait(begin: (wake: () => void) => () => void, limit: number | undefined, name: string): Promise<boolean>
  /**
   * Stops the run, because the process did `what`, such as `sent a command`, which an exploration cannot do.
   * `advice` says what to do.
   */
  refuse(what: string, advice: string): void
}

/** One run, as a durable part sees it. */
export interface DurableRun {
  /** Virtual time, in Unix milliseconds. */
  now(): number
  /** Draws a number from 0 to 1, 1 excluded, from the random source of the run. */
  random(): number
  /** The process that runs now. A connection belongs to the process that opened it. */
  process(): DurableProcess
}

/** A table as it is compared with the baseline run: its rows, and the columns that tell no content. */
export interface DurableTable {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** The names of its columns, if it has some without rows. */
  readonly columns?: readonly string[]
  /** The columns of its primary key. Numbers and random texts in them are not compared. */
  readonly keys: readonly string[]
  /** The columns that refer to a row of another table, with that table and its column. */
  readonly references: readonly { readonly column: string; readonly table: string; readonly to: string }[]
}

/** The words that name the places of writes: `sync#1/sql/3` is the third write to a database. */
export type DurableKind = 'sql' | 'file' | 'redis' | 'part'

/** Something that survives the death of a process, such as a database: a value of the option `database`. */
export interface DurablePart {
  /** Names it in messages, such as `sqlite ./data/app.db`. No two parts have the same name. */
  readonly name: string
  /** The file and line of the configuration that made it, for messages. */
  readonly place?: string
  /** The word in the places of its writes. */
  readonly kind: DurableKind
  /** The addresses whose connections `connect` serves, such as `localhost:5432`. */
  readonly addresses?: readonly string[]
  /**
   * Prepares the baseline, once, before the first run. `root` is the folder of the program, and `now` the
   * instant at which runs begin, in Unix milliseconds.
   */
  prepare(context: { readonly root: string; readonly now?: number }): void | Promise<void>
  /** Goes back to the baseline, before each run. It takes milliseconds. */
  reset(run: DurableRun): void | Promise<void>
  /** Serves the far end of a connection that the code under test opened to one of the addresses. */
  connect?(socket: Duplex, run: DurableRun): void
  /**
   * A process died: what it has not committed is lost, and its connections and locks are gone. Those of other
   * processes, whose `isDead` returns false, stay.
   */
  crash(): void
  /** Reads the values to compare at the end of a run, by the name of their mirror. */
  mirrors?(): Readonly<Record<string, readonly Json[]>> | Promise<Readonly<Record<string, readonly Json[]>>>
  /** Reads all tables, each of which is compared by itself; for a part without mirrors. */
  tables?(): Readonly<Record<string, DurableTable>> | Promise<Readonly<Record<string, DurableTable>>>
  /** Ends it after the last run. Nothing of it stays behind. */
  close(): void | Promise<void>
}

/** The parts of the options of an exploration: one, a list or none. */
export const databasesOf = ({
  database = [],
}: {
  readonly database?: DurablePart | readonly DurablePart[]
}): readonly DurablePart[] => [database].flat()

/** Where a part was made, behind the text of a message; empty if that is not known. */
export const placeText = ({ place }: DurablePart): string => (place === undefined ? '' : ` (${place})`)
