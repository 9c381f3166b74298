import { z } from 'zod'
import type { Policy } from '../areas/operations.ts'
import { readBy } from '../engine/schema.ts'
import type { State } from '../engine/state.ts'
import { bounds } from '../graph/contract/bounds.ts'
import type { Version } from '../graph/contract/versions.ts'
import { contractPolicy, policyError } from '../graph/policy.ts'
import { type FixedDuration, millisecondsOf } from './durations.ts'
import type { Settings } from './handle.ts'
import { instantOf, type When } from './time.ts'

/** How a world is made. */
export interface WorldOptions {
  /** Decides ids, tokens and every other random value; a fixed constant if left out. */
  readonly seed?: number | string
  /** Where the clock begins: 2026-01-15T09:00:00Z if left out. */
  readonly now?: When
  /** Readings of the contract's silences; `contractPolicy` if left out. */
  readonly policy?: Partial<Policy>
  /** The version of calls whose path names none. */
  readonly defaultVersion?: Version
  /** Where links begin when no request says it. */
  readonly baseUrl?: string
  readonly webUrl?: string
  /** Virtual time added after each call; none if left out. */
  readonly autoTick?: FixedDuration
  /** `full` keeps the inputs, a ring of states and checkpoints; `off` keeps none. */
  readonly history?: 'full' | 'off'
  /** `throw` checks after each input that the answer is one that the endpoint promises. */
  readonly invariants?: 'off' | 'throw'
  /** How many calls and events the logs keep: 10,000 if left out, and never more than 16 MiB of each. */
  readonly logSize?: number
  /** Bytes of pictures that the world stores, each picture once: 256 MiB if left out. */
  readonly pictureBytesMax?: number
  /** Bytes of records that the world stores, as `docs/limits.md` counts them: 1 GiB if left out. */
  readonly recordBytesMax?: number
}

/** The names of the options of `createWorld`. */
export const worldOptions = Object.keys({
  seed: true,
  now: true,
  policy: true,
  defaultVersion: true,
  baseUrl: true,
  webUrl: true,
  autoTick: true,
  history: true,
  invariants: true,
  logSize: true,
  pictureBytesMax: true,
  recordBytesMax: true,
} satisfies Record<keyof WorldOptions, true>)

/** The options that a world made from a snapshot takes: the others stand in the snapshot. */
export const restoreOptions = worldOptions.filter(
  (name) => !['seed', 'now', 'policy', 'defaultVersion', 'logSize'].includes(name),
)

/** The part of a world's options that its first state is made of: what a recording says of its beginning. */
export interface Base {
  readonly seed: string
  readonly now: number
  readonly policy: Policy
  readonly logSize: number
  readonly pictureBytesMax: number
  readonly recordBytesMax: number
}

/** Where the clock of a world begins if nothing else is said. */
export const DEFAULT_NOW = '2026-01-15T09:00:00Z'

function oneOf(option: string, given: string, known: readonly string[]): void {
  if (!known.includes(given))
    throw new TypeError(`${option} is one of ${known.join(', ')}, got ${String(given)}`)
}

/** A URL without the slashes at its end. */
function trimmed(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/** What a user chose of a world that is no part of its state; a TypeError says which option is wrong. */
export function settingsOf({
  baseUrl = 'https://graph.test',
  webUrl = 'https://web.test',
  autoTick = 0,
  history = 'full',
  invariants = 'off',
}: WorldOptions): Settings {
  for (const url of [baseUrl, webUrl]) {
    if (!/^https?:\/\/[^/?#\s][^?#\s]*$/.test(url))
      throw new TypeError(`baseUrl and webUrl are absolute http or https URLs, got ${url}`)
  }
  oneOf('history', history, ['full', 'off'])
  oneOf('invariants', invariants, ['off', 'throw'])
  return {
    baseUrl: trimmed(baseUrl),
    webUrl: trimmed(webUrl),
    autoTick: millisecondsOf(autoTick),
    keepsHistory: history === 'full',
    checks: invariants === 'throw',
  }
}

/** The policy that a user chose; a TypeError says what is wrong with it. */
export function policyFor({ policy = {}, defaultVersion }: WorldOptions): Policy {
  const chosen: Policy = { ...contractPolicy, ...policy, ...(defaultVersion && { defaultVersion }) }
  const error = policyError({ ...chosen })
  if (error) throw new TypeError(error)
  return chosen
}

/** A seed as text; a TypeError says what a seed is. */
export function seedOf(seed: number | string): string {
  const text = typeof seed === 'string' || Number.isSafeInteger(seed) ? String(seed) : undefined
  if (text === undefined) throw new TypeError(`A seed is a text or a whole number, got ${String(seed)}`)
  if (text.length <= bounds.seedCharactersMax && text.isWellFormed()) return text
  throw new TypeError(
    `A seed is well-formed text of at most ${bounds.seedCharactersMax} characters, got ${text.length}`,
  )
}

function wholeOf(option: string, given: number): number {
  if (Number.isSafeInteger(given) && given >= 0) return given
  throw new TypeError(`${option} is a whole number, 0 or more, got ${String(given)}`)
}

/** How much a world may store; a TypeError says which option is wrong. */
export function capsOf({
  pictureBytesMax = bounds.pictureBytesMax,
  recordBytesMax = bounds.recordBytesMax,
}: WorldOptions): State['graph']['caps'] {
  return {
    blobBytes: wholeOf('pictureBytesMax', pictureBytesMax),
    rowBytes: wholeOf('recordBytesMax', recordBytesMax),
  }
}

/** What the first state of a world is made of; a TypeError says which option is wrong. */
export function baseOf(options: WorldOptions): Base {
  const { seed = 'fauxgraph', now = DEFAULT_NOW, logSize = 10_000 } = options
  const caps = capsOf(options)
  return {
    seed: seedOf(seed),
    now: instantOf(now),
    policy: policyFor(options),
    logSize: wholeOf('logSize', logSize),
    pictureBytesMax: caps.blobBytes,
    recordBytesMax: caps.rowBytes,
  }
}

const RecordedBase = z.strictObject({
  seed: z.string(),
  now: z.number(),
  policy: z.record(z.string(), z.unknown()),
  logSize: z.number(),
  pictureBytesMax: z.number().optional(),
  recordBytesMax: z.number().optional(),
})

/** Reads the options in a recording, by the rules of `createWorld`; a TypeError says what is wrong. */
export function recordedBase(value: unknown): Base {
  const read = readBy(RecordedBase, value)
  if (read.success) return baseOf(read.data as WorldOptions)
  const [issue] = read.error.issues
  throw new TypeError(`${issue?.path.map(String).join('.') || 'its options'}: ${issue?.message}`)
}
