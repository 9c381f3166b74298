import { scopes } from '../../run/scope.ts'
import type { SqlConnection } from '../durable/sql-connection.ts'

/** A connection of our own, which is no part of a run. */
export interface SqlHandle {
  exec(sql: string): void
  all(sql: string, ...values: readonly unknown[]): readonly Readonly<Record<string, SqlValue>>[]
  close(): void
}

/** A connection of a driver whose statements are prepared before they read. */
export interface PreparingDatabase {
  exec(sql: string): void
  prepare(sql: string): { all(...values: readonly unknown[]): Record<string, SqlValue>[] }
  close(): void
}

/** Makes a connection our own: it is no part of a run, also where code of a run leads to it. */
export const ownHandle = ({ exec, all, close }: SqlHandle): SqlHandle => ({
  exec: (sql) => scopes.exit(() => exec(sql)),
  all: (sql, ...values) => scopes.exit(() => all(sql, ...values)),
  close: () => scopes.exit(close),
})

/** The same for a connection whose statements are prepared before they read. */
export const preparingHandle = (database: PreparingDatabase): SqlHandle =>
  ownHandle({
    exec: (sql) => database.exec(sql),
    all: (sql, ...values) => database.prepare(sql).all(...values),
    close: () => database.close(),
  })

/** A value that SQLite can hold; a bigint becomes an INTEGER, a number a REAL. */
export type SqlValue = string | number | bigint | Uint8Array | null

/** What a driver shows of a connection that the code under test opens. */
export interface OpenedConnection {
  isInTransaction(): boolean
  close(): void
  exec(sql: string): void
  /** The error that the driver throws while another process holds the lock. */
  busy(): Error
  /** Replaces a function of SQL, if the driver can. */
  define?(name: string, work: (...values: unknown[]) => SqlValue, isDeterministic: boolean): void
}

/** The file that stands for the one that the code under test opens, and what watches the connection. */
export interface SqlTarget {
  readonly file: string
  opened(connection: OpenedConnection): SqlConnection
}

/** A driver of SQLite. */
export interface SqlDriver {
  readonly name: string
  /** Opens a database for ourselves. */
  open(file: string): SqlHandle
}
