import { issueText } from '../../engine/schema/issue-words.ts'
import { readBy } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import type { StoredBytes } from '../../engine/store/storage.ts'
import type { Area } from '../../service/area/area.ts'
import type { AreaVersions } from '../../service/contract/area-versions.ts'
import { bounds } from '../../service/contract/bounds.ts'
import type { Version } from '../../service/contract/versions.ts'
import { contractPolicy, type Policy, type PolicyName } from '../../service/policy.ts'
import { chosenPolicy } from '../../service/policy-schema.ts'
import { defaultOrigins } from '../../service/values/links.ts'
import { type FixedDuration, millisecondsOf } from '../time/durations.ts'
import { instantOf, type When } from '../time/time.ts'
import { type HistoryOptions, type KeptHistory, keptHistoryOf } from './history-options.ts'

/** Options of `createWorld`. */
export interface WorldOptions {
  /** The seed of ids, tokens and all other random values: `fauxgraph` if left out. */
  readonly seed?: number | string
  /**
   * The time at which the clock begins: 2026-01-15T09:00:00Z if left out. `real` is the time of this machine
   * at the creation, for code that reads `Date.now()`; the clock then moves as any other.
   */
  readonly now?: When | 'real'
  /**
   * Which service it is: `platform` answers as the live service does, `contract` as the service description
   * says. Or single options of the policy: those of `contract` for every key left out. `contract` if left
   * out.
   */
  readonly policy?: PolicyName | Partial<Policy>
  /** The version of calls without a version in their path: the newest one if left out. */
  readonly defaultVersion?: Version
  /** The origin of links to the API, if the request has none: `https://graph.test` if left out. */
  readonly baseUrl?: string
  /** The origin of links to pages and pictures, if the request has none: `https://web.test` if left out. */
  readonly webUrl?: string
  /** The time that passes after each call: 0 if left out. */
  readonly autoTick?: FixedDuration
  /**
   * `full` keeps the inputs, and states to replay them from, at most 128 MiB; `off` keeps none; an object
   * sets bounds. `full` if left out.
   */
  readonly history?: 'full' | 'off' | HistoryOptions
  /** Checks each result against the schema and codes of its endpoint, and throws if it is wrong. */
  readonly validateAnswers?: boolean
  /**
   * How a refused action ends: it returns the refusal (`return`, the default), or throws it as a
   * `GraphCallError` (`throw`), so that a set-up stops there. Calls of clients always return.
   */
  readonly onRefusal?: 'return' | 'throw'
  /** The maximum logged calls, and the maximum logged events: 10,000 if left out, at most 16 MiB of each. */
  readonly logSize?: number
  /** The maximum bytes of distinct pictures in the world: 256 MiB if left out. */
  readonly pictureBytesMax?: number
  /** The maximum bytes of records in the world, as `docs/limits.md` counts them: 1 GiB if left out. */
  readonly recordBytesMax?: number
}

/** Options of `createWorld` for worlds with areas. */
export interface AreaOptions<A extends Area> {
  /** The chapters that you add to the service, made by `area` of `fauxgraph/area`. */
  readonly areas?: readonly A[]
}

/** The option names of `createWorld`. */
export const worldOptions = Object.keys({
  seed: true,
  now: true,
  policy: true,
  defaultVersion: true,
  baseUrl: true,
  webUrl: true,
  autoTick: true,
  history: true,
  validateAnswers: true,
  onRefusal: true,
  logSize: true,
  pictureBytesMax: true,
  recordBytesMax: true,
  areas: true,
  starter: true,
} satisfies Record<keyof WorldOptions | 'areas' | 'starter', true>)

/** The option names of `restoreWorld`. The snapshot contains the others. */
export const restoreOptions = worldOptions.filter(
  (name) => !['seed', 'now', 'policy', 'defaultVersion', 'logSize', 'starter'].includes(name),
)

/** The options that determine the first state of a world. A recording contains them. */
export type Base = {
  readonly seed: string
  readonly now: number
  readonly policy: Policy
  readonly logSize: number
  readonly pictureBytesMax: number
  readonly recordBytesMax: number
}

/** The origin of the first state of a world: its options, and those of `starter()` if it was called. */
export type WorldBase = {
  readonly options: Base
  readonly areas?: AreaVersions
  readonly starter?: RecordedStarter
}

/** The time at which the clock begins by default. */
/** Options of a world that are not part of its state. */
export interface Settings {
  readonly baseUrl: string
  readonly webUrl: string
  /** True if these differ from the default origins. */
  readonly hasOwnOrigins: boolean
  /** Milliseconds that the clock moves after each call. */
  readonly autoTick: number
  /** The bounds of its history; undefined if it keeps none. */
  readonly history: KeptHistory | undefined
  /** Whether each result is checked against the schema of its operation. */
  readonly checks: boolean
  /** Whether a refused action throws. */
  readonly throwsRefusals: boolean
}

/** The default origins, which no input names. */
export const knownOrigins: ReadonlySet<string> = new Set(Object.values(defaultOrigins))

