import { errorMessage } from '../engine/values/error-message.ts'
import { isWorld } from '../world/handles.ts'
import { millisecondsOf } from '../world/time/durations.ts'
import { checkEnvironment, checkOptions } from './check-options.ts'
import { openOutside } from './doors/open.ts'
import { type DurablePart, placeText } from './durable/part.ts'
import { openSqliteDoors } from './durable/sqlite/sqlite-doors.ts'
import { choicesOf } from './generate/choices.ts'
import { environmentOf, materialOf } from './generate/environment.ts'
import { canonicalStories } from './generate/generate.ts'
import type { Material } from './generate/harms.ts'
import { newCompared } from './judge/comparisons.ts'
import { learn } from './judge/expectation.ts'
import { checkReplay, type Exploration, gentleOf, type Watch } from './judge/exploration.ts'
import { checkMocked, endFakeTimers } from './options/mocked.ts'
import type { ExploreOptions } from './options/options.ts'
import { WrongInput } from './options/wrong-input.ts'
import { type Setup, setupOf } from './play/create-run.ts'
import { letGo, type Played, playStory } from './play/play.ts'
import { countTurns } from './program/loop-turns.ts'
import { keepExitCode, openProcessDoors } from './program/process-doors.ts'
import { openDoors } from './run/late-code.ts'
import {
  beginLife,
  folderOf,
  freshPackages,
  lifecycle,
  loadAfresh,
  type WithLifecycle,
} from './run/lifecycle.ts'
import type { Run } from './run/run.ts'
import { current } from './run/scope.ts'
import { startWatchdog } from './run/watchdog.ts'
import { replaceGlobals } from './time/globals.ts'
import { takeRejections } from './time/rejections.ts'

