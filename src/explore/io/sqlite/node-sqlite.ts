import { type PreparingDatabase, preparingHandle, type SqlDriver, type SqlValue } from './sql-driver.ts'
import { copies } from './sql-guard.ts'
import { hookDriver } from './sql-hooks.ts'

interface Database extends PreparingDatabase {
  /** Missing in the first versions of the module. */
  readonly isTransaction?: boolean
  function?(name: string, options: object, work: (...values: unknown[]) => SqlValue): void
}

interface NodeSqlite {
  DatabaseSync: (new (path: string) => Database) & { prototype: Database }
  StatementSync: { prototype: object }
  backup?: unknown
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

/** Routes the databases that the code under test opens by Node itself. Returns how to stop it. */
export const hookNodeSqlite = (module: NodeSqlite): (() => void) =>
  hookDriver({
    owner: module,
    name: 'DatabaseSync',
    connection: module.DatabaseSync,
    statements: module.StatementSync.prototype,
    methods: ['run', 'get'],
    readsUrls: true,
    filesOf: (database, { prepare, all }) =>
      all.call(prepare.call(database, 'pragma database_list')).map((row) => Object(row).file),
    connectionOf: () => undefined,
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
    makesStore: 'createTagStore',
    members: module.backup ? [[module, 'backup', copies(1)]] : [],
  })

/** The module of Node; undefined before Node 22.5, which has none. */
export function nodeSqliteModule(): NodeSqlite | undefined {
  const { emitWarning } = process
  // Node 22 warns of the module when it is loaded, also if the program never uses it.
  process.emitWarning = () => {}
  try {
    // Node before 20.16 has no such function.
    return process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

/** The driver of Node itself; undefined before Node 22.5. */
export function nodeSqlite(): SqlDriver | undefined {
  const module = nodeSqliteModule()
  if (!module) return undefined
  const Driver = module.DatabaseSync
  return { name: 'node:sqlite', open: (file) => preparingHandle(new Driver(file)) }
}
