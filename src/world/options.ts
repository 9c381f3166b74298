import { contractPolicy, type Policy, policyProblem } from '../graph/policy.ts'
import type { Version } from '../graph/versions.ts'
import type { Settings } from './handle.ts'
import { type Duration, durationOf, type When } from './time.ts'

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
  readonly autoTick?: Duration
  /** `full` keeps the inputs, a ring of states and checkpoints; `off` keeps none. */
  readonly history?: 'full' | 'off'
  /** `throw` checks after each input that the answer is one that the endpoint promises. */
  readonly invariants?: 'off' | 'throw'
  /** How many calls and events the logs keep: 10,000 if left out. */
  readonly logSize?: number
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
    autoTick: durationOf(autoTick),
    keepsHistory: history === 'full',
    checks: invariants === 'throw',
  }
}

/** The policy that a user chose; a TypeError says what is wrong with it. */
export function policyFor({ policy = {}, defaultVersion }: WorldOptions): Policy {
  const chosen: Policy = { ...contractPolicy, ...policy, ...(defaultVersion && { defaultVersion }) }
  const problem = policyProblem({ ...chosen })
  if (problem) throw new TypeError(problem)
  return chosen
}

/** A seed as text; a TypeError says what a seed is. */
export function seedOf(seed: number | string): string {
  if (typeof seed === 'string' || Number.isSafeInteger(seed)) return String(seed)
  throw new TypeError(`A seed is a text or a whole number, got ${String(seed)}`)
}
