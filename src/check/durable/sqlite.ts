import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { errorMessage } from '../../engine/error-message.ts'
import type { Json } from '../../engine/guard.ts'
import { currentScope } from '../run/scope.ts'
import { betterSqlite } from './better-sqlite.ts'
import { nodeSqlite } from './node-sqlite.ts'
import type { DurablePart, DurableRun, DurableTable } from './part.ts'
import { watchConnection } from './sql-connection.ts'
import type { OpenedConnection, SqlDriver, SqlHandle, SqlTarget } from './sql-driver.ts'
import { replaceFunctions } from './sql-functions.ts'

/** Options of `sqlite`. */
export interface SqliteOptions {
  /**
   * Makes the database in which every run begins: the path of a file of SQL, relative to the program's
   * folder, or a function that is given the path of an empty database to migrate. If left out, it is a copy of
   * the database at `path`, or an empty one if none is there.
   */
  readonly schema?: string | ((file: string) => unknown)
  /** Queries of what the program holds, by name. If left out, each table is compared by itself. */
  readonly mirror?: Readonly<Record<string, string>>
  /** Tables that are not compared, such as logs; only without `mirror`. */
  readonly ignore?: readonly string[]
}

/** Memory, where the system has a folder for it. */
const folderOfFiles = () => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir())

const endings = ['', '-wal', '-shm', '-journal']

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A value of a column as JSON holds it. */
const asJson = (value: unknown): Json =>
  value instanceof Uint8Array
    ? `bytes ${Buffer.from(value).toString('hex')}`
    : typeof value === 'bigint'
      ? String(value)
      : (value as Json)

/** The rows of a query: rows of one column are its values. */
const mirrorOf = (rows: readonly Readonly<Record<string, unknown>>[]): Json[] =>
  rows.map((row) => {
    const entries = Object.entries(row).map(([name, value]) => [name, asJson(value)] as const)
    return entries.length === 1 ? (entries[0]?.[1] ?? null) : Object.fromEntries(entries)
  })

function tableOf(handle: SqlHandle, name: string): DurableTable {
  const columns = handle.all('select name, pk from pragma_table_info(?)', name)
  const references = handle.all('select "from", "table", "to" from pragma_foreign_key_list(?)', name)
  const keys = columns.filter(({ pk }) => Number(pk) > 0).map((column) => String(column['name']))
  return {
    rows: handle.all(`select * from ${quoted(name)}`),
    keys,
    references: references.map((one) => ({
      column: String(one['from']),
      table: String(one['table']),
      // Without a column, it is the key.
      to: String(one['to'] ?? keyOf(handle, String(one['table']))),
    })),
  }
}

const keyOf = (handle: SqlHandle, table: string): unknown =>
  handle.all('select name from pragma_table_info(?) where pk = 1', table)[0]?.['name']

const tableNames = (handle: SqlHandle): string[] =>
  handle
    .all("select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'")
    .map(({ name }) => String(name))
    // What migrations have run is no content.
    .filter((name) => !/migrations?(_lock)?$/i.test(name))

async function makeBaseline(
  driver: SqlDriver,
  file: string,
  path: string,
  root: string,
  { schema }: SqliteOptions,
): Promise<void> {
  if (schema === undefined) {
    for (const ending of ['', '-wal'])
      if (existsSync(path + ending)) copyFileSync(path + ending, file + ending)
    driver.open(file).close()
    return
  }
  const source = typeof schema === 'string' ? resolve(root, schema) : 'the function schema'
  try {
    if (typeof schema === 'function') await schema(file)
    else {
      const handle = driver.open(file)
      try {
        handle.exec(readFileSync(source, 'utf8'))
      } finally {
        handle.close()
      }
    }
  } catch (error) {
    throw new TypeError(`sqlite: the schema of ${path} does not load from ${source}: ${errorMessage(error)}`)
  }
}

/** The drivers that the program in a folder may use. */
function driversOf(root: string, path: string): [SqlDriver, ...SqlDriver[]] {
  const [first, ...others] = [betterSqlite(root), nodeSqlite()].filter((driver) => driver !== undefined)
  if (first) return [first, ...others]
  throw new TypeError(
    `sqlite: ${path} needs better-sqlite3, which is not installed in ${root}, or Node 22.5 or later, ` +
      'which has node:sqlite',
  )
}

