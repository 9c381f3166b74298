import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type PreparingDatabase, preparingHandle, type SqlDriver, type SqlValue } from './sql-driver.ts'
import { copies } from './sql-guard.ts'
import { hookDriver } from './sql-hooks.ts'

/** The native side of a connection: every layer above it, such as an ORM, calls it in the end. */
interface NativeDatabase {
  readonly inTransaction: boolean
  close(): void
  exec(sql: string): void
  prepare(sql: string, database: object, isPragma: boolean): object
  function(
    work: (...values: unknown[]) => SqlValue,
    name: string,
    count: number,
    integers: number,
    isDeterministic: boolean,
    isDirect: boolean,
  ): void
}

interface Addon {
  Database: (new (...values: unknown[]) => NativeDatabase) & { prototype: object }
}

/** The places of the path, and of the milliseconds to wait for a lock, among the native parameters. */
const PATH = 0
const TIMEOUT = 5

/** The place of the path of a copy among the parameters of `backup`. */
const COPY = 2

function statementPrototype(addon: Addon): object {
  const database = new addon.Database(':memory:', ':memory:', true, false, false, 0, null, null)
  const prototype: object = Object.getPrototypeOf(database.prepare('select 1', database, false))
  database.close()
  return prototype
}

/** The error of a lock, of the class that the driver gave to its native module. */
function lockError(exec: (sql: string) => unknown): Error {
  try {
    exec('no statement')
  } catch (error) {
    const { constructor: SqliteError } = Object(error)
    return new SqliteError('database is locked', 'SQLITE_BUSY')
  }
  return new Error('database is locked')
}

interface NativeStatement {
  /** The connection as the layer above the native one has it. */
  readonly database: object
}

/** The native connection below that of the layer above, which keeps it under a symbol. */
const nativeOf = ({ Database }: Addon, { database }: NativeStatement): object | undefined =>
  Object.getOwnPropertySymbols(database)
    .map((symbol): unknown => Reflect.get(database, symbol))
    .find((value): value is object => value instanceof Database)

/** Whether a native module is that of better-sqlite3. */
export const isBetterSqlite = (exported: object): exported is Addon =>
  ['Database', 'Statement', 'setErrorConstructor'].every(
    (name) => typeof Reflect.get(exported, name) === 'function',
  )

/** Routes the databases that the code under test opens by better-sqlite3. Returns how to stop it. */
export function hookBetterSqlite(addon: Addon): () => void {
  const { Database } = addon
  const statements = statementPrototype(addon)
  return hookDriver({
    owner: addon,
    name: 'Database',
    connection: Database,
    statements,
    methods: ['run', 'get'],
    readsUrls: false,
    filesOf: (database, { prepare, all }) =>
      all
        .call(prepare.call(database, 'pragma database_list', database, false))
        .map((row) => Object(row).file),
    connectionOf: (statement: NativeStatement) => nativeOf({ Database }, statement),
    // Whoever holds the lock runs on this thread too: to wait for it is in vain.
    withFile: (values, file) =>
      values.map((value, index) => (index === PATH ? file : index === TIMEOUT ? 0 : value)),
    readAll: (statement, values, { all }) => all.apply(statement, values),
    open(database: NativeDatabase, { exec, close }) {
      return {
        isInTransaction: () => database.inTransaction,
        close: () => void close.call(database),
        exec: (sql) => void exec.call(database, sql),
        busy: () => lockError((sql) => exec.call(database, sql)),
        define: (name, work, isDeterministic) => database.function(work, name, -1, 0, isDeterministic, false),
      }
    },
    members: [[Database.prototype, 'backup', copies(COPY)]],
  })
}

/** The driver better-sqlite3, as the program in a folder resolves it; undefined if it is not installed. */
export function betterSqlite(root: string): SqlDriver | undefined {
  const require = createRequire(join(root, 'package.json'))
  try {
    require.resolve('better-sqlite3')
  } catch {
    return undefined
  }
  const Driver: new (file: string) => PreparingDatabase = require('better-sqlite3')
  return { name: 'better-sqlite3', open: (file) => preparingHandle(new Driver(file)) }
}