function explorationOf(setup: Setup, watch: Watch): Exploration {
  return {
    setup,
    watch,
    choices: choicesOf(setup.options.seed ?? 1),
    gentle: new Map(),
    coverage: new Map(),
    sometimes: new Map(),
    failures: [],
    kinds: new Set(),
    thrownAt: new Map(),
    savedBefore: new Map(),
    isStale: false,
    warnings: new Set(),
    compared: newCompared(),
    seqBefore: setup.world.seq,
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

/** Plays the first run of a program. Throws if it cannot start although nothing went wrong. */
async function playFirst(setup: Setup): Promise<void> {
  const { run } = await playStory(setup, { steps: [], marks: [] })
  if (run.stuck !== undefined && run.background > 0) throw new WrongInput(`explore: ${run.stuck}`)
  if (run.stop?.oracle === 'start') throw new WrongInput(`explore: ${run.stop.message}`)
}

/** The packages that set timers for a program, apart from those that each process loads already. */
const timerPackages = (runs: readonly Run[], given: readonly string[]): string[] =>
  [...new Set(runs.flatMap(({ periodic }) => [...periodic.packages]))].filter((name) => !given.includes(name))

/**
 * Learns what the code under test reads, and what its mirrors hold if nothing goes wrong. If two of the runs
 * differ, packages that set timers may keep those of processes that are gone: they are loaded afresh then.
 */
export async function prepare(exploration: Exploration): Promise<Prepared> {
  const prepared = await learnFrom(exploration)
  const { nondeterminism, setup, gentle, warnings } = exploration
  const { [loadAfresh]: load, [freshPackages]: given = [] } = setup.options as WithLifecycle
  const packages = timerPackages([prepared.profile.run], given)
  if (nondeterminism === undefined || !load || packages.length === 0) return prepared
  await load(packages)
  exploration.nondeterminism = undefined
  gentle.clear()
  setup.workNames.clear()
  const again = await learnFrom(exploration)
  if (exploration.nondeterminism === undefined)
    warnings.add(
      `timers of ${packages.join(', ')} outlived their process, so each process loads the package afresh: ` +
        `write fresh: [${packages.map((name) => `'${name}'`).join(', ')}] in defineExploration`,
    )
  return again
}

async function learnFrom(exploration: Exploration): Promise<Prepared> {
  const { setup } = exploration
  // Packages are loaded at the first start of a program, and keep what they set up: no later run sees that.
  if (lifecycle in setup.options) await playFirst(setup)
  const facts = await environmentOf(setup)
  // The first runs of all, once more: what the code under test keeps in its modules shows only here.
  await checkReplay(exploration, facts.first)
  const material = materialOf(setup, facts)
  for (const { run } of [facts.first, facts.look]) letGo(run)
  const [first = []] = canonicalStories(material, choicesOf(setup.options.seed ?? 1))
  const play = () => playStory(setup, { steps: first, marks: [] })
  // Packages load more of themselves at their first use: no later run sees that either.
  if (lifecycle in setup.options) await play()
  const profile = await play()
  letGo(profile.run)
  await checkReplay(exploration, profile)
  exploration.expectation = learn(await gentleOf(exploration, profile))
  return { material, profile }
}

/** Prepares a durable part. An error says where the part was made. */
async function preparePart(part: DurablePart, { options, world }: Setup): Promise<void> {
  try {
    await part.prepare({ root: folderOf(options), now: world.state.graph.now })
  } catch (cause) {
    throw new WrongInput(`${errorMessage(cause)}${placeText(part)}`, { cause })
  }
}

function restoreZone(zone: string | undefined): void {
  if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ')
  else process.env['TZ'] = zone
}

/** When the time of an exploration that begins now is over. */
const deadlineOf = ({ within }: ExploreOptions): number =>
  performance.now() + (within === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(within))

function checkedSetup(options: ExploreOptions): Setup {
  const deadline = deadlineOf(options)
  const base: unknown = options.world()
  if (!isWorld(base)) throw new TypeError('explore: world must return a world, such as createWorld() makes')
  const setup = setupOf(options, base, deadline)
  checkEnvironment(options, setup.facts)
  return setup
}

/** Opens the doors. A factory needs those of programs too, for late code of an exploration before. */
function openDoorsFor({ time }: ExploreOptions): () => void {
  const sources = () => replaceGlobals(time !== 'injected')
  return openDoors([sources, openOutside, openSqliteDoors, openProcessDoors, countTurns], [keepExitCode])
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
  checkMocked()
  if (isExploring)
    throw new TypeError(
      'explore is running already in this realm, whose clock and fetch it replaces: await it before the ' +
        'next one. Tests that explore cannot run at the same time: use test, not test.concurrent',
    )
  const setup = checkedSetup(options)
  isExploring = true
  const zone = process.env['TZ']
  let replaced: readonly string[] = []
  let failure: { readonly thrown: unknown } | undefined
  const undo: (() => void | Promise<void>)[] = [
    () => {
      isExploring = false
    },
  ]
  try {
    current.resources = process.getActiveResourcesInfo()
    undo.push(takeRejections())
    undo.push(openDoorsFor(options))
    // Not the zone of the machine: a story that one machine saved must replay on another.
    if (options.time !== 'injected') {
      process.env['TZ'] = options.timeZone ?? 'UTC'
      undo.push(() => restoreZone(zone))
    }
    for (const part of options.durable ?? []) {
      // Closed even if it cannot be prepared, so that nothing stays behind.
      undo.push(() => part.close())
      await preparePart(part, setup)
    }
    // Only now: to start PGlite takes seconds without a pause.
    if (options.watchdog !== false) undo.push(startWatchdog(undefined, setup.deadline))
    const endLife = await beginLife(options)
    undo.push(async () => {
      replaced = await endLife()
    })
    try {
      return await work(explorationOf(setup, watch))
    } finally {
      if (options.time !== 'injected') endFakeTimers()
    }
  } catch (thrown) {
    failure = { thrown }
  } finally {
    for (let last = undo.pop(); last; last = undo.pop()) await last()
  }
  if (replaced.length === 0) throw failure?.thrown
  throw new Error(
    `explore failed after the program replaced ${replaced.join(', ')}, which it shares with everything: ` +
      errorMessage(failure?.thrown),
    { cause: failure?.thrown },
  )
}
