import type { Duplex } from 'node:stream'
import type { DurableProcess, DurableRun } from './part.ts'
import { PostgresNames } from './postgres-names.ts'
import { messageOf, rowsOfAnswer, startupCodes, stateAfter, takeMessages, welcome } from './postgres-wire.ts'
import { commits } from './sql-connection.ts'
import { statementKinds } from './sql-statements.ts'

/** What is used of PGlite: one session of PostgreSQL, which answers messages of its protocol at once. */
export interface PostgresEngine {
  execProtocolRawSync(message: Uint8Array): Uint8Array
  close(): Promise<void>
}

/** Messages that PostgreSQL answers: a query, and the ends of several messages. */
const ends = new Set(['Q', 'S', 'H', 'c', 'f'])

/** What changes tables, and not rows. */
const definition = /\b(?:create|alter|drop|call|comment|grant|revoke)\b|\bdo\s+\$/i

/** One session of PostgreSQL, which the connections of a run share: one transaction runs at a time. */
export class PostgresSession {
  private readonly engine: PostgresEngine
  private readonly connections = new Set<PostgresConnection>()
  private opened = 0
  private owner: PostgresConnection | undefined
  private waiting: (() => void)[] = []
  private now: (() => number) | undefined
  private last: object | undefined
  /** Whether statements since `begin` may have changed rows, or tables. */
  readonly changed = { rows: false, tables: false }

  constructor(engine: PostgresEngine) {
    this.engine = engine
  }

  /** Begins a run: random numbers and time are its own. */
  begin(run: DurableRun): void {
    Object.assign(this.changed, { rows: false, tables: false })
    this.now = () => run.now()
    this.last = undefined
    this.query(`select setseed(${(run.random() * 2 - 1).toFixed(6)})`)
  }

  /** Performs a text of SQL. Throws the error of PostgreSQL. */
  query(sql: string): ReturnType<typeof rowsOfAnswer> {
    return rowsOfAnswer(this.send(messageOf('Q', `${sql}\0`)))
  }

  send(bytes: Buffer): Buffer {
    const { now } = this
    if (!now) return this.perform(bytes)
    // PostgreSQL asks the platform for the time, and reaches it by this function.
    const original = Object.getOwnPropertyDescriptor(Date, 'now') ?? {}
    Object.defineProperty(Date, 'now', { ...original, value: now })
    try {
      return this.perform(bytes)
    } finally {
      Object.defineProperty(Date, 'now', original)
    }
  }

  private perform(bytes: Buffer): Buffer {
    const { messages } = takeMessages(bytes)
    return Buffer.concat(
      messages.map(({ type, body }) => this.engine.execProtocolRawSync(messageOf(type, body))),
    )
  }

  connect(socket: Duplex, process: DurableProcess): void {
    this.connections.add(new PostgresConnection(this, socket, process, `c${++this.opened}_`))
  }

  note(sql: string): void {
    this.changed.rows = true
    if (definition.test(sql)) this.changed.tables = true
  }

  /** Takes the session for a connection, unless another is within a transaction. */
  take(connection: PostgresConnection): boolean {
    if (this.owner !== undefined && this.owner !== connection) return false
    this.owner = connection
    return true
  }

  release(connection: PostgresConnection): void {
    if (this.owner !== connection) return
    this.owner = undefined
    const { waiting } = this
    this.waiting = []
    for (const wake of waiting) wake()
  }

  /** Settles when a transaction of another connection has ended. */
  released(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
    })
  }

  leave(connection: PostgresConnection): void {
    this.connections.delete(connection)
    this.release(connection)
  }

  /** Rolls back what is not committed, and ends all connections. */
  crash(): void {
    const isUsed = this.connections.size > 0
    this.waiting = []
    this.owner = undefined
    for (const connection of this.connections) connection.end()
    this.connections.clear()
    if (!isUsed) return
    this.send(messageOf('S'))
    this.query('rollback')
    this.query('discard all')
  }

  /**
   * Reads what is committed. While a transaction is open, it is what was read before: no other session could
   * look beside it.
   */
  committed<T extends object>(read: () => T): T {
    if (this.owner?.isInTransaction() && this.last) return this.last as T
    const found = read()
    this.last = found
    return found
  }

  async close(): Promise<void> {
    await this.engine.close()
  }
}

