import { isRecord } from '../../engine/values/plain-object.ts'
import { shown } from '../../service/values/scalars.ts'
import { millisecondsOf } from '../../world/time/durations.ts'
import type { AnyConfig, ExplorationWorld } from './config.ts'

/** The names of the options that describe a program. */
export const configNames = Object.keys({
  name: true,
  program: true,
  root: true,
  world: true,
  leadFields: true,
  tokens: true,
  areas: true,
  webhook: true,
  env: true,
  argv: true,
  every: true,
  jobs: true,
  commands: true,
  fresh: true,
} satisfies Partial<Record<keyof AnyConfig, true>>)

/** Throws a TypeError about an option of `defineExploration`. */
export function fail(name: string, expected: string, got: unknown): never {
  throw new TypeError(`defineExploration: ${name} must be ${expected}, got ${shown(got)}`)
}

function checkWebhook(webhook: unknown): void {
  if (webhook === undefined || typeof webhook === 'function') return
  const isAddress = typeof webhook === 'string' && /^https?:\/\//.test(webhook) && URL.canParse(webhook)
  if (!isAddress) fail('webhook', 'a function or an address such as http://localhost:3000/webhook', webhook)
}

function checkParts(name: 'jobs' | 'commands', parts: unknown): void {
  if (parts === undefined) return
  if (!isRecord(parts)) fail(name, 'an object of named entries', parts)
  for (const [key, part] of Object.entries(parts)) {
    if (!isRecord(part) || typeof part['run'] !== 'function')
      fail(`${name}.${key}`, 'an object with a function run', part)
    if (name === 'jobs') checkDuration(`jobs.${key}.every`, part['every'])
  }
}

/** Throws a TypeError if an option is no length of time. */
export function checkDuration(name: string, value: unknown): void {
  try {
    if (millisecondsOf(value as never) > 0) return
  } catch {
    // The message below names the option too.
  }
  fail(name, "a length of time such as '15m'", value)
}

/** Whether a value is a list of texts. */
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Throws a TypeError if an option is no command with its arguments. */
export function checkWords(name: string, words: unknown): void {
  if (!isTexts(words) || words.length === 0 || words[0] === '')
    fail(name, "a list of texts, such as ['python3', 'sync.py']", words)
}

/** The options of `defineExploration` that every exploration has. */
type SharedConfig = ExplorationWorld & { readonly env?: unknown }

/** Checks the options that every exploration has. Throws a TypeError that names the first wrong one. */
export function checkShared({ name, root, world, leadFields, tokens, areas, env }: SharedConfig): void {
  for (const [key, value] of Object.entries({ name, root }))
    if (value !== undefined && (typeof value !== 'string' || value === '')) fail(key, 'a text', value)
  if (world !== undefined && typeof world !== 'function')
    fail('world', 'a function that returns a world', world)
  if (env !== undefined && typeof env !== 'function' && !isRecord(env))
    fail('env', 'an object of variables, or a function that returns one', env)
  if (world !== undefined && leadFields !== undefined)
    fail('leadFields', 'left out beside world, which makes its own forms', leadFields)
  if (world !== undefined && tokens !== undefined)
    fail('tokens', 'left out beside world, which makes its own tokens', tokens)
  if (tokens !== undefined && !isRecord(tokens)) fail('tokens', 'an object of texts', tokens)
  if (world !== undefined && areas !== undefined)
    fail('areas', 'left out beside world, which has its own', areas)
  if (leadFields !== undefined && !isTexts(leadFields)) fail('leadFields', 'a list of texts', leadFields)
}

/** Checks the options that describe a program. Throws a TypeError that names the first wrong one. */
export function checkConfig(config: AnyConfig): void {
  const { program, argv, fresh, every, webhook, jobs, commands } = config
  const versions = [program].flat()
  if (versions.length === 0 || !isTexts(versions) || versions.includes(''))
    fail('program', 'the path of the main module, such as ./src/main.ts, or a list of versions', program)
  checkShared(config)
  for (const [key, value] of Object.entries({ argv, fresh }))
    if (value !== undefined && !isTexts(value)) fail(key, 'a list of texts', value)
  if (every !== undefined) checkDuration('every', every)
  checkWebhook(webhook)
  checkParts('jobs', jobs)
  checkParts('commands', commands)
}
