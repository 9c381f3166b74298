import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { platformHosts } from '../../../server/platform-hosts.ts'
import { handleOf, hasHandle } from '../../../world/handles.ts'
import { keepSteps } from '../../../world/history/kept-steps.ts'
import { millisecondsOf } from '../../../world/time/durations.ts'
import type { World } from '../../../world/world.ts'
import { databasesOf } from '../../io/durable/part.ts'
import { storeOf } from '../../io/stores/store.ts'
import { factsOf } from '../../run/calls/area-facts.ts'
import type { FactRules } from '../../run/calls/fact-rules.ts'
import { createFetch } from '../../run/calls/fetch.ts'
import { ANSWER_WITHIN } from '../../run/calls/notices.ts'
import { easyPolicy } from '../../run/calls/run-policy.ts'
import { createInstance } from '../../run/instance.ts'
import { versionsOf } from '../../run/lifecycle.ts'
import type { OtherService } from '../../run/operation.ts'
import type { ExploreOptions, RunCall } from '../../run/options/options.ts'
import type { Run, Slot } from '../../run/run.ts'
import { createInvocation, currentScope, never, OUTSIDE, scopes } from '../../run/scope.ts'
import { noNames, type Targets, targetsOf } from '../../run/targets.ts'
import { type FirstColumns, newColumns } from '../../run/versions.ts'
import { createPeriodic } from '../../time/periodic-work.ts'
import { sleepUntil } from '../../time/sleep.ts'
import { createTimers } from '../../time/timers.ts'
import type { Mark } from '../story/story.ts'

/** The values that all runs of an exploration share. */
export interface Setup {
  readonly options: ExploreOptions
  /** The world of the options; runs use copies of it. */
  readonly world: World
  /** The world in which every run begins. */
  readonly base: World
  /** The origins at which the world answers. */
  readonly origins: ReadonlySet<string>
  /** The objects that facts happen to. */
  readonly targets: Targets
  /** The kinds of facts of the service, and of the areas of the world. */
  readonly facts: FactRules
  /** The columns of the tables of the first version. */
  readonly columns: FirstColumns
  /** The places of timers by the name that they share. */
  readonly workNames: Map<string, string[]>
  /**
   * When the time of the exploration is over, by `performance.now()`: never if it has no limit. A user may
   * end it earlier.
   */
  deadline: number
}

/** Returns a fork of a world. The forks of that fork run each step that they have in common once. */
function sharedBase(world: World): World {
  const policy = easyPolicy(world)
  const base = world.fork(policy && { policy })
  // A world of another copy of fauxgraph runs its steps itself.
  if (!hasHandle(base)) return base
  const handle = handleOf(base)
  handle.run = keepSteps(handle.run)
  return base
}

/** The origins at which a world answers: its own, and those of the live service, which nobody must reach. */
const originsOf = ({ baseUrl, webUrl }: World): ReadonlySet<string> =>
  new Set([
    ...[baseUrl, webUrl].map((url) => new URL(url).origin),
    ...platformHosts.map((host) => `https://${host}`),
  ])

/** Returns the values that all runs share. */
export const setupOf = (
  options: ExploreOptions,
  world: World,
  deadline = Number.POSITIVE_INFINITY,
): Setup => ({
  deadline,
  options,
  world,
  base: sharedBase(world),
  origins: originsOf(world),
  targets: targetsOf(world),
  facts: factsOf(world),
  columns: newColumns(),
  workNames: new Map(),
})

/** The services outside the world. A factory makes them anew, so that they keep nothing from other runs. */
function othersOf({ others = {} }: ExploreOptions, world: World): ReadonlyMap<string, OtherService> {
  const made = typeof others === 'function' ? others({ names: { ...(world.names ?? noNames) } }) : others
  return new Map(Object.entries(made).map(([origin, answer]) => [new URL(origin).origin, answer]))
}

/** The marks of a story by their place. */
function byPlaceOf(marks: readonly Mark[]): Map<string, Mark[]> {
  const byPlace = new Map<string, Mark[]>()
  for (const mark of marks) byPlace.set(mark.at, [...(byPlace.get(mark.at) ?? []), mark])
  return byPlace
}

