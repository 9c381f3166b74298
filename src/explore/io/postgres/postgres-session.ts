import type { DurableRun } from '../durable/part.ts'
import { replaceValue } from '../durable/replace-value.ts'
import { answerOf, type PostgresEngine, replaceRandomness } from './postgres-engine.ts'
import { rowsOfAnswer, takeMessages, toldParameters, wireMessage } from './postgres-wire.ts'

/** What changes tables, and not rows. */
const definition = /\b(?:create|alter|drop|call|comment|grant|revoke)\b|\bdo\s+\$/i

/** A connection, as the session knows it. */
export interface SessionMember {
  /** Its last statement, for messages. */
  readonly last: string
  /** Its process died, or the run is over. */
  end(): void
  isDead(): boolean
  isInTransaction(): boolean
}

/** One session of PostgreSQL, which the connections of a run share: one transaction runs at a time. */
export class PostgresSession {
  private readonly engine: PostgresEngine
  /** The instant of the schema, whose rows are there when a run begins. */
  private readonly begun: number | undefined
  private readonly members = new Set<SessionMember>()
  private joined = 0
  private owner: SessionMember | undefined
  private readonly waiting = new Set<() => void>()
  private run: DurableRun | undefined
  /** What clients are told when they start. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Whether statements since `begin` may have changed rows, or tables. */
  readonly changed = { rows: false, tables: false }

  constructor(engine: PostgresEngine, begun?: number) {
    this.engine = engine
    this.begun = begun
    replaceRandomness(engine, () => Math.floor((this.run?.random() ?? Math.random()) * 256))
    const settings = toldParameters.map((name) => `current_setting('${name}') as "${name}"`)
    this.parameters = this.query(`select ${settings.join(', ')}`)[0] ?? {}
  }

  /** Begins a run: random numbers and time are its own. */
  begin(run: DurableRun): void {
    Object.assign(this.changed, { rows: false, tables: false })
    this.run = run
    this.query(`select setseed(${(run.random() * 2 - 1).toFixed(6)})`)
  }

  /** Performs a text of SQL. Throws a PostgresError. */
  query(sql: string): ReturnType<typeof rowsOfAnswer> {
    return rowsOfAnswer(this.send(wireMessage('Q', `${sql}\0`)))
  }

  /** Sends messages, and returns their answer. Throws if there is none, which means that PGlite has ended. */
  send(bytes: Buffer): Buffer {
    const { run, begun } = this
    const now = run ? () => run.now() : begun === undefined ? undefined : () => begun
    // PostgreSQL reaches the platform by these functions. Its own timers would fire at no instant of a run.
    const restore = [
      ...(now ? [replaceValue(Date, 'now', now)] : []),
      replaceValue(globalThis, 'setTimeout', () => 0),
    ]
    try {
      const answer = this.perform(bytes)
      if (answer.length === 0) throw new Error('PGlite has ended: PostgreSQL gives no more answers')
      return answer
    } finally {
      for (const undo of restore) undo()
    }
  }

  private perform(bytes: Buffer): Buffer {
    const { messages } = takeMessages(bytes)
    return Buffer.concat(messages.map(({ type, body }) => answerOf(this.engine, wireMessage(type, body))))
  }

  /** Adds a connection. Returns its number. */
  join(member: SessionMember): number {
    this.members.add(member)
    return ++this.joined
  }

  leave(member: SessionMember): void {
    this.members.delete(member)
    this.release(member)
  }

  /** Notes what a statement may change. */
  note(sql: string): void {
    this.changed.rows = true
    if (definition.test(sql)) this.changed.tables = true
  }

  /** Takes the session for a connection, unless another is within a transaction. */
  take(member: SessionMember): boolean {
    if (this.owner !== undefined && this.owner !== member) return false
    this.owner = member
    return true
  }

  release(member: SessionMember): void {
    if (this.owner !== member) return
    this.owner = undefined
    for (const wake of this.waiting) wake()
    this.waiting.clear()
  }

  /**
   * Waits until the transaction of another connection has ended, for so many milliseconds of virtual time.
   * Returns that connection if its transaction goes on.
   */
  released(within: number): Promise<SessionMember | undefined> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        resolve(undefined)
      }
      const timer = setTimeout(() => {
        this.waiting.delete(wake)
        resolve(this.owner)
      }, within)
      this.waiting.add(wake)
    })
  }

  /** Rolls back what dead processes have not committed, and ends their connections. */
  crash(): void {
    const dead = [...this.members].filter((member) => member.isDead())
    if (dead.length === 0) return
    const isHeld = this.owner === undefined || this.owner.isDead()
    for (const member of dead) {
      member.end()
      this.members.delete(member)
    }
    if (isHeld) {
      this.owner = undefined
      this.send(wireMessage('S'))
      this.query('rollback')
    }
    // The connections of other processes go on, with what they have prepared.
    if (this.members.size === 0) {
      this.waiting.clear()
      this.query('discard all')
    } else if (isHeld) {
      for (const wake of this.waiting) wake()
      this.waiting.clear()
    }
  }

  /** Whether a transaction is open: then a read would show what it has not committed. */
  isInTransaction(): boolean {
    return this.owner?.isInTransaction() ?? false
  }

  async close(): Promise<void> {
    await this.engine.close()
  }
}
