import { errorMessage } from '../engine/values/error-message.ts'
import { isWorld } from '../world/handles.ts'
import { millisecondsOf } from '../world/time/durations.ts'
import { checkEnvironment, checkOptions } from './check-options.ts'
import { type DurablePart, databasesOf, placeText } from './io/durable/part.ts'
import { refusePgliteFolders } from './io/postgres/pglite-folder.ts'
import { openOutside } from './io/sockets/open.ts'
import { installSqliteHooks } from './io/sqlite/sqlite-hooks.ts'
import { learnCommand } from './outside/learn.ts'
import { countTurns, lookAtNextTurn } from './program/loop-turns.ts'
import { installProcessHooks, keepExitCode } from './program/process-hooks.ts'
import { newCompared } from './report/judge/comparisons.ts'
import { learn } from './report/judge/expectation.ts'
import { baselineRunOf, checkReplay, type Exploration, type Watch } from './report/judge/exploration.ts'
import { installHooks } from './run/late-code.ts'
import {
  beginLife,
  folderOf,
  freshPackages,
  lifecycle,
  loadAfresh,
  type WithLifecycle,
} from './run/lifecycle.ts'
import { checkMocked, endFakeTimers } from './run/options/mocked.ts'
import type { ExploreOptions } from './run/options/options.ts'
import { WrongInput } from './run/options/wrong-input.ts'
import type { Run } from './run/run.ts'
import { current } from './run/scope.ts'
import { startWatchdog } from './run/watchdog.ts'
import { choicesOf } from './search/generate/choices.ts'
import { environmentOf, materialOf } from './search/generate/environment.ts'
import { canonicalStories } from './search/generate/generate.ts'
import type { Material } from './search/generate/harms.ts'
import { type Setup, setupOf } from './search/play/create-run.ts'
import { letGo, type Played, playerOf, playStory } from './search/play/play.ts'
import { replaceGlobals } from './time/globals.ts'
import { takeRejections } from './time/rejections.ts'

/** The pairs at two calls that are played, unless the options bound the exploration themselves. */
const PAIRS = 500

const pairsMax = ({ runs, within }: ExploreOptions): number =>
  runs === undefined && within === undefined ? PAIRS : Number.POSITIVE_INFINITY

function explorationOf(setup: Setup, watch: Watch): Exploration {
  return {
    setup,
    watch,
    choices: choicesOf(setup.options.seed ?? 1),
    baseline: new Map(),
    coverage: new Map(),
    sometimes: new Map(),
    failures: [],
    kinds: new Set(),
    thrownAt: new Map(),
    savedBefore: new Map(),
    isStale: false,
    warnings: new Set(),
    sweep: playerOf(setup.options) && {
      began: performance.now(),
      parts: [],
      pairsMax: pairsMax(setup.options),
    },
    compared: newCompared(),
    seqBefore: setup.world.seq,
    expectation: undefined,
    unsteady: new Map(),
    restless: new Set(),
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
  const { nondeterminism, setup, baseline, warnings } = exploration
  const { [loadAfresh]: load, [freshPackages]: given = [] } = setup.options as WithLifecycle
  const packages = timerPackages([prepared.profile.run], given)
  if (nondeterminism === undefined || !load || packages.length === 0) return prepared
  await load(packages)
  exploration.nondeterminism = undefined
  baseline.clear()
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
  if (playerOf(setup.options)) return learnCommand(exploration)
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
  exploration.expectation = learn(await baselineRunOf(exploration, profile))
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

/** Installs the hooks. A factory needs those of programs too, for late code of an exploration before. */
function installHooksFor({ time }: ExploreOptions): () => void {
  const sources = () => replaceGlobals(time !== 'injected')
  return installHooks(
    [sources, openOutside, installSqliteHooks, refusePgliteFolders, installProcessHooks, countTurns],
    [keepExitCode, lookAtNextTurn],
  )
}

/** What ends when an exploration ends, the last first. */
type Undo = (() => void | Promise<void>)[]

/** Makes this realm that of the runs. */
async function enterRealm(setup: Setup, undo: Undo): Promise<void> {
  const { options, deadline } = setup
  const zone = process.env['TZ']
  current.resources = process.getActiveResourcesInfo()
  undo.push(takeRejections())
  undo.push(installHooksFor(options))
  // Not the zone of the machine: a story that one machine saved must replay on another.
  if (options.time !== 'injected') {
    process.env['TZ'] = options.timeZone ?? 'UTC'
    undo.push(() => restoreZone(zone))
  }
  for (const part of databasesOf(options)) {
    // Closed even if it cannot be prepared, so that nothing stays behind.
    undo.push(() => part.close())
    await preparePart(part, setup)
  }
  // Only now: to start PGlite takes seconds without a pause.
  if (options.watchdog !== false) undo.push(startWatchdog(undefined, deadline))
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
  if (!playerOf(options)) checkMocked()
  if (isExploring)
    throw new TypeError(
      'explore is running already in this realm, whose clock and fetch it replaces: await it before the ' +
        'next one. Tests that explore cannot run at the same time: use test, not test.concurrent. The ' +
        "exploration of a test that ran out of time goes on: let it end before, such as by within: '1m'",
    )
  const setup = checkedSetup(options)
  isExploring = true
  let replaced: readonly string[] = []
  let failure: { readonly thrown: unknown } | undefined
  const undo: Undo = [
    () => {
      isExploring = false
    },
  ]
  try {
    if (!playerOf(options)) await enterRealm(setup, undo)
    const endLife = await beginLife(options)
    undo.push(async () => {
      replaced = await endLife()
    })
    try {
      const exploration = explorationOf(setup, watch)
      // Processes take their time before the first story: whoever watches can say so, and end it.
      if (exploration.sweep) watch(exploration)
      return await work(exploration)
    } finally {
      if (options.time !== 'injected' && !playerOf(options)) endFakeTimers()
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
