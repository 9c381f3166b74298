import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ownHandle, type SqlDriver, type SqlValue } from './sql-driver.ts'
import { hookDriver } from './sql-hooks.ts'

interface Statement {
  readonly database: Database
  readonly isFinalized: boolean
  finalize(): void
}

interface Database {
  readonly inTransaction: boolean
  exec(sql: string): void
  all(sql: string, values: readonly unknown[]): Record<string, SqlValue>[]
  prepare(sql: string): Statement
  close(): void
  function(name: string, work: (...values: unknown[]) => SqlValue, options: object): unknown
}

interface WasmSqlite {
  Database: (new (path: string) => Database) & { prototype: Database }
  SQLite3Error: new (message: string) => Error
}

type Method<Result> = (this: object, ...values: unknown[]) => Result

/** The statements of each connection: it ends only when they are all finalized. */
const statements = new WeakMap<object, Set<Statement>>()

function statementPrototype(Driver: WasmSqlite['Database']): object {
  const database = new Driver(':memory:')
  const statement = database.prepare('select 1')
  statement.finalize()
  database.close()
  return Object.getPrototypeOf(statement)
}

/** A function of any number of parameters has the length -1 for this driver. */
const variadic = (work: (...values: unknown[]) => SqlValue) =>
  Object.defineProperty((...values: unknown[]) => work(...values), 'length', { value: -1 })

/** Whether a module is node-sqlite3-wasm. */
export const isWasmSqlite = (exported: object): exported is WasmSqlite =>
  ['Database', 'SQLite3Error'].every((name) => typeof Reflect.get(exported, name) === 'function')

/** The files of a connection. A statement that stayed open would keep it open. */
function filesOf(
  database: Database,
  { prepare, iterate }: { prepare: Method<object>; iterate: Method<Iterable<unknown>> },
): unknown[] {
  const statement = prepare.call(database, 'pragma database_list')
  const rows = [...iterate.call(statement)]
  ;(statement as Statement).finalize()
  return rows.map((row) => Object(row).file)
}

/** Routes the databases that the code under test opens by node-sqlite3-wasm. Returns how to stop it. */
export const hookWasmSqlite = (module: WasmSqlite): (() => void) =>
  hookDriver({
    owner: module,
    name: 'Database',
    connection: module.Database,
    statements: statementPrototype(module.Database),
    methods: ['run', 'get'],
    readsUrls: false,
    filesOf,
    connectionOf: ({ database }: Statement) => database,
    withFile: ([, ...more], file) => [file, ...more],
    readAll: (statement, values, { iterate }) => [...iterate.apply(statement, values)],
    prepared(connection, statement: Statement) {
      const known = statements.get(connection) ?? new Set()
      statements.set(connection, known.add(statement))
    },
    open(database: Database, { exec, close }) {
      return {
        isInTransaction: () => database.inTransaction,
        close() {
          for (const statement of statements.get(database) ?? [])
            if (!statement.isFinalized) statement.finalize()
          close.call(database)
        },
        exec: (sql) => void exec.call(database, sql),
        busy: () => new module.SQLite3Error('database is locked'),
        define: (name, work, deterministic) =>
          void database.function(name, variadic(work), { deterministic }),
      }
    },
  })

/** The driver node-sqlite3-wasm, as the program in a folder resolves it; undefined if it is not installed. */
export function wasmSqlite(root: string): SqlDriver | undefined {
  const require = createRequire(join(root, 'package.json'))
  let module: WasmSqlite
  try {
    module = require('node-sqlite3-wasm')
  } catch {
    return undefined
  }
  return {
    name: 'node-sqlite3-wasm',
    open(file) {
      const database = new module.Database(file)
      return ownHandle({
        exec: (sql) => database.exec(sql),
        all: (sql, ...values) => database.all(sql, values),
        close: () => database.close(),
      })
    },
  }
}
