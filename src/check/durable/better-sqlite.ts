import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { type Replacement, replaceMembers } from '../run/replace.ts'
import type { SqlConnection } from './sql-connection.ts'
import type { FindTarget, SqlDriver, SqlHandle } from './sql-driver.ts'

type Work = (this: object, ...values: unknown[]) => unknown

/** The part of better-sqlite3 that we use ourselves. */
interface Database {
  exec(sql: string): void
  prepare(sql: string): { all(...values: unknown[]): Record<string, unknown>[] }
  close(): void
}

/** The native side of a connection: every layer above it, such as an ORM, calls it in the end. */
interface NativeDatabase {
  readonly inTransaction: boolean
  close(): void
  exec(sql: string): void
  function(
    work: (...values: unknown[]) => unknown,
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

/** Values of all sizes, as the database holds them. */
const openWith = (Driver: new (file: string) => Database, file: string): SqlHandle => {
  const database = new Driver(file)
  return {
    exec: (sql) => database.exec(sql),
    all: (sql, ...values) => database.prepare(sql).all(...values),
    close: () => database.close(),
  }
}

/** Finds the native module, which Node keeps once a database was opened. */
function addonOf(require: NodeJS.Require, Driver: new (file: string) => Database): Addon | undefined {
  new Driver(':memory:').close()
  const path = Object.keys(require.cache).find(
    (name) => name.endsWith('better_sqlite3.node') && name.includes(`better-sqlite3${sep}`),
  )
  return path === undefined ? undefined : require.cache[path]?.exports
}

/** The place of the path, and of the milliseconds to wait for a lock, among what the native side is given. */
const PATH = 0
const TIMEOUT = 5

function hookAddon(addon: Addon, find: FindTarget): () => void {
  const connections = new WeakMap<object, SqlConnection>()
  const statements = new WeakMap<object, { readonly sql: string; readonly connection: SqlConnection }>()
  const construct = (original: Addon['Database']) =>
    new Proxy(original, {
      construct(target, values: unknown[]) {
        const found = find(String(values[PATH]))
        if (!found) return new target(...values)
        // Whoever holds the lock runs on this thread too: to wait for it is in vain.
        const own = values.map((value, place) =>
          place === PATH ? found.file : place === TIMEOUT ? 0 : value,
        )
        const database = new target(...own)
        const connection = found.opened({
          isInTransaction: () => database.inTransaction,
          close: () => database.close(),
          exec: (sql) => database.exec(sql),
          define: (name, work, isDeterministic) =>
            database.function(work, name, -1, 0, isDeterministic, false),
        })
        connections.set(database, connection)
        return database
      },
    })
  const prepare = (original: Work): Work =>
    function prepared(...values) {
      const statement = original.apply(this, values)
      const connection = connections.get(this)
      if (connection) statements.set(statement as object, { sql: String(values[0]), connection })
      return statement
    }
  const execute = (original: Work): Work =>
    function executed(...values) {
      const work = () => original.apply(this, values)
      const connection = connections.get(this)
      return connection ? connection.perform(String(values[0]), [], work) : work()
    }
  const runs = (original: Work): Work =>
    function ran(...values) {
      const known = statements.get(this)
      const work = () => original.apply(this, values)
      return known ? known.connection.perform(known.sql, values, work) : work()
    }
  const statementPrototype = prototypeOfStatements(addon)
  // A connection can be closed in a loop over rows only if they were all read before.
  const iterates =
    (all: Work) =>
    (original: Work): Work =>
      function iterated(...values) {
        return statements.has(this)
          ? (all.apply(this, values) as unknown[])[Symbol.iterator]()
          : original.apply(this, values)
      }
  const member = (owner: object, name: string, make: Replacement['make']): Replacement => ({
    owner,
    name,
    make,
  })
  const all = runs(Reflect.get(statementPrototype, 'all'))
  return replaceMembers([
    member(addon.Database.prototype, 'prepare', prepare as Replacement['make']),
    member(addon.Database.prototype, 'exec', execute as Replacement['make']),
    ...['run', 'get', 'all'].map((name) => member(statementPrototype, name, runs as Replacement['make'])),
    member(statementPrototype, 'iterate', iterates(all) as Replacement['make']),
    member(addon, 'Database', construct as Replacement['make']),
  ])
}

function prototypeOfStatements(addon: Addon): object {
  const database = new addon.Database(':memory:', ':memory:', true, false, false, 0, null, null)
  const prepare: (sql: string, database: object, pragma: boolean) => object = Reflect.get(database, 'prepare')
  const prototype: object = Object.getPrototypeOf(prepare.call(database, 'select 1', database, false))
  database.close()
  return prototype
}

/** The driver better-sqlite3, as the program in a folder resolves it; undefined if it is not installed. */
export function betterSqlite(root: string): SqlDriver | undefined {
  const require = createRequire(join(root, 'package.json'))
  try {
    require.resolve('better-sqlite3')
  } catch {
    return undefined
  }
  const Driver = require('better-sqlite3')
  const addon = addonOf(require, Driver)
  if (!addon) throw new TypeError('sqlite: the native module of better-sqlite3 was not found once loaded')
  return {
    name: 'better-sqlite3',
    open: (file) => openWith(Driver, file),
    hook: (find) => hookAddon(addon, find),
  }
}
