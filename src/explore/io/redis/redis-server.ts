import type { DurableRun } from '../durable/part.ts'
import { replaceValue } from '../durable/replace-value.ts'
import type {
  RedisAnswer,
  RedisData,
  RedisEngine,
  RedisEntry,
  RedisPlan,
  RedisSession,
  RedisState,
} from './redis-engine.ts'
import { keptText } from './redis-text.ts'

/** A command as a client sent it. */
export interface RedisCommand {
  readonly name: string
  readonly command: Buffer
  readonly parameters: readonly Buffer[]
}

/** A connection, as the server knows it. */
export interface RedisMember {
  /** Its process died, or the run is over. */
  end(): void
}

/** A session of a connection, and what its last command waits for. */
export interface OpenedSession {
  readonly session: RedisSession
  /** Performs a command. `parked` is set if it would have waited, and did nothing. */
  perform(command: RedisCommand): Promise<{ answer: RedisAnswer; parked?: { timeout: number | undefined } }>
}

/** Redis in memory, which all runs of an exploration share: each begins with the keys of the baseline. */
export class RedisServer {
  readonly engine: RedisEngine
  readonly state: RedisState
  private readonly executor: ReturnType<RedisEngine['createRedisCommandExecutor']>
  private readonly members = new Set<RedisMember>()
  private baseline: { database: number; key: Buffer; value: RedisData; expiresIn: number | undefined }[] = []
  private run: Pick<DurableRun, 'now' | 'random'> | undefined
  private opened = 0

  constructor(engine: RedisEngine) {
    this.engine = engine
    this.state = new engine.RedisServerState({ activeExpiryIntervalMs: false })
    this.executor = engine.createRedisCommandExecutor()
  }

  /** Keeps the keys that are there now as those in which runs begin. */
  keep(): void {
    const now = Date.now()
    this.baseline = this.state.databases.flatMap((own, database) =>
      own.entriesSnapshot().map(({ key, value, expiresAt }) => ({
        ...{ database, key, value: this.engine.cloneRedisDataValue(value) },
        expiresIn: expiresAt === undefined ? undefined : expiresAt - now,
      })),
    )
  }

  /** Begins a run with the keys of the baseline. */
  begin(run: DurableRun): void {
    this.crash()
    this.run = run
    this.opened = 0
    const { state, engine } = this
    state.flushAllDatabases()
    state.scriptCache.flush()
    state.functionRegistry.clear()
    for (const { database, key, value, expiresIn } of this.baseline)
      state.databases[database]?.set(key, engine.cloneRedisDataValue(value), {
        ...(expiresIn !== undefined && { expiresAt: run.now() + expiresIn }),
      })
  }

  /** Ends all connections: what they queued, watched and subscribed to is gone. */
  crash(): void {
    for (const member of this.members) member.end()
    this.members.clear()
  }

  join(member: RedisMember): void {
    this.members.add(member)
  }

  leave(member: RedisMember): void {
    this.members.delete(member)
  }

  /** Whether there is a command of this name. */
  knows = (name: string): boolean => this.executor.getCommandDefinition(name) !== undefined

  /** A command without its effects; undefined if its parameters are wrong. */
  plan({ command, parameters }: RedisCommand): RedisPlan | undefined {
    try {
      return this.executor.plan(command, parameters)
    } catch {
      // Performed, it answers with the error.
      return undefined
    }
  }

  /** Opens a session. `close` ends its connection. */
  open(close: () => void, database = 0): OpenedSession {
    const { engine, state, executor } = this
    const waits: { timeout: number | undefined }[] = []
    const session = new engine.ClientSession({
      id: String(++this.opened),
      server: state,
      executor,
      database,
      closeConnection: close,
      // A command never waits within the engine: the run decides when it is tried again.
      park: ({ waitFor, timeoutMs }) => {
        waitFor.catch(() => {})
        waits.push({ timeout: timeoutMs })
        return Promise.resolve(null)
      },
    })
    return {
      session,
      perform: (command) =>
        this.inRun(async () => {
          const answer = await session.execute(command.command, command.parameters)
          const parked = waits.pop()
          return { answer, ...(parked && { parked }) }
        }),
    }
  }

  /** Performs work with the clock and the random source of the run. It takes turns of promises only. */
  private async inRun<T>(work: () => Promise<T>): Promise<T> {
    const { run } = this
    if (!run) return work()
    const restore = [
      replaceValue(Date, 'now', () => run.now()),
      replaceValue(Math, 'random', () => run.random()),
    ]
    try {
      return await work()
    } finally {
      for (const undo of restore) undo()
    }
  }

  /** The keys that have not expired, in the order of their names. Those of other databases have a number. */
  entries(): (RedisEntry & { name: string })[] {
    const now = this.run?.now() ?? Date.now()
    return this.state.databases
      .flatMap((own, database) => {
        own.sweepExpired(now)
        const prefix = database === 0 ? '' : `${database}/`
        return own.entriesSnapshot().map((entry) => ({ ...entry, name: prefix + keptText(entry.key) }))
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  close(): void {
    this.crash()
    this.state.close()
  }
}
