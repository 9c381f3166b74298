import type { Duplex } from 'node:stream'
import { errorMessage } from '../../../engine/values/error-message.ts'
import type { DurableProcess } from '../durable/part.ts'
import { commits } from '../durable/sql-connection.ts'
import { statementKinds } from '../durable/sql-statements.ts'
import { PostgresNames } from './postgres-names.ts'
import type { PostgresSession } from './postgres-session.ts'
import { errorOf, readyIn, startupCodes, stateAfter, takeMessages, welcome } from './postgres-wire.ts'

/** Messages that PostgreSQL answers: a query, and the ends of several messages. */
const ends = new Set(['Q', 'S', 'H', 'c', 'f'])

/** Milliseconds of virtual time for which a statement waits for the transaction of another connection. */
const WAIT_MAX = 60_000

/** A statement, and its line in the trace. */
interface Executed {
  readonly sql: string
  readonly line: string
}

/** Messages that are performed as one. */
interface Batch {
  readonly bytes: Buffer
  readonly executed: readonly Executed[]
  /** Whether the client goes on before PostgreSQL is ready for another query. */
  readonly goesOn: boolean
}

/** A connection of the code under test. It belongs to the process that opened it. */
export class PostgresConnection {
  private readonly session: PostgresSession
  private readonly socket: Duplex
  private readonly process: DurableProcess
  private readonly names: PostgresNames
  private bytes: Buffer = Buffer.alloc(0)
  private isStarted = false
  private isOver = false
  private state = 'I'
  private before: Promise<void> = Promise.resolve()
  private messages: Buffer[] = []
  private executed: Executed[] = []
  /** The writes of the transaction that is open. */
  private readonly pending: string[] = []
  /** Whether messages are refused until the end of their batch. */
  private isRefusing = false
  last = ''

  constructor(session: PostgresSession, socket: Duplex, process: DurableProcess) {
    this.session = session
    this.socket = socket
    this.process = process
    this.names = new PostgresNames(`c${session.join(this)}_`)
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    for (const event of ['error', 'end', 'close']) socket.on(event, () => this.leave())
  }

  end(): void {
    this.isOver = true
  }

  isDead(): boolean {
    return this.process.isDead()
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
      if (message.type === 'X') {
        this.before = this.before.then(() => this.leave())
        return
      }
      const { bytes, executed } = this.names.read(message)
      this.messages.push(bytes)
      if (executed) this.executed.push(executed)
      if (ends.has(message.type)) this.endBatch(message.type === 'H')
    }
  }

  /** Reads a request that comes before the first message. Returns whether there was one. */
  private start(): boolean {
    const { bytes } = this
    if (bytes.length < 8 || bytes.length < bytes.readInt32BE(0)) return false
    const code = bytes.readInt32BE(4)
    this.bytes = bytes.subarray(bytes.readInt32BE(0))
    if (code === startupCodes.cancel) this.leave()
    // TLS in memory only looks encrypted, so what follows needs no other reader.
    else if (code === startupCodes.ssl) this.socket.write('S')
    else if (code === startupCodes.gss) this.socket.write('N')
    else {
      this.isStarted = true
      this.socket.write(welcome(this.session.parameters))
    }
    return !this.isOver
  }

  private endBatch(goesOn: boolean): void {
    const batch = { bytes: Buffer.concat(this.messages), executed: this.executed, goesOn }
    this.messages = []
    this.executed = []
    this.before = this.before
      .then(() => this.perform(batch))
      .catch((error) => {
        this.answer(errorOf('FATAL', 'XX000', errorMessage(error)))
        this.leave()
      })
  }

  /** Performs messages at their turn, when no other connection is within a transaction. */
  private async perform(batch: Batch): Promise<void> {
    const { session, state } = this
    const { executed, goesOn } = batch
    if (this.isRefusing) return this.refuseOn(goesOn)
    const kinds = executed.flatMap(({ sql }) => statementKinds(sql))
    const writes = executed.filter(({ sql }) => statementKinds(sql).includes('write')).map(({ line }) => line)
    for (const { sql } of executed) session.note(sql)
    this.last = executed.at(-1)?.line ?? this.last
    const isInside = state === 'T'
    const isCommit = state !== 'E' && commits(kinds, isInside, this.pending.length > 0)
    const turn = await this.takeTurn(isCommit ? undefined : batch)
    if ('refusal' in turn) {
      this.answer(turn.refusal)
      return this.refuseOn(goesOn)
    }
    let { answer } = turn
    if (isCommit) {
      const lines = [...this.pending, ...writes]
      const line = isInside ? `transaction ${lines.join('; ')}` : lines.join('; ')
      answer = await this.process.writeLater<Buffer>(line, () => this.send(batch), {
        conflict: () => this.conflict(batch),
        disconnect: () => this.leave(),
      })
    }
    if (this.state === 'I') this.pending.length = 0
    else this.pending.push(...writes)
    if (this.state === 'I' && !goesOn) session.release(this)
    if (answer) this.answer(answer)
  }

  /** Takes the session when it is free, and performs the batch at that turn. */
  private async takeTurn(batch: Batch | undefined): Promise<{ answer?: Buffer } | { refusal: Buffer }> {
    const { session, process } = this
    for (;;) {
      const turn = await process.readLater(() =>
        session.take(this) ? { ...(batch && { answer: this.send(batch) }) } : undefined,
      )
      if (turn) return turn
      const other = await session.released(WAIT_MAX)
      if (!other) continue
      const message =
        `canceling statement due to lock timeout: for ${WAIT_MAX / 1_000} s, another connection was in a ` +
        `transaction, whose last statement was ${other.last}. In an exploration, one transaction runs at ` +
        'a time: use its own connection for each statement in it, and end it'
      return { refusal: errorOf('ERROR', '55P03', message) }
    }
  }

  private send({ bytes, goesOn }: Batch): Buffer {
    const answer = this.session.send(bytes)
    if (!goesOn) this.state = stateAfter(answer) ?? this.state
    return answer
  }

  /** Refuses a write or a commit, and rolls back its transaction. */
  private conflict({ goesOn }: Batch): Buffer {
    if (this.state !== 'I') this.session.query('rollback')
    this.state = 'I'
    this.isRefusing = goesOn
    const error = errorOf('ERROR', '40001', 'could not serialize access due to concurrent update')
    return Buffer.concat([error, ...(goesOn ? [] : [readyIn(this.state)])])
  }

  private answer(bytes: Buffer): void {
    if (!this.isOver) this.socket.write(bytes)
  }

  /** Refuses what follows an error, to the end of the batch. */
  private refuseOn(goesOn: boolean): void {
    this.isRefusing = goesOn
    if (goesOn) return
    this.answer(readyIn(this.state))
    if (this.state === 'I') this.session.release(this)
  }

  /** Ends the connection: what it has not committed is lost. */
  private leave(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.state !== 'I') this.session.query('rollback')
    this.session.leave(this)
    this.socket.end()
  }
}
