import { errorMessage } from '../../engine/error-message.ts'
import type { Json } from '../../engine/guard.ts'
import { callerOf } from '../run/caller.ts'
import type { DurablePart } from './part.ts'
import { PostgresBaseline, type PostgresSchema } from './postgres-baseline.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { startEngine } from './postgres-engine.ts'
import { PostgresSession } from './postgres-session.ts'
import { mirrorOf } from './sql-tables.ts'

/** Options of `postgres`. */
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

const loopback = ['localhost', '127.0.0.1', '::1']

/** The addresses at which a program reaches the database of a URL. Throws a TypeError if it is none. */
function addressesOf(url: string): [string, ...string[]] {
  let parsed: URL | undefined
  try {
    parsed = new URL(url)
  } catch {
    // Refused below.
  }
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new TypeError(
      `postgres: expected a URL such as postgres://localhost:5432/app, got ${JSON.stringify(url)}`,
    )
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  const port = parsed.port || '5432'
  const others = loopback.includes(host) ? loopback.filter((name) => name !== host) : []
  return [`${host}:${port}`, ...others.map((name) => `${name}:${port}`)]
}

/** A database while an exploration runs. */
interface Opened {
  readonly session: PostgresSession
  readonly baseline: PostgresBaseline
}

function checkQueries({ session }: Opened, name: string, queries: Readonly<Record<string, string>>): void {
  for (const [mirror, sql] of Object.entries(queries)) {
    try {
      session.query(sql)
    } catch (error) {
      throw new TypeError(`${name}: the mirror ${mirror} cannot be read: ${errorMessage(error)}`)
    }
  }
}

/**
 * A PostgreSQL database that the program reaches at the address in `url`, by `pg` or `postgres`, itself or
 * below drizzle, kysely or knex. PGlite, PostgreSQL in WebAssembly, answers in memory: nothing is sent. Each
 * write outside of a transaction, and each commit, is a place where the process may die.
 *
 * Throws a TypeError if `url` is not one of PostgreSQL. `prepare` throws one if PGlite is not installed, or the
 * schema or a mirror does not load.
 */
export function postgres(url: string, options: PostgresOptions = {}): DurablePart {
  const addresses = addressesOf(url)
  const { schema, mirror, ignore = [] } = options
  const name = `postgres ${addresses[0]}`
  const place = callerOf(postgres)
  let database: Opened | undefined
  const opened = (): Opened => {
    if (!database) throw new Error(`${name} is not prepared`)
    return database
  }
  const readMirrors = (queries: Readonly<Record<string, string>>): Record<string, Json[]> =>
    Object.fromEntries(
      Object.entries(queries).map(([key, sql]) => [key, mirrorOf(opened().session.query(sql))]),
    )
  return {
    name,
    kind: 'sql',
    addresses,
    ...(place !== undefined && { place }),
    async prepare({ root }) {
      const session = new PostgresSession(await startEngine(root))
      database = { session, baseline: new PostgresBaseline(session, { name, root, schema }) }
      await database.baseline.begin()
      checkQueries(database, name, mirror ?? {})
    },
    async reset(run) {
      const { session, baseline } = opened()
      session.crash()
      await baseline.reset()
      session.begin(run)
    },
    connect: (socket, run) => void new PostgresConnection(opened().session, socket, run.process()),
    crash: () => database?.session.crash(),
    ...(mirror
      ? { mirrors: () => opened().session.committed(() => readMirrors(mirror)) }
      : { tables: () => opened().session.committed(() => opened().baseline.readTables(ignore)) }),
    async close() {
      const ended = database
      database = undefined
      await ended?.session.close()
    },
  }
}
