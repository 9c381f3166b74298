import { errorMessage } from '../../../engine/values/error-message.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { checkNames } from '../../../world/handle/known-names.ts'
import { callerOf } from '../../run/calls/caller.ts'
import { addressesOf, type ServerKind } from '../durable/addresses.ts'
import type { DurablePart } from '../durable/part.ts'
import { commandOf, wordsOf } from './redis-commands.ts'
import { RedisConnection } from './redis-connection.ts'
import { loadRedis, type RedisValue } from './redis-engine.ts'
import { RedisServer } from './redis-server.ts'
import { asJson, entriesOf, keyTables } from './redis-values.ts'

/** A command of Redis in one line, such as `smembers leads`, or its words. */
export type RedisQuery = string | readonly string[]

/** The first keys of a Redis server in each run, and the keys that runs are compared by. */
export interface RedisOptions {
  /** Makes the keys in which every run begins. If left out, there are none. */
  readonly seed?: readonly RedisQuery[]
  /**
   * Commands that read what the program holds, by name. If left out, keys are compared by themselves, apart
   * from those that expire.
   */
  readonly mirror?: Readonly<Record<string, RedisQuery>>
  /** Patterns of keys that are not compared, such as `cache:*`; only without `mirror`. */
  readonly ignore?: readonly string[]
}

const kind: ServerKind = {
  name: 'redis',
  protocol: /^rediss?:$/,
  port: '6379',
  example: 'redis://localhost:6379',
}

const bytesOf = (query: RedisQuery): [Buffer, ...Buffer[]] => {
  const [name = '', ...parameters] = typeof query === 'string' ? wordsOf(query) : query
  return [Buffer.from(name), ...parameters.map((word) => Buffer.from(word))]
}

/** Performs a command of the configuration. Throws an Error if Redis refuses it. */
async function askFor(server: RedisServer, database: number, query: RedisQuery): Promise<RedisValue> {
  const [name, ...parameters] = bytesOf(query)
  const { session, perform } = server.open(() => {}, database)
  try {
    const { answer } = await perform(commandOf(name, parameters))
    if (answer.value.kind === 'error') throw new Error(String(asJson(answer.value)))
    return answer.value
  } finally {
    session.close()
  }
}

/**
 * A Redis server that the program reaches at the address in `url`, by `ioredis` or `redis`, itself or below
 * a package for queues. js-redis-server answers in memory: nothing is sent. Each command that writes, and
 * each EXEC of a transaction, is a place where the process may die. Keys expire by the clock of the run.
 *
 * Throws a TypeError if `url` is not one of Redis. `prepare` throws one if js-redis-server is not installed,
 * or a command of `seed` or `mirror` is refused.
 */
export function redis(url: string, options: RedisOptions = {}): DurablePart {
  const addresses = addressesOf(url, kind)
  const database = Number(new URL(url).pathname.slice(1)) || 0
  checkNames('redis', 'option', options, ['seed', 'mirror', 'ignore'])
  const { seed = [], mirror, ignore = [] } = options
  const name = `redis ${addresses[0]}`
  const place = callerOf(redis)
  let server: RedisServer | undefined
  const opened = (): RedisServer => {
    if (!server) throw new Error(`${name} is not prepared`)
    return server
  }
  const ask = async (what: string, query: RedisQuery): Promise<RedisValue> => {
    try {
      return await askFor(opened(), database, query)
    } catch (error) {
      throw new TypeError(`${name}: ${what}: ${errorMessage(error)}`)
    }
  }
  const readMirrors = async (): Promise<Record<string, Json[]>> => {
    const found: Record<string, Json[]> = {}
    for (const [key, query] of Object.entries(mirror ?? {}))
      found[key] = entriesOf(await ask(`the mirror ${key} cannot be read`, query))
    return found
  }
  return {
    name,
    kind: 'redis',
    addresses,
    ...(place !== undefined && { place }),
    async prepare({ root }) {
      server = new RedisServer(await loadRedis(root))
      // To load it takes longer than a run.
      await server.state.getLuaRuntime()
      for (const query of seed) await ask(`the seed ${JSON.stringify(query)} is refused`, query)
      server.keep()
      await readMirrors()
    },
    reset: (run) => opened().begin(run),
    connect: (socket, run) => void new RedisConnection(opened(), socket, run.process(), run.now),
    crash: () => server?.crash(),
    ...(mirror ? { mirrors: readMirrors } : { tables: () => keyTables(opened().entries(), ignore) }),
    close() {
      server?.close()
      server = undefined
    },
  }
}