/** What a run notes of what happens in it. */
const notes = () => ({
  invocations: [],
  ordinals: new Map(),
  acted: new Set<Mark>(),
  outages: [],
  lackingPages: new Map<string, Mark>(),
  expiredCursors: new Set(),
  calls: [],
  answered: new Map(),
  spoiled: new Set<RunCall>(),
  happened: [],
  impossible: new Map(),
  removed: new Map(),
  labels: new Map(),
  named: new Map(),
  sites: [],
  trace: [],
  unhandled: [],
  handlers: new Map(),
  noticed: new Map(),
  noticesRefused: new Map(),
  afterNotice: [],
})

/** Creates the place of a process that has not started yet. */
const createSlot = (number: number, now: number): Slot => ({
  number,
  epoch: number,
  started: 0,
  startedAt: now,
  slept: 0,
  process: {},
  instance: createInstance(),
  downUntil: undefined,
  works: new Map(),
})

/** How a run begins: with so many processes of a version of the program. */
export interface RunKind {
  readonly version: number
  readonly processes: number
  /** True if each notice tells of one change alone. */
  readonly apart?: boolean
  /** As in a run: 20 seconds if left out, and without end if it is limited elsewhere. */
  readonly answerWithin?: number
  /** The report says this of the time without faults: `40 h pass` if left out. */
  readonly calmText?: string
}

/** Creates a run on a fork of the world. */
export function createRun(setup: Setup, marks: readonly Mark[], kind: RunKind): Run {
  const { version, processes, apart = false, answerWithin = ANSWER_WITHIN, calmText = '40 h pass' } = kind
  const world = setup.base.fork()
  const slots = Array.from({ length: processes }, (_, place) => createSlot(place + 1, world.clock.now))
  const [slot = createSlot(1, world.clock.now)] = slots
  const generator = xoroshiro128plus(setup.options.seed ?? 1)
  const others = new Map<string, OtherService>()
  const run: Run = {
    world,
    timers: createTimers(),
    periodic: createPeriodic(),
    workNames: setup.workNames,
    stored: new Map(),
    durable: databasesOf(setup.options),
    storeOwner: undefined,
    storeWaiters: [],
    targets: setup.targets,
    facts: setup.facts,
    timeZone: setup.options.timeZone,
    slots,
    slot,
    epochs: processes,
    get epoch() {
      return run.slot.epoch
    },
    get process() {
      return run.slot.process
    },
    handed: 0,
    apart,
    answerWithin,
    origins: setup.origins,
    claims: new Map(),
    others,
    versions: versionsOf(setup.options),
    version,
    columns: setup.columns,
    boot: () => bootOf(run, setup),
    deadline: setup.deadline,
    step: 0,
    activity: 0,
    background: 0,
    queue: [],
    marks: byPlaceOf(marks),
    ...notes(),
    firstId: world.state.graph.nextId,
    changesOwn: Array.isArray(setup.options.environment),
    flushedAt: -1,
    random: () => (generator.next() >>> 0) / 2 ** 32,
    stop: undefined,
    outside: undefined,
    stuck: undefined,
    ended: false,
    calm: false,
    calmText,
  }
  const invocation = createInvocation('others', 1, OUTSIDE)
  const made = scopes.run({ run, invocation }, () => othersOf(setup.options, world))
  for (const [origin, answer] of made) others.set(origin, answer)
  return run
}

/** Calls the factory of the code under test. */
function bootOf(run: Run, { options, base: { baseUrl, webUrl } }: Setup) {
  // A copy for each process, because the code under test may change what it is given.
  const names = { ...(run.world.names ?? noNames) }
  const clock = {
    now: () => run.world.clock.now,
    sleep: (duration: Parameters<typeof millisecondsOf>[0]) => {
      const scope = currentScope()
      return scope ? sleepUntil(scope, millisecondsOf(duration)) : never<void>()
    },
  }
  return options.sut({
    fetch: createFetch(),
    baseUrl,
    webUrl,
    clock,
    store: storeOf(run, run.epoch),
    names,
  })
}
