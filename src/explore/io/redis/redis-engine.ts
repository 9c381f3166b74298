import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorMessage } from '../../../engine/values/error-message.ts'

/** A value of a key, as the engine holds it. */
export type RedisData =
  | { readonly type: 'string'; readonly value: Buffer }
  | {
      readonly type: 'hash'
      readonly fields: ReadonlyMap<string, { readonly field: Buffer; readonly value: Buffer }>
    }
  | { readonly type: 'list'; readonly values: readonly Buffer[] }
  | { readonly type: 'set'; readonly members: ReadonlyMap<string, Buffer> }
  | {
      readonly type: 'zset'
      readonly members: ReadonlyMap<string, { readonly member: Buffer; readonly score: number }>
    }
  | { readonly type: 'stream'; readonly entries: readonly { readonly fields: readonly Buffer[] }[] }

/** A key with its value, and when it expires, in Unix milliseconds. */
export interface RedisEntry {
  readonly key: Buffer
  readonly value: RedisData
  readonly expiresAt?: number
}

/** One of the numbered databases. */
export interface RedisDatabase {
  set(key: Buffer, value: RedisData, options?: { readonly expiresAt?: number }): void
  getType(key: Buffer): string | null
  entriesSnapshot(): RedisEntry[]
  sweepExpired(now: number): number
  subscribeKey(key: Buffer, listener: (event: { readonly type: string }) => void): () => void
}

export interface RedisState {
  readonly databases: readonly RedisDatabase[]
  readonly scriptCache: { flush(): void }
  readonly functionRegistry: { clear(): void }
  getLuaRuntime(): Promise<unknown>
  flushAllDatabases(): void
  close(): void
}

/** A value that answers a command. */
export type RedisValue =
  | { readonly kind: 'simple-string' | 'bulk-string' | 'verbatim'; readonly value: string | Buffer | null }
  | {
      readonly kind: 'integer' | 'double' | 'boolean' | 'big-number'
      readonly value: number | bigint | boolean
    }
  | { readonly kind: 'array' | 'set' | 'push'; readonly items: readonly RedisValue[] }
  | {
      readonly kind: 'map' | 'map-pairs' | 'flat-pairs'
      readonly entries: readonly (readonly [RedisValue, RedisValue])[]
    }
  | { readonly kind: 'null' | 'null-array' }
  | { readonly kind: 'error'; readonly message: string; readonly code?: string }

/** The answer to a command, and what comes with it. */
export interface RedisAnswer {
  readonly value: RedisValue
  readonly options?: {
    readonly close?: boolean
    readonly disconnect?: boolean
    readonly omitReply?: boolean
    readonly afterReply?: () => void
  }
}

/** A command without its effects. */
export interface RedisPlan {
  readonly keys: readonly Buffer[]
  readonly flags: readonly string[]
}

/** A command that waits for a key, for a length of time in milliseconds. */
interface ParkRequest {
  readonly waitFor: Promise<unknown>
  readonly timeoutMs?: number
}

export interface RedisSession {
  readonly db: RedisDatabase
  readonly mode: 'normal' | 'transaction' | 'subscribed'
  readonly protocolVersion: number
  execute(command: Buffer, parameters: readonly Buffer[]): Promise<RedisAnswer>
  readPushes(signal: AbortSignal): AsyncIterable<RedisAnswer>
  close(): void
}

interface RedisExecutor {
  plan(command: Buffer, parameters: readonly Buffer[]): RedisPlan
  getCommandDefinition(name: string): unknown
}

interface RedisDecoder {
  push(chunk: Buffer): {
    readonly frames: readonly { readonly command: Buffer; readonly args: readonly Buffer[] }[]
    readonly error?: Error
  }
}

/** What is used of js-redis-server: an engine of commands and its protocol, without sockets. */
export interface RedisEngine {
  readonly RedisServerState: new (options: { readonly activeExpiryIntervalMs: false }) => RedisState
  readonly ClientSession: new (options: {
    readonly id: string
    readonly server: RedisState
    readonly executor: RedisExecutor
    /** The number of its database. */
    readonly database: number
    readonly park: (request: ParkRequest) => Promise<null>
    readonly closeConnection: () => void
  }) => RedisSession
  readonly Resp2CommandDecoder: new () => RedisDecoder
  createRedisCommandExecutor(): RedisExecutor
  cloneRedisDataValue(value: RedisData): RedisData
  encodeRedisResult(answer: RedisAnswer, options: { readonly version: number }): Buffer
}

/** Loads js-redis-server, as the program in a folder resolves it. Throws a TypeError if it is not there. */
export async function loadRedis(root: string): Promise<RedisEngine> {
  const require = createRequire(join(root, 'package.json'))
  let path: string
  try {
    path = require.resolve('js-redis-server/core')
  } catch (error) {
    throw new TypeError(
      `redis: Redis in memory needs js-redis-server 0.3, which is not installed in ${root}: ` +
        `npm install --save-dev js-redis-server (${errorMessage(error).split('\n')[0]})`,
    )
  }
  return import(pathToFileURL(path).href)
}
