import { errorMessage } from '../../../engine/values/error-message.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { checkNames } from '../../../world/handle/known-names.ts'
import { callerOf } from '../../run/calls/caller.ts'
import { addressesOf, type ServerKind } from '../durable/addresses.ts'
import type { DurablePart } from '../durable/part.ts'
import { mirrorOf } from '../durable/sql-tables.ts'
import { PostgresBaseline, type PostgresSchema } from './postgres-baseline.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { startEngine } from './postgres-engine.ts'
import { PostgresSession } from './postgres-session.ts'

/** The first tables of a PostgreSQL database in each run, and the tables that runs are compared by. */
export interface PostgresOptions {
  /**
   * Makes the tables in which every run begins: the path of a file of SQL, relative to the program's folder,
   * or a function that executes texts of SQL, such as those of migrations. If left out, there are no tables.
   */
  readonly schema?: PostgresSchema
  /** Queries of what the program holds, by name. If left out, each table is compared by itself. */
  readonly mirror?: Readonly<Record<string, string>>
  /** Tables that are not compared, such as logs; only without `mirror`. */
  readonly ignore?: readonly string[]
}

const kind: ServerKind = {
  name: 'postgres',
  protocol: /^postgres(ql)?:$/,
  port: '5432',
  example: 'postgres://localhost:5432/app',
}

/** A database while an exploration runs. */
interface Opened {
  readonly session: PostgresSession
  readonly baseline: PostgresBaseline
}

/** Reads what is committed: while a transaction is open, that is what was read before. */
function readerOf<T>(session: () => PostgresSession, read: () => T) {
  let first: T
  let last: T
  return {
    begin() {
      first = read()
    },
    reset() {
      last = first
    },
    committed(): T {
      if (!session().isInTransaction()) last = read()
      return last
    },
  }
}

/**
 * A PostgreSQL database that the program reaches at the address in `url`, by `pg` or `postgres`, itself or
 * below drizzle, kysely, knex or Prisma. PGlite, PostgreSQL in WebAssembly, answers in memory: nothing is
 * sent. Each write outside of a transaction, and each commit, is a place where the process may die.
 *
 * Throws a TypeError if `url` is not one of PostgreSQL. `prepare` throws one if PGlite is not installed, or
 * the schema or a mirror does not load.
 */
export function postgres(url: string, options: PostgresOptions = {}): DurablePart {
  const addresses = addressesOf(url, kind)
  checkNames('postgres', 'option', options, ['schema', 'mirror', 'ignore'])
  const { schema, mirror, ignore = [] } = options
  const name = `postgres ${addresses[0]}`
  const place = callerOf(postgres)
  let database: Opened | undefined
  const opened = (): Opened => {
    if (!database) throw new Error(`${name} is not prepared`)
    return database
  }
  const session = () => opened().session
  const readMirror = (key: string, sql: string): Json[] => {
    try {
      return mirrorOf(session().query(sql))
    } catch (error) {
      throw new TypeError(`${name}: the mirror ${key} cannot be read: ${errorMessage(error)}`)
    }
  }
  const mirrors = readerOf(session, () =>
    Object.fromEntries(Object.entries(mirror ?? {}).map(([key, sql]) => [key, readMirror(key, sql)])),
  )
  const tables = readerOf(session, () => (mirror ? {} : opened().baseline.readTables(ignore)))
  return {
    name,
    kind: 'sql',
    addresses,
    ...(place !== undefined && { place }),
    async prepare({ root, now }) {
      const started = new PostgresSession(await startEngine(root), now)
      database = { session: started, baseline: new PostgresBaseline(started, { name, root, schema }) }
      await database.baseline.begin()
      for (const reader of [mirrors, tables]) reader.begin()
    },
    async reset(run) {
      session().crash()
      await opened().baseline.reset()
      session().begin(run)
      for (const reader of [mirrors, tables]) reader.reset()
    },
    connect: (socket, run) => void new PostgresConnection(session(), socket, run.process()),
    crash: () => database?.session.crash(),
    ...(mirror ? { mirrors: mirrors.committed } : { tables: tables.committed }),
    async close() {
      const ended = database
      database = undefined
      await ended?.session.close()
    },
  }
}
