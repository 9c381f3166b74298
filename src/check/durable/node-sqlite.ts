import { createRequire } from 'node:module'
import { type Replacement, replaceMembers } from '../run/replace.ts'
import type { SqlConnection } from './sql-connection.ts'
import type { FindTarget, OpenedConnection, SqlDriver } from './sql-driver.ts'
import { statementKinds } from './sql-statements.ts'

type Work = (this: object, ...values: unknown[]) => unknown

interface Database {
  /** Missing in the first versions of the module. */
  readonly isTransaction?: boolean
  exec(sql: string): void
  prepare(sql: string): { all(...values: readonly unknown[]): Record<string, unknown>[] }
  close(): void
  function?(name: string, options: object, work: (...values: unknown[]) => unknown): void
}

interface NodeSqlite {
  DatabaseSync: (new (...values: unknown[]) => Database) & { prototype: Database }
  StatementSync: { prototype: object }
}

/** Follows the transactions of a connection whose driver does not tell of them. */
function followed(connection: SqlConnection, note: (inside: boolean) => void): SqlConnection {
  return {
    perform: (sql, values, work) =>
      connection.perform(sql, values, () => {
        const result = work()
        for (const kind of statementKinds(sql)) {
          if (kind === 'begin') note(true)
          else if (kind === 'commit' || kind === 'rollback') note(false)
        }
        return result
      }),
  }
}

function hookModule(module: NodeSqlite, find: FindTarget): () => void {
  const connections = new WeakMap<object, SqlConnection>()
  const statements = new WeakMap<object, { readonly sql: string; readonly connection: SqlConnection }>()
  const watch = (database: Database, opened: (connection: OpenedConnection) => SqlConnection) => {
    let inside = false
    const define = database.function?.bind(database)
    const connection = opened({
      isInTransaction: () => database.isTransaction ?? inside,
      close: () => database.close(),
      exec: (sql) => database.exec(sql),
      ...(define && {
        define: (name, work, deterministic) => define(name, { deterministic, varargs: true }, work),
      }),
    })
    connections.set(
      database,
      followed(connection, (value) => (inside = value)),
    )
  }
  const construct = (original: NodeSqlite['DatabaseSync']) =>
    new Proxy(original, {
      construct(target, [path, ...more]: unknown[]) {
        const found = find(path instanceof URL ? path.pathname : String(path))
        if (!found) return new target(path, ...more)
        const database = new target(found.file, ...more)
        watch(database, found.opened)
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
  const owners: [object, string, unknown][] = [
    [module.DatabaseSync.prototype, 'prepare', prepare],
    [module.DatabaseSync.prototype, 'exec', execute],
    ...['run', 'get', 'all', 'iterate'].map((name): [object, string, unknown] => [
      module.StatementSync.prototype,
      name,
      runs,
    ]),
    [module, 'DatabaseSync', construct],
  ]
  return replaceMembers(owners.map(([owner, name, make]) => ({ owner, name, make }) as Replacement))
}

/** The driver of Node itself; undefined before Node 22.5. */
export function nodeSqlite(): SqlDriver | undefined {
  let module: NodeSqlite
  try {
    module = createRequire(import.meta.url)('node:sqlite')
  } catch {
    return undefined
  }
  const Driver = module.DatabaseSync
  return {
    name: 'node:sqlite',
    open(file) {
      const database = new Driver(file)
      return {
        exec: (sql) => database.exec(sql),
        all: (sql, ...values) => database.prepare(sql).all(...values),
        close: () => database.close(),
      }
    },
    hook: (find) => hookModule(module, find),
  }
}
