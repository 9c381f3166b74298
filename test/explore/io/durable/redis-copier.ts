import { Redis } from 'ioredis'
import { type RedisOptions, redis } from '../../../../src/explore/io/redis/redis.ts'
import type { ExploreOptions, ProcessContext } from '../../../../src/explore/run/options/options.ts'
import { starterWorld } from '../../../gallery/program.ts'
import { readLeads } from './read-leads.ts'

/** What the programs need of a client: commands, and several in a transaction. */
export interface Client {
  send(...words: string[]): Promise<unknown>
  transaction(commands: readonly (readonly string[])[]): Promise<unknown>
}

/** Where the programs reach Redis. */
export const url = 'redis://localhost:6379'

/** Opens a connection by ioredis. One that breaks is opened anew. */
export function connect(): Redis {
  const client = new Redis(url)
  client.on('error', () => {})
  return client
}

/** Reaches Redis by ioredis. */
export function byIoredis(): Client {
  const client = connect()
  return {
    send: (name = '', ...words) => client.call(name, ...words),
    transaction: (commands) => client.multi(commands.map(([name = '', ...words]) => [name, ...words])).exec(),
  }
}

/** The order in which a copier of leads saves what it read, which decides whether it is right. */
export type Order = 'checkpoint first' | 'leads first' | 'transaction' | 'counted' | 'claimed'

const saveTo: Record<Order, (client: Client, ids: readonly string[], at: string) => Promise<void>> = {
  async 'leads first'({ send }, ids, at) {
    for (const id of ids) await send('sadd', 'leads', id)
    await send('set', 'since', at)
  },
  async 'checkpoint first'({ send }, ids, at) {
    await send('set', 'since', at)
    for (const id of ids) await send('sadd', 'leads', id)
  },
  async transaction({ transaction }, ids, at) {
    await transaction([['set', 'since', at], ...ids.map((id) => ['sadd', 'leads', id])])
  },
  async counted({ send }, ids) {
    // A mistake: a process that dies in between counts the lead again.
    for (const id of ids) {
      if (await send('sismember', 'leads', id)) continue
      await send('incr', 'count')
      await send('sadd', 'leads', id)
    }
  },
  async claimed({ send }, ids) {
    // A mistake where processes die: the lead is then in the set, and not counted.
    for (const id of ids) if ((await send('sadd', 'leads', id)) === 1) await send('incr', 'count')
  },
}

/** Explores a copier of leads to Redis, by its client, and by the order in which it saves. */
export function copierOptions(connect: () => Client, order: Order): ExploreOptions {
  const sut = (context: ProcessContext) => {
    const client = connect()
    async function sync(): Promise<void> {
      const since = Number((await client.send('get', 'since')) ?? 0)
      const leads = await readLeads(context)
      const times = leads.map(({ created_time }) => Date.parse(created_time))
      const fresh = leads.filter((_, place) => (times[place] ?? 0) >= since)
      const ids = fresh.map(({ id }) => id)
      await saveTo[order](client, ids, String(Math.max(since, ...times)))
    }
    return { jobs: { sync: { every: '15m' as const, run: sync } } }
  }
  return {
    name: 'copier',
    world: starterWorld,
    sut,
    database: [redis(url)],
    environment: ['lead'],
    stories: false,
    kinds: 1,
    runs: 40,
  }
}

/** Options of an exploration whose job looks at Redis, and pushes what it finds. */
export function lookOptions(run: () => Promise<unknown>, options: RedisOptions = {}) {
  const seen: unknown[] = []
  const explored: ExploreOptions = {
    ...copierOptions(byIoredis, 'leads first'),
    database: [redis(url, options)],
    mirror: { none: () => ['nothing'] },
    hostile: { restarts: false },
    runs: 1,
    sut: () => ({ jobs: { look: { every: '1h', run: async () => void seen.push(await run()) } } }),
  }
  return { seen, explored }
}