/** A connection of the code under test. It belongs to the process that opened it. */
class PostgresConnection {
  private readonly session: PostgresSession
  private readonly socket: Duplex
  private readonly process: DurableProcess
  private readonly names: PostgresNames
  private bytes: Buffer = Buffer.alloc(0)
  private isStarted = false
  private isOver = false
  private state = 'I'
  private before: Promise<void> = Promise.resolve()
  private batch: Buffer[] = []
  private executed: { sql: string; line: string }[] = []
  /** The writes of the transaction that is open. */
  private readonly pending: string[] = []

  constructor(session: PostgresSession, socket: Duplex, process: DurableProcess, prefix: string) {
    this.session = session
    this.socket = socket
    this.process = process
    this.names = new PostgresNames(prefix)
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    socket.on('error', () => this.leave())
    socket.on('end', () => this.leave())
    socket.on('close', () => this.leave())
  }

  /** Ends the connection, whose process is dead. */
  end(): void {
    this.isOver = true
  }

  isInTransaction(): boolean {
    return this.state !== 'I'
  }

  private receive(chunk: Buffer): void {
    if (this.isOver || this.process.isDead()) return
    this.bytes = Buffer.concat([this.bytes, chunk])
    while (!this.isStarted) if (!this.start()) return
    const { messages, rest } = takeMessages(this.bytes)
    this.bytes = rest
    for (const message of messages) {
      if (message.type === 'X') this.leave()
      if (this.isOver) return
      const { bytes, executed } = this.names.read(message)
      this.batch.push(bytes)
      if (executed) this.executed.push(executed)
      if (ends.has(message.type)) this.endBatch(message.type)
    }
  }

  /** Reads a request that comes before the first message. Returns whether there was one. */
  private start(): boolean {
    const { bytes } = this
    if (bytes.length < 8 || bytes.length < bytes.readInt32BE(0)) return false
    const code = bytes.readInt32BE(4)
    this.bytes = bytes.subarray(bytes.readInt32BE(0))
    if (code === startupCodes.cancel) this.leave()
    else if (code === startupCodes.ssl || code === startupCodes.gss) this.socket.write('N')
    else {
      this.isStarted = true
      this.socket.write(welcome())
    }
    return !this.isOver
  }

  private endBatch(type: string): void {
    const bytes = Buffer.concat(this.batch)
    const { executed } = this
    this.batch = []
    this.executed = []
    this.before = this.before.then(() => this.perform(bytes, executed, type === 'H'))
  }

  /** Performs messages at their turn, when no other connection is within a transaction. */
  private async perform(
    bytes: Buffer,
    executed: readonly { sql: string; line: string }[],
    goesOn: boolean,
  ): Promise<void> {
    const { session, process } = this
    const work = (): Buffer => this.answer(bytes, goesOn)
    const kinds = executed.flatMap(({ sql }) => statementKinds(sql))
    const writes = executed.filter(({ sql }) => statementKinds(sql).includes('write')).map(({ line }) => line)
    for (const { sql } of executed) session.note(sql)
    const isInside = this.state === 'T'
    const isCommit = this.state !== 'E' && commits(kinds, isInside, this.pending.length > 0)
    let answer: Buffer | undefined
    let isMine = false
    while (!isMine) {
      isMine = await process.readLater(() => {
        const isFree = session.take(this)
        if (isFree && !isCommit) answer = work()
        return isFree
      })
      if (!isMine) await session.released()
    }
    if (isCommit) {
      const lines = [...this.pending, ...writes]
      const line = isInside ? `transaction ${lines.join('; ')}` : lines.join('; ')
      answer = await process.writeLater(line, work)
    }
    if (this.state === 'I') this.pending.length = 0
    else this.pending.push(...writes)
    if (this.state === 'I' && !goesOn) session.release(this)
    if (answer && !this.isOver) this.socket.write(answer)
  }

  private answer(bytes: Buffer, goesOn: boolean): Buffer {
    const answer = this.session.send(bytes)
    if (!goesOn) this.state = stateAfter(answer) ?? this.state
    return answer
  }

  /** The code under test ended the connection: what it has not committed is lost. */
  private leave(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.state !== 'I') this.session.query('rollback')
    this.session.leave(this)
    this.socket.end()
  }
}