const DEFAULT_NOW = '2026-01-15T09:00:00Z'

/** Throws a TypeError if an option has none of its values. */
export function checkOneOf(option: string, given: string, known: readonly string[]): void {
  if (!known.includes(given))
    throw new TypeError(`The option ${option} must be one of ${known.join(', ')}, got ${String(given)}`)
}

/** Removes the slashes at the end of a URL. */
function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/** Returns the settings of a world. Throws a TypeError that names the first invalid option. */
export function settingsOf({
  baseUrl = defaultOrigins.base,
  webUrl = defaultOrigins.web,
  autoTick = 0,
  history = 'full',
  validateAnswers = false,
  onRefusal = 'return',
}: WorldOptions): Settings {
  for (const [option, url] of Object.entries({ baseUrl, webUrl })) {
    if (!/^https?:\/\/[^/?#\s@\\]+\/*$/.test(url))
      throw new TypeError(
        `The option ${option} must be an origin, such as https://graph.test: http or https and a host, ` +
          `perhaps a port, without a path. Got ${String(url)}`,
      )
  }
  if (typeof validateAnswers !== 'boolean')
    throw new TypeError(`The option validateAnswers must be true or false, got ${String(validateAnswers)}`)
  checkOneOf('onRefusal', onRefusal, ['return', 'throw'])
  const origins = { baseUrl: withoutSlashes(baseUrl), webUrl: withoutSlashes(webUrl) }
  return {
    ...origins,
    hasOwnOrigins: !Object.values(origins).every((origin) => knownOrigins.has(origin)),
    autoTick: millisecondsOf(autoTick),
    history: keptHistoryOf(history),
    checks: validateAnswers,
    throwsRefusals: onRefusal === 'throw',
  }
}

/** Returns the complete policy. Throws a TypeError that names the first invalid key. */
function policyFor({ policy = {}, defaultVersion }: WorldOptions): Policy {
  const chosen = chosenPolicy(policy, contractPolicy, defaultVersion && { defaultVersion })
  if (typeof chosen === 'string') throw new TypeError(chosen)
  return chosen
}

/** Returns a seed as text. Throws a TypeError if it is neither text nor a whole number. */
export function seedOf(seed: number | string): string {
  const text = typeof seed === 'string' || Number.isSafeInteger(seed) ? String(seed) : undefined
  if (text === undefined)
    throw new TypeError(`The option seed must be text or a whole number, got ${String(seed)}`)
  if (text.length <= bounds.seedCharactersMax && text.isWellFormed()) return text
  throw new TypeError(
    `The option seed must be text of at most ${bounds.seedCharactersMax} characters without lone ` +
      `surrogates, got ${text.length} characters`,
  )
}

function wholeNumber(option: string, given: number): number {
  if (Number.isSafeInteger(given) && given >= 0) return given
  throw new TypeError(`The option ${option} must be a whole number of at least 0, got ${String(given)}`)
}

/** Returns the caps of a world. Throws a TypeError that names the first invalid option. */
export function capsOf({
  pictureBytesMax = bounds.pictureBytesMax,
  recordBytesMax = bounds.recordBytesMax,
}: WorldOptions): StoredBytes {
  return {
    blobBytes: wholeNumber('pictureBytesMax', pictureBytesMax),
    rowBytes: wholeNumber('recordBytesMax', recordBytesMax),
  }
}

/** Returns the options that determine the first state. Throws a TypeError if one is invalid. */
export function baseOf(options: WorldOptions): Base {
  const { seed = 'fauxgraph', now = DEFAULT_NOW, logSize = 10_000 } = options
  const caps = capsOf(options)
  return {
    seed: seedOf(seed),
    now: instantOf(now),
    policy: policyFor(options),
    logSize: wholeNumber('logSize', logSize),
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

const StarterSchema = z.strictObject({
  publications: z.boolean(),
  leadFields: z.array(z.string()).exactOptional(),
  tokens: z.record(z.string(), z.string()).exactOptional(),
  business: z.boolean().exactOptional(),
  instagram: z.boolean().exactOptional(),
})

/** The options of `starter()`, as a recording has them. */
type RecordedStarter = Readonly<z.infer<typeof StarterSchema>>

/** Parses the options of `starter()` in a recording. Throws a TypeError if they are invalid. */
export function recordedStarter(value: unknown): RecordedStarter {
  const read = readBy(StarterSchema, value)
  if (read.success) return read.data
  throw new TypeError(
    'its starter must be an object with publications, business and instagram, each true or false, ' +
      'leadFields, a list of texts, and tokens, an object of texts',
  )
}

/** Parses the options in a recording, by the rules of `createWorld`. Throws a TypeError if one is invalid. */
export function recordedBase(value: unknown): Base {
  const read = readBy(RecordedBase, value)
  if (read.success) {
    const { now, ...options } = read.data
    // A recording has milliseconds, also of 1970.
    return { ...baseOf(options as WorldOptions), now: instantOf(now, Number.NEGATIVE_INFINITY) }
  }
  throw new TypeError(issueText(read.error, 'options'))
}
