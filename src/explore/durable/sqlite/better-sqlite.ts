import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { ownHandle, type PreparingDatabase, type SqlDriver, type SqlValue } from './sql-driver.ts'
import { hookDriver } from './sql-hooks.ts'

type Driver = (new (
  file: string,
) => PreparingDatabase) & { SqliteError: new (message: string, code: string) => Error }

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

/** Finds the native module, which Node keeps once a database was opened. */
function addonOf(require: NodeJS.Require, Driver: Driver): Addon | undefined {
  new Driver(':memory:').close()
  const path = Object.keys(require.cache).find(
    (name) => name.endsWith('better_sqlite3.node') && name.includes(`better-sqlite3${sep}`),
  )
  return path === undefined ? undefined : require.cache[path]?.exports
}

/** The places of the path, and of the milliseconds to wait for a lock, among the native parameters. */
const PATH = 0
const TIMEOUT = 5

function statementPrototype(addon: Addon): object {
  const database = new addon.Database(':memory:', ':memory:', true, false, false, 0, null, null)
  const prototype: object = Object.getPrototypeOf(database.prepare('select 1', database, false))
  database.close()
  return prototype
}

const hook = (addon: Addon, { SqliteError }: Driver): (() => void) =>
  hookDriver({
    owner: addon,
    name: 'Database',
    connection: addon.Database,
    statements: statementPrototype(addon),
    methods: ['run', 'get'],
    // Whoever holds the lock runs on this thread too: to wait for it is in vain.
    withFile: (values, file) =>
      values.map((value, index) => (index === PATH ? file : index === TIMEOUT ? 0 : value)),
    readAll: (statement, values, { all }) => all.apply(statement, values),
    open(database: NativeDatabase, { exec, close }) {
      return {
        isInTransaction: () => database.inTransaction,
        close: () => void close.call(database),
        exec: (sql) => void exec.call(database, sql),
        busy: () => new SqliteError('database is locked', 'SQLITE_BUSY'),
        define: (name, work, isDeterministic) => database.function(work, name, -1, 0, isDeterministic, false),
      }
    },
  })

/** The driver better-sqlite3, as the program in a folder resolves it; undefined if it is not installed. */
export function betterSqlite(root: string): SqlDriver | undefined {
  const require = createRequire(join(root, 'package.json'))
  try {
    require.resolve('better-sqlite3')
  } catch {
    return undefined
  }
  const Driver: Driver = require('better-sqlite3')
  const addon = addonOf(require, Driver)
  if (!addon) throw new TypeError('sqlite: the native module of better-sqlite3 was not found once loaded')
  return {
    name: 'better-sqlite3',
    open: (file) => ownHandle(new Driver(file)),
    hook: () => hook(addon, Driver),
  }
}
