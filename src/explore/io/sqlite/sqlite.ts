import { rmSync } from 'node:fs'
import { join, normalize, resolve } from 'node:path'
import { errorMessage } from '../../../engine/values/error-message.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { checkNames } from '../../../world/handle/known-names.ts'
import { callerOf } from '../../run/calls/caller.ts'
import { makeWorkFolder } from '../durable/folders.ts'
import type { DurablePart, DurableProcess, DurableRun } from '../durable/part.ts'
import { watchConnection } from '../durable/sql-connection.ts'
import { mirrorOf, tablesOf } from '../durable/sql-tables.ts'
import { betterSqlite } from './better-sqlite.ts'
import { nodeSqlite } from './node-sqlite.ts'
import { copyDatabase, makeBaseline, type SqlSchema } from './sql-baseline.ts'
import { claimDatabase } from './sql-databases.ts'
import type { OpenedConnection, SqlDriver, SqlHandle, SqlTarget } from './sql-driver.ts'
import { replaceFunctions } from './sql-functions.ts'
import { wasmSqlite } from './wasm-sqlite.ts'

/** The first tables of an SQLite database in each run, and the tables that runs are compared by. */
export interface SqliteOptions {
  /**
   * Makes the database in which every run begins: the path of a file of SQL, relative to the program's
   * folder, or a function that is given the path of an empty database to migrate. If left out, it is a copy
   * of the database at `path`, or an empty one if none is there.
   */
  readonly schema?: string | ((file: string) => unknown)
  /** Queries of what the program holds, by name. If left out, each table is compared by itself. */
  readonly mirror?: Readonly<Record<string, string>>
  /** Tables that are not compared, such as logs; only without `mirror`. */
  readonly ignore?: readonly string[]
}

const endings = ['', '-wal', '-shm', '-journal', '.lock']

/** The drivers that the program in a folder may use. */
function driversOf(root: string, path: string): [SqlDriver, ...SqlDriver[]] {
  const found = [betterSqlite(root), nodeSqlite(), wasmSqlite(root)]
  const [first, ...others] = found.filter((driver) => driver !== undefined)
  if (first) return [first, ...others]
  throw new TypeError(
    `sqlite: ${path} needs better-sqlite3 or node-sqlite3-wasm, which are not installed in ${root}, ` +
      'or Node 22.5 or later, which has node:sqlite',
  )
}

/** A database while an exploration runs. */
class SqliteDatabase {
  private readonly folder = makeWorkFolder()
  private readonly work = join(this.folder, 'work.db')
  private readonly baseline = join(this.folder, 'baseline.db')
  private readonly open = new Map<OpenedConnection, DurableProcess>()
  private readonly path: string
  private readonly name: string
  private readonly drivers: readonly [SqlDriver, ...SqlDriver[]]
  private readonly helper: SqlHandle
  private release = (): void => {}
  /** A connection that reads the mirrors of this run. */
  private reader: SqlHandle | undefined
  private run: DurableRun | undefined

  constructor(path: string, name: string, drivers: readonly [SqlDriver, ...SqlDriver[]]) {
    this.path = path
    this.name = name
    this.drivers = drivers
    this.helper = drivers[0].open(':memory:')
  }

  async begin(root: string, schema: SqlSchema | undefined): Promise<void> {
    const { path, drivers } = this
    await makeBaseline(drivers[0], this.baseline, { path, root, ...(schema !== undefined && { schema }) })
    this.release = claimDatabase(path, () => this.target())
  }

  private target(): SqlTarget {
    const { run } = this
    if (!run) throw new Error(`${this.name} was opened before its first run`)
    const process = run.process()
    return {
      file: this.work,
      opened: (connection) => {
        this.open.set(connection, process)
        // A run ends in memory: no other process ever rolls back what this one left.
        connection.exec('pragma synchronous = off; pragma journal_mode = memory')
        replaceFunctions(connection, run, this.helper)
        return watchConnection(process, this.name, connection)
      },
    }
  }

  reset(run: DurableRun): void {
    this.crash()
    this.closeReader()
    this.run = run
    for (const ending of endings) rmSync(this.work + ending, { force: true, recursive: true })
    copyDatabase(this.baseline, this.work)
  }

  /** Rolls back what the connections of dead processes have not committed, and closes them. */
  crash(): void {
    for (const [connection, process] of this.open) {
      if (!process.isDead()) continue
      this.open.delete(connection)
      try {
        if (connection.isInTransaction()) connection.exec('rollback')
        connection.close()
      } catch {
        // The code under test has closed it.
      }
    }
  }

  read<T>(work: (handle: SqlHandle) => T): T {
    this.reader ??= this.drivers[0].open(this.work)
    return work(this.reader)
  }

  private closeReader(): void {
    this.reader?.close()
    this.reader = undefined
  }

  /** Throws a TypeError that names the first query that the baseline refuses. */
  checkQueries(queries: Readonly<Record<string, string>>): void {
    for (const [name, sql] of Object.entries(queries)) {
      try {
        this.readFrom(this.baseline, (handle) => handle.all(sql))
      } catch (error) {
        throw new TypeError(`${this.name}: the mirror ${name} cannot be read: ${errorMessage(error)}`)
      }
    }
  }

  private readFrom<T>(file: string, work: (handle: SqlHandle) => T): T {
    const handle = this.drivers[0].open(file)
    try {
      return work(handle)
    } finally {
      handle.close()
    }
  }

  end(): void {
    this.crash()
    this.closeReader()
    this.release()
    this.helper.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/**
 * A SQLite database that the program opens by `better-sqlite3`, `node:sqlite` or `node-sqlite3-wasm`, itself
 * or below an ORM. `path` is the path that it opens, relative to its folder. Every run has a copy of its own;
 * the file at `path` is never written. Each write outside of a transaction, and each commit, is a place where
 * the process may die.
 *
 * `prepare` throws a TypeError if no driver is installed, or the schema or a mirror does not load.
 */
export function sqlite(path: string, options: SqliteOptions = {}): DurablePart {
  if (typeof path !== 'string' || path === '' || path === ':memory:')
    throw new TypeError(`sqlite: expected the path of a file, got ${JSON.stringify(path)}`)
  checkNames('sqlite', 'option', options, ['schema', 'mirror', 'ignore'])
  const { schema, mirror, ignore = [] } = options
  const name = `sqlite ${normalize(path)}`
  const place = callerOf(sqlite)
  let database: SqliteDatabase | undefined
  const opened = (): SqliteDatabase => {
    if (!database) throw new Error(`${name} is not prepared`)
    return database
  }
  const readMirrors = (queries: Readonly<Record<string, string>>): Record<string, Json[]> =>
    opened().read((handle) =>
      Object.fromEntries(Object.entries(queries).map(([key, sql]) => [key, mirrorOf(handle.all(sql))])),
    )
  return {
    name,
    kind: 'sql',
    ...(place !== undefined && { place }),
    async prepare({ root }) {
      const file = resolve(root, path)
      database = new SqliteDatabase(file, name, driversOf(root, file))
      await database.begin(root, schema)
      database.checkQueries(mirror ?? {})
    },
    reset: (run) => opened().reset(run),
    crash: () => database?.crash(),
    ...(mirror
      ? { mirrors: () => readMirrors(mirror) }
      : { tables: () => opened().read((handle) => tablesOf(handle, ignore)) }),
    close() {
      database?.end()
      database = undefined
    },
  }
}
