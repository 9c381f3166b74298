import pg from 'pg'
import { postgres } from '../../../../src/explore/io/postgres/postgres.ts'
import type { ExploreOptions, ProcessContext } from '../../../../src/explore/run/options/options.ts'
import { starterWorld } from '../../../gallery/program.ts'
import { readLeads } from './read-leads.ts'

/** What the program needs of a client: statements with one value, and several in a transaction. */
export interface Client {
  query(text: string, value?: string): Promise<Record<string, unknown>[]>
  transaction(work: (query: Client['query']) => Promise<void>): Promise<void>
}

/** Where the program reaches its database. */
export const url = 'postgres://app@localhost:5432/app'

/** The values of a statement. */
export const valuesOf = (value: string | undefined): string[] => (value === undefined ? [] : [value])

/** Reaches the database by pg. */
export const byPg = (): Client => byPgWith({})

/** Reaches the database by pg over TLS, as hosted databases ask for it. */
export const byEncryptedPg = (): Client => byPgWith({ ssl: { rejectUnauthorized: false } })

function byPgWith(options: pg.PoolConfig): Client {
  const pool = new pg.Pool({ connectionString: url, ...options })
  // A connection that breaks also emits an error, which ends a process that does not listen.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    query: async (text, value) => (await pool.query(text, valuesOf(value))).rows,
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await work(async (text, value) => (await client.query(text, valuesOf(value))).rows)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      } finally {
        client.release()
      }
    },
  }
}

/** The order in which a copier of leads saves what it read, which decides whether it is right. */
export type Order =
  | 'checkpoint first'
  | 'leads first'
  | 'transaction'
  | 'errors ignored'
  | 'insert tried again'
  | 'transaction tried again'
  | 'looked up'

export const schema = `create table leads (
  id serial primary key, lead text unique, token uuid default gen_random_uuid(),
  created_at timestamptz default now()
);
create table copies (lead text);
create table seen (lead text unique);
create table state (name text primary key, value text);`

async function saveLeads(query: Client['query'], ids: readonly string[]): Promise<void> {
  for (const id of ids) await query('insert into leads (lead) values ($1) on conflict do nothing', id)
}

const saveCheckpoint = (query: Client['query'], at: number) =>
  query(
    "insert into state values ('since', $1) on conflict (name) do update set value = excluded.value",
    String(at),
  )

/** Performs work again until it succeeds, but not for ever. */
async function tryAgain(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

const saveTo: Record<Order, (client: Client, ids: readonly string[], at: number) => Promise<void>> = {
  async 'leads first'({ query }, ids, at) {
    await saveLeads(query, ids)
    await saveCheckpoint(query, at)
  },
  async 'checkpoint first'({ query }, ids, at) {
    await saveCheckpoint(query, at)
    await saveLeads(query, ids)
  },
  async transaction(client, ids, at) {
    await client.transaction(async (query) => {
      await saveCheckpoint(query, at)
      await saveLeads(query, ids)
    })
  },
  async 'errors ignored'({ query }, ids, at) {
    // A mistake: after an error, the leads are not there.
    await saveLeads(query, ids).catch(() => {})
    await saveCheckpoint(query, at)
  },
  async 'insert tried again'({ query }, ids) {
    for (const id of ids) {
      // A mistake: a first try whose answer was lost has inserted it.
      await tryAgain(() => query('insert into copies (lead) values ($1)', id))
      await tryAgain(() => query('insert into seen (lead) values ($1) on conflict do nothing', id))
    }
  },
  async 'transaction tried again'(client, ids, at) {
    await tryAgain(() => saveTo.transaction(client, ids, at))
  },
  async 'looked up'({ query }, ids) {
    // A mistake where two processes run: both find that the lead is not there.
    for (const id of ids) {
      const found = await query('select lead from copies where lead = $1', id)
      if (found.length === 0) await query('insert into copies (lead) values ($1)', id)
    }
  },
}

/**
 * Explores a copier of leads to a database, by its client, and by the order in which it saves. Without
 * `database` the database is PostgreSQL in memory.
 */
export function copierOptions(
  connect: () => Client,
  order: Order,
  database: ExploreOptions['database'] = [postgres(url, { schema: (execute) => execute(schema) })],
): ExploreOptions {
  const sut = (context: ProcessContext) => {
    const client = connect()
    async function sync(): Promise<void> {
      const [row] = await client.query("select value from state where name = 'since'")
      const since = Number(row?.['value'] ?? 0)
      const known = new Set((await client.query('select lead from seen')).map(({ lead }) => lead))
      const leads = await readLeads(context)
      const times = leads.map(({ created_time }) => Date.parse(created_time))
      const fresh = leads.filter(({ id }, place) => (times[place] ?? 0) >= since && !known.has(id))
      await saveTo[order](
        client,
        fresh.map(({ id }) => id),
        Math.max(since, ...times),
      )
    }
    return { jobs: { sync: { every: '15m' as const, run: sync } } }
  }
  return {
    name: 'copier',
    world: starterWorld,
    sut,
    database,
    environment: ['lead'],
    stories: false,
    kinds: 1,
    runs: 40,
  }
}
