import { ownHandle, type PreparingDatabase, type SqlDriver, type SqlValue } from './sql-driver.ts'
import { hookDriver } from './sql-hooks.ts'

interface Database extends PreparingDatabase {
  /** Missing in the first versions of the module. */
  readonly isTransaction?: boolean
  function?(name: string, options: object, work: (...values: unknown[]) => SqlValue): void
}

interface NodeSqlite {
  DatabaseSync: (new (path: string) => Database) & { prototype: Database }
  StatementSync: { prototype: object }
}

/** Whether a connection is in a transaction, for versions that do not tell: a second one cannot begin. */
function isInside(database: Database, exec: (sql: string) => unknown): boolean {
  if (database.isTransaction !== undefined) return database.isTransaction
  try {
    exec('begin')
  } catch {
    return true
  }
  exec('rollback')
  return false
}

const hook = (module: NodeSqlite): (() => void) =>
  hookDriver({
    owner: module,
    name: 'DatabaseSync',
    connection: module.DatabaseSync,
    statements: module.StatementSync.prototype,
    methods: ['run', 'get'],
    withFile: ([, ...more], file) => [file, ...more],
    readAll: (statement, values, { all }) => all.apply(statement, values),
    open(database: Database, { exec, close }) {
      const define = database.function?.bind(database)
      return {
        isInTransaction: () => isInside(database, (sql) => exec.call(database, sql)),
        close: () => void close.call(database),
        exec: (sql) => void exec.call(database, sql),
        busy: () =>
          Object.assign(new Error('database is locked'), {
            code: 'ERR_SQLITE_ERROR',
            errcode: 5,
            errstr: 'database is locked',
          }),
        ...(define && {
          define: (name, work, deterministic) => define(name, { deterministic, varargs: true }, work),
        }),
      }
    },
  })

/** The driver of Node itself; undefined before Node 22.5. */
export function nodeSqlite(): SqlDriver | undefined {
  // Node before 22.5 has no such module, and Node before 20.16 no such function.
  const module = process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined
  if (!module) return undefined
  const Driver = module.DatabaseSync
  return {
    name: 'node:sqlite',
    open: (file) => ownHandle(new Driver(file)),
    hook: () => hook(module),
  }
}