/** A database while an exploration runs. */
class SqliteDatabase {
  private readonly folder = mkdtempSync(join(folderOfFiles(), 'fauxgraph-'))
  private readonly work = join(this.folder, 'work.db')
  private readonly open = new Set<OpenedConnection>()
  private readonly unhook: (() => void)[] = []
  private readonly path: string
  private readonly name: string
  private readonly driver: SqlDriver
  private readonly helper: SqlHandle
  private run: DurableRun | undefined

  constructor(path: string, name: string, drivers: readonly [SqlDriver, ...SqlDriver[]]) {
    this.path = path
    this.name = name
    this.driver = drivers[0]
    this.helper = this.driver.open(':memory:')
    for (const driver of drivers) this.unhook.push(driver.hook((file) => this.find(file)))
  }

  private get baseline(): string {
    return join(this.folder, 'baseline.db')
  }

  begin(root: string, options: SqliteOptions): Promise<void> {
    return makeBaseline(this.driver, this.baseline, this.path, root, options)
  }

  private find(file: string): SqlTarget | undefined {
    const { run } = this
    if (!run || !currentScope() || resolve(file) !== this.path) return undefined
    const process = run.process()
    return {
      file: this.work,
      opened: (connection) => {
        this.open.add(connection)
        connection.exec('pragma synchronous = off')
        replaceFunctions(connection, run, this.helper)
        return watchConnection(process, this.name, () => connection.isInTransaction())
      },
    }
  }

  reset(run: DurableRun): void {
    this.crash()
    this.run = run
    for (const ending of endings) rmSync(this.work + ending, { force: true })
    for (const ending of ['', '-wal'])
      if (existsSync(this.baseline + ending)) copyFileSync(this.baseline + ending, this.work + ending)
  }

  /** SQLite itself rolls back what an ended connection has not committed. */
  crash(): void {
    for (const connection of this.open) {
      try {
        connection.close()
      } catch {
        // The code under test has closed it.
      }
    }
    this.open.clear()
  }

  read<T>(work: (handle: SqlHandle) => T): T {
    const handle = this.driver.open(this.work)
    try {
      return work(handle)
    } catch (error) {
      throw new TypeError(`${this.name} cannot be read: ${errorMessage(error)}`)
    } finally {
      handle.close()
    }
  }

  end(): void {
    this.crash()
    for (const step of this.unhook.reverse()) step()
    this.helper.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/**
 * A SQLite database that the program opens by `better-sqlite3` or `node:sqlite`, itself or below an ORM. `path`
 * is the path that it opens, relative to its folder. Every run has a copy of its own; the file at `path` is
 * never written. Each write outside of a transaction, and each commit, is a place where the process may die.
 *
 * `prepare` throws a TypeError if no driver is installed, or the schema does not load.
 */
export function sqlite(path: string, options: SqliteOptions = {}): DurablePart {
  if (typeof path !== 'string' || path === '' || path === ':memory:')
    throw new TypeError(`sqlite: expected the path of a file, got ${JSON.stringify(path)}`)
  const { mirror, ignore = [] } = options
  const name = `sqlite ${path}`
  let database: SqliteDatabase | undefined
  const opened = (): SqliteDatabase => {
    if (!database) throw new Error(`${name} is not prepared`)
    return database
  }
  return {
    name,
    kind: 'sql',
    async prepare({ root }) {
      const file = resolve(root, path)
      database = new SqliteDatabase(file, name, driversOf(root, file))
      await database.begin(root, options)
    },
    reset: (run) => opened().reset(run),
    crash: () => database?.crash(),
    ...(mirror
      ? {
          mirrors: () =>
            opened().read((handle) =>
              Object.fromEntries(
                Object.entries(mirror).map(([key, sql]) => [key, mirrorOf(handle.all(sql))]),
              ),
            ),
        }
      : {
          tables: () =>
            opened().read((handle) =>
              Object.fromEntries(
                tableNames(handle)
                  .filter((table) => !ignore.includes(table))
                  .map((table) => [table, tableOf(handle, table)]),
              ),
            ),
        }),
    close() {
      database?.end()
      database = undefined
    },
  }
}
