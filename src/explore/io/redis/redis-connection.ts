import type { Duplex } from 'node:stream'
import { errorMessage } from '../../../engine/values/error-message.ts'
import type { DurableProcess } from '../durable/part.ts'
import { commandLine, commandOf } from './redis-commands.ts'
import type { RedisAnswer, RedisPlan } from './redis-engine.ts'
import type { OpenedSession, RedisCommand, RedisServer } from './redis-server.ts'

/** Commands that take an entry off a list or a sorted set, and wait for one: nothing is written before. */
const popping = /^b(?:[lr]pop|lmove|lmpop|z)/

/** The keys that such a command takes from. */
const sourcesOf = ({ name }: RedisCommand, { keys }: RedisPlan): readonly Buffer[] =>
  name === 'blmove' ? keys.slice(0, 1) : keys

/** A connection of the code under test. It belongs to the process that opened it. */
export class RedisConnection {
  private readonly server: RedisServer
  private readonly socket: Duplex
  private readonly process: DurableProcess
  private readonly now: () => number
  private readonly opened: OpenedSession
  private readonly decoder: InstanceType<RedisServer['engine']['Resp2CommandDecoder']>
  private readonly over = new AbortController()
  private before: Promise<void> = Promise.resolve()
  /** The commands that are queued between MULTI and EXEC. */
  private queued: { readonly line: string; readonly isWrite: boolean }[] = []

  constructor(server: RedisServer, socket: Duplex, process: DurableProcess, now: () => number) {
    this.server = server
    this.socket = socket
    this.process = process
    this.now = now
    this.opened = server.open(() => this.leave())
    this.decoder = new server.engine.Resp2CommandDecoder()
    server.join(this)
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    for (const event of ['error', 'end', 'close']) socket.on(event, () => this.leave())
    void this.push()
  }

  end(): void {
    if (this.over.signal.aborted) return
    this.over.abort()
    this.opened.session.close()
  }

  private leave(): void {
    if (this.over.signal.aborted) return
    this.end()
    this.server.leave(this)
    this.socket.end()
  }

  private receive(chunk: Buffer): void {
    if (this.over.signal.aborted || this.process.isDead()) return
    const { frames, error } = this.decoder.push(chunk)
    for (const { command, args } of frames) {
      const sent = commandOf(command, args)
      this.before = this.before.then(() => this.perform(sent)).catch((thrown) => this.fail(thrown))
    }
    if (error) this.before = this.before.then(() => this.fail(error))
  }

  private fail(error: unknown): void {
    if (this.over.signal.aborted) return
    this.answer({ value: { kind: 'error', message: errorMessage(error), code: 'ERR' } })
    this.leave()
  }

  /** Messages of channels arrive at turns of their own. */
  private async push(): Promise<void> {
    for await (const message of this.opened.session.readPushes(this.over.signal)) {
      await this.process.readLater(() => {})
      this.answer(message)
    }
  }

  private async perform(command: RedisCommand): Promise<void> {
    if (this.over.signal.aborted) return
    const { server, process } = this
    if (!server.knows(command.name)) {
      const what = `sent the command ${command.name.toUpperCase()}`
      process.refuse(what, 'js-redis-server, which stands for Redis, does not have it')
      return
    }
    const plan = server.plan(command)
    const { answer } = await this.performOrWait(command, plan)
    this.answer(answer)
  }

  /** Performs a command at its turn. One that waits for a key is tried again when the key has changed. */
  private async performOrWait(command: RedisCommand, plan: RedisPlan | undefined) {
    let deadline: number | undefined
    for (let isFirst = true; ; isFirst = false) {
      const done = await this.attempt(command, plan)
      if (!done.parked || !plan) return done
      const { timeout } = done.parked
      if (isFirst && timeout !== undefined) deadline = this.now() + timeout
      const left = deadline === undefined ? undefined : deadline - this.now()
      if (left !== undefined && left <= 0) return done
      if (!(await this.changed(sourcesOf(command, plan), left, command.name))) return done
    }
  }

  /** Waits until one of the keys is written to. Returns false if the time is over. */
  private changed(keys: readonly Buffer[], limit: number | undefined, name: string): Promise<boolean> {
    const { db } = this.opened.session
    const begin = (wake: () => void) => {
      const stops = keys.map((key) => db.subscribeKey(key, ({ type }) => type === 'write' && wake()))
      return () => {
        for (const stop of stops) stop()
      }
    }
    return this.process.wait(begin, limit, name)
  }

  private async attempt(command: RedisCommand, plan: RedisPlan | undefined) {
    const { process, opened } = this
    const line = this.lineOf(command, plan)
    const perform = () => opened.perform(command)
    if (line === undefined) return process.readLater(perform)
    if (plan && popping.test(command.name)) {
      const { db } = opened.session
      // A command that finds nothing writes nothing: it is no place where the process may die.
      const found = await process.readLater(() =>
        sourcesOf(command, plan).some((key) => db.getType(key) !== null) ? undefined : perform(),
      )
      if (found) return found
    }
    return process.writeLater(line, perform, { disconnect: () => this.leave() })
  }

  /** The line of a write in the trace; undefined if nothing that lasts is written. */
  private lineOf(command: RedisCommand, plan: RedisPlan | undefined): string | undefined {
    const { name } = command
    const isWrite = plan?.flags.includes('write') === true
    const isQueued = this.opened.session.mode === 'transaction'
    if (!isQueued) {
      this.queued = []
      return isWrite ? commandLine(command) : undefined
    }
    if (name === 'exec') {
      const writes = this.queued.filter((one) => one.isWrite).map(({ line }) => line)
      return writes.length > 0 ? `MULTI ${writes.join('; ')}` : undefined
    }
    this.queued.push({ line: commandLine(command), isWrite })
    return undefined
  }

  private answer(answer: RedisAnswer): void {
    const { session } = this.opened
    const { omitReply, afterReply, close, disconnect } = answer.options ?? {}
    if (this.over.signal.aborted) return
    const version = session.protocolVersion
    if (!omitReply) this.socket.write(this.server.engine.encodeRedisResult(answer, { version }))
    afterReply?.()
    if (close || disconnect) this.leave()
  }
}
