import { parseScenario } from '../../../scenario/check/parse.ts'
import { parseStubs } from '../../../scenario/check/parse-stubs.ts'
import { addStubs } from '../../../scenario/play/begin.ts'
import { runScenario } from '../../../scenario/play/run-scenario.ts'
import type { Area } from '../../../service/area/area.ts'
import { bounds } from '../../../service/contract/bounds.ts'
import { type PolicyName, presets } from '../../../service/policy.ts'
import { createWorld, restoreWorld } from '../../../world/create-world.ts'
import type { WorldOptions } from '../../../world/handle/options.ts'
import type { StarterOptions, StarterTokens } from '../../../world/starter/starter-names.ts'
import type { World } from '../../../world/world.ts'
import { readText } from '../../runners/read-text.ts'
import { policyWith } from './policy-settings.ts'

/** The options of commands that serve a world, as texts. */
export interface ServiceFlags {
  readonly port: string
  readonly scenario?: string
  readonly seed?: string
  readonly now?: string
  readonly policy?: PolicyName
  readonly beyond?: 'serve' | 'refuse'
  /** Keys of the policy, each as `key=value`. */
  readonly set?: readonly string[]
  readonly pictureBytesMax?: string
  readonly time: string
  /** Texts of tokens, each as `name=text`. */
  readonly token?: readonly string[]
  /** What the starter world has besides: `business`, `instagram`. */
  readonly with?: readonly string[]
  /** The steps to keep, or `off`. */
  readonly history?: string
  /** A file with stubs. */
  readonly stubs?: string
  readonly webhookHost?: readonly string[]
  readonly authority?: string
  readonly json?: true
  /** The modules of areas. */
  readonly area?: readonly string[]
  /** The areas of `area`, when they are loaded. */
  readonly areas?: readonly Area[]
}

/** Reads the option `--port`. */
export function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new RangeError(`--port must be a number from 0 to 65535, got ${text}`)
}

/** Reads the option `--time`. */
export function timeOf(text: string): 'manual' | 'real' | { scale: number } {
  if (text === 'manual' || text === 'real') return text
  const scale = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (scale > 0) return { scale }
  throw new TypeError(`--time must be manual, real or a number above 0, got ${text}`)
}

/** Reads the option `--history`. */
export function historyBoundsOf(text?: string): NonNullable<WorldOptions['history']> {
  if (text === 'off') return 'off'
  const steps = text === undefined ? bounds.servedStepsMax : /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (steps > 0) return { steps, age: bounds.servedStepMillisecondsMax }
  throw new TypeError(`--history must be a number of steps above 0, or off, got ${text}`)
}

function bytesOf(text: string): number {
  const bytes = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(bytes)) return bytes
  throw new TypeError(`--picture-bytes-max must be a whole number of bytes, got ${text}`)
}

/** Reads the options `--token`. `starter()` checks the names and the texts. */
function tokensOf(given: readonly string[] = []): StarterTokens {
  return Object.fromEntries(
    given.map((setting) => {
      const end = setting.indexOf('=')
      if (end > 0) return [setting.slice(0, end), setting.slice(end + 1)]
      throw new TypeError('--token takes name=text, such as pageToken=EAAB123')
    }),
  )
}

/** What `--with` can add to the starter world. */
const additions: readonly string[] = ['business', 'instagram'] satisfies (keyof StarterOptions)[]

/** Reads the options `--with`. */
function additionsOf(given: readonly string[] = []): StarterOptions {
  const unknown = given.find((name) => !additions.includes(name))
  if (unknown !== undefined) throw new TypeError(`--with takes ${additions.join(' or ')}, got ${unknown}`)
  return Object.fromEntries(given.map((name) => [name, true]))
}

function worldOf(flags: ServiceFlags): World {
  const { seed, now, policy = 'contract', beyond = 'serve', pictureBytesMax, set, time, history } = flags
  const { areas = [] } = flags
  const begin = now ?? (time === 'real' ? Date.now() : undefined)
  return createWorld({
    history: historyBoundsOf(history),
    areas,
    ...(seed !== undefined && { seed }),
    ...(begin !== undefined && { now: begin }),
    ...(pictureBytesMax !== undefined && { pictureBytesMax: bytesOf(pictureBytesMax) }),
    policy: policyWith({ ...presets[policy], beyond }, set),
  })
}

/** Returns the world after a scenario, with the settings of the options. Throws a TypeError if it fails. */
function worldAfter(path: string, flags: ServiceFlags): World {
  const { seed, now, policy, beyond, pictureBytesMax, set, token, with: more, areas = [] } = flags
  if ([seed, now, policy, pictureBytesMax, token, more].some((option) => option !== undefined))
    throw new TypeError(
      '--scenario decides the seed, the time, the policy, the bounds, the tokens and the objects: leave ' +
        'out the options for them ' +
        '(--set and --beyond change single keys)',
    )
  const scenario = parseScenario(readText(path, 'a scenario'), { file: path, areas })
  const { world, difference } = runScenario(scenario)
  if (difference) throw new TypeError(difference.message)
  const changed = policyWith({ ...world.policy, ...(beyond && { beyond }) }, set)
  const end = beyond || set ? world.fork({ policy: changed }) : world
  return restoreWorld(end.snapshot(), { history: historyBoundsOf(flags.history), areas })
}

/** Adds the stubs of `--stubs` to a world. */
function withStubs(world: World, { stubs: path }: ServiceFlags): World {
  if (path !== undefined) addStubs(world, parseStubs(readText(path, 'a list of stubs'), path))
  return world
}

/** Returns the world to serve at its beginning: the starter world, or the world after a scenario. */
export function beginningWorld(flags: ServiceFlags): World {
  if (flags.scenario !== undefined) return withStubs(worldAfter(flags.scenario, flags), flags)
  const world = worldOf(flags)
  world.starter({ tokens: tokensOf(flags.token), ...additionsOf(flags.with) })
  return withStubs(world, flags)
}

/** Moves the clock of a world to the wall clock, if the options say so. */
export function toWallClock(world: World, { time, now, scenario }: ServiceFlags): void {
  const wall = Date.now()
  if (time === 'real' && now === undefined && scenario === undefined && world.clock.now < wall)
    world.clock.advanceTo(wall)
}

/** Returns the world to serve. */
export function servedWorld(flags: ServiceFlags): World {
  const world = beginningWorld(flags)
  toWallClock(world, flags)
  return world
}

/** One line about the world that a command serves. */
export function worldLine(world: World, { scenario }: ServiceFlags): string {
  const what = scenario === undefined ? 'the starter world' : `the world after ${scenario}`
  return `fauxgraph serves ${what}. Its clock shows ${world.clock.iso}.`
}

/** The ids and tokens of the starter world, one in each line. */
export const nameLines = (world: World): readonly string[] =>
  Object.entries({ ...world.names }).map(([name, value]) => `  ${name.padEnd(24)}${value}`)

/** Returns the name of an id or token as a variable: `FAUXGRAPH_PAGE_TOKEN` for `pageToken`. */
const variableOf = (name: string): string => `FAUXGRAPH_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/** Returns the ids and tokens of the starter world as variables of a program. */
export const nameVariables = (world: World): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...world.names }).map(([name, value]) => [variableOf(name), String(value)]),
  )
