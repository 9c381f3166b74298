import { isWorld } from '../world/handles.ts'
import { checkOptions } from './check-options.ts'
import { choicesOf } from './choices.ts'
import { environmentOf, materialOf } from './environment.ts'
import { learn } from './expectation.ts'
import { checkReplay, type Exploration, gentleOf, type Watch } from './exploration.ts'
import { canonicalStories, type Material } from './generate.ts'
import type { ExploreOptions } from './options.ts'
import { type Setup, setupOf } from './run/create-run.ts'
import { replaceGlobals } from './run/globals.ts'
import { type Played, playStory } from './run/play.ts'
import { current } from './run/scope.ts'
import { startWatchdog } from './run/watchdog.ts'

function explorationOf(setup: Setup, watch: Watch): Exploration {
  return {
    setup,
    watch,
    choices: choicesOf(setup.options.seed ?? 1),
    gentle: new Map(),
    coverage: new Map(),
    sometimes: new Map(),
    failures: [],
    warnings: new Set(),
    compared: { mirrors: new Set(), world: false },
    expectation: undefined,
    nondeterminism: undefined,
    runs: 0,
    leftWorld: 0,
    lastNewKind: 0,
  }
}

/** Knowledge of the code under test from its first runs. */
export interface Prepared {
  readonly material: Material
  /** A run of all facts, jobs and commands without marks. */
  readonly profile: Played
}

/** Learns what the code under test reads, and what its mirrors hold if nothing goes wrong. */
export async function prepare(exploration: Exploration): Promise<Prepared> {
  const { setup } = exploration
  const facts = await environmentOf(setup)
  // The first runs of all, once more: what the code under test keeps in its modules shows only here.
  await checkReplay(exploration, facts.first)
  const material = materialOf(setup, facts)
  const [first = []] = canonicalStories(material, choicesOf(setup.options.seed ?? 1))
  const profile = await playStory(setup, { steps: first, marks: [] })
  await checkReplay(exploration, profile)
  exploration.expectation = learn(await gentleOf(exploration, profile))
  return { material, profile }
}

function restoreZone(zone: string | undefined): void {
  if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ')
  else process.env['TZ'] = zone
}

function checkedSetup(options: ExploreOptions): Setup {
  const base: unknown = options.world()
  if (!isWorld(base)) throw new TypeError('explore: world must return a world, such as createWorld() makes')
  return setupOf(options, base)
}

let isExploring = false

/**
 * Does work in an exploration: `fetch`, the timers and the clock of this realm are replaced while it goes on.
 * Throws a TypeError if an option is wrong, and if another exploration goes on.
 */
export async function withExploration<T>(
  options: ExploreOptions,
  watch: Watch,
  work: (exploration: Exploration) => Promise<T>,
): Promise<T> {
  checkOptions(options)
  if (isExploring)
    throw new TypeError('explore is running already in this realm: await it before the next one')
  const setup = checkedSetup(options)
  isExploring = true
  current.resources = process.getActiveResourcesInfo()
  const stopWatchdog = options.watchdog === false ? () => {} : startWatchdog()
  const restore = replaceGlobals(setup.origins, options.time !== 'injected')
  const zone = process.env['TZ']
  if (options.timeZone !== undefined) process.env['TZ'] = options.timeZone
  try {
    return await work(explorationOf(setup, watch))
  } finally {
    isExploring = false
    restore()
    stopWatchdog()
    if (options.timeZone !== undefined) restoreZone(zone)
  }
}
