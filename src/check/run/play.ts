import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Json } from '../../engine/guard.ts'
import { millisecondsOf } from '../../world/durations.ts'
import type { World } from '../../world/world.ts'
import type { ExploreOptions, Job, RunView } from '../options.ts'
import type { Mark, Story, StoryStep } from '../story.ts'
import { drive, moveTo } from './drive.ts'
import { type Ending, endingOf } from './ending.ts'
import { happen } from './facts.ts'
import { createFetch } from './fetch.ts'
import { invoke } from './points.ts'
import type { Run } from './run.ts'
import { current, currentScope, type Invocation } from './scope.ts'
import { sleepUntil } from './sleep.ts'
import { readOnlyStore, storeOf } from './store.ts'
import { createTimers } from './timers.ts'

/** What all runs of an exploration share. */
export interface Setup {
  readonly options: ExploreOptions
  /** The world in which every run begins. */
  readonly base: World
  readonly baseUrl: string
  readonly webUrl: string
}

/** A fact or a command, and when it happened. */
export interface Incident {
  readonly step: Extract<StoryStep, { do: 'fact' | 'command' }>
  /** Virtual time, in Unix milliseconds. */
  readonly at: number
}

/** What became of one run. */
export interface Played {
  readonly story: Story
  readonly run: Run
  /** The facts and commands of the run, in order. */
  readonly incidents: readonly Incident[]
  /** The instant of the last step; then faults stop. */
  readonly lastStepAt: number
  /** Undefined if the run was stopped. */
  readonly ending: Ending | undefined
  readonly again: { readonly writes: readonly string[]; readonly changed: readonly string[] } | undefined
  readonly lawBroken: { readonly law: string; readonly message: string } | undefined
}

/** Virtual time that passes at the end of each run: more than the 36 hours in which a notice is sent again. */
const CALM = 40 * 3_600_000

function createRun(setup: Setup, marks: readonly Mark[]): Run {
  const world = setup.base.fork()
  const generator = xoroshiro128plus(setup.options.seed ?? 1)
  const byPlace = new Map<string, Mark[]>()
  for (const mark of marks) byPlace.set(mark.at, [...(byPlace.get(mark.at) ?? []), mark])
  const run: Run = {
    world,
    timers: createTimers(),
    stored: new Map(),
    storeOwner: undefined,
    epoch: 1,
    process: {},
    started: 0,
    boot: () => bootOf(run, setup),
    step: 0,
    activity: 0,
    background: 0,
    queue: [],
    invocations: [],
    ordinals: new Map(),
    marks: byPlace,
    acted: new Set(),
    outages: [],
    calls: [],
    happened: [],
    labels: new Map(),
    named: new Map(),
    sites: [],
    trace: [],
    unhandled: [],
    handlers: new Map(),
    noticed: new Set(),
    afterNotice: [],
    flushedAt: -1,
    random: () => (generator.next() >>> 0) / 2 ** 32,
    stop: undefined,
    outside: undefined,
    stuck: undefined,
    ended: false,
    calm: false,
  }
  return run
}

/** Calls the factory of the code under test. */
function bootOf(run: Run, { options, baseUrl, webUrl }: Setup) {
  const origins = new Set([baseUrl, webUrl].map((url) => new URL(url).origin))
  const names = run.world.names ?? ({} as NonNullable<World['names']>)
  const clock = {
    now: () => run.world.clock.now,
    sleep: (duration: Parameters<typeof millisecondsOf>[0]) => {
      const scope = currentScope()
      return scope ? sleepUntil(scope, millisecondsOf(duration)) : new Promise<void>(() => {})
    },
  }
  const fetch = createFetch(origins, currentScope)
  return options.sut({ fetch, baseUrl, webUrl, clock, store: storeOf(run, run.epoch), names })
}

/** What a law sees of a run. */
export function viewOf(run: Run, mirror: Readonly<Record<string, readonly Json[]>> = {}): RunView {
  const names = run.world.names ?? ({} as NonNullable<World['names']>)
  return { world: run.world, store: readOnlyStore(run), names, calls: run.calls, mirror }
}

/** Checks laws; returns the first that is broken. */
async function brokenLaw(laws: ExploreOptions['invariants'], view: RunView) {
  for (const [law, holds] of Object.entries(laws ?? {})) {
    try {
      if ((await holds(view)) === false) return { law, message: 'it returned false' }
    } catch (error) {
      return { law, message: error instanceof Error ? error.message : String(error) }
    }
  }
  return undefined
}

const everyOf = ({ every }: Job): number => millisecondsOf(every)

/** Whether an invocation still runs. */
const goesOn = (run: Run, invocation: Invocation | undefined): boolean =>
  invocation !== undefined && invocation.open && invocation.epoch === run.epoch

/** Starts a job. A start that is still going on gets the time of one interval to end first. */
async function startJob(run: Run, name: string): Promise<Invocation | undefined> {
  const job = run.process.jobs?.[name]
  if (!job) return undefined
  const last = run.invocations.findLast((invocation) => invocation.name === name)
  if (goesOn(run, last)) await moveTo(run, run.world.clock.now + everyOf(job), () => !goesOn(run, last))
  const restarted = run.process.jobs?.[name]
  if (run.stop || !restarted) return undefined
  const { invocation } = invoke(run, name, () => restarted.run())
  await drive(run)
  return invocation
}

/** Starts every job, one after the other, and lets each end. */
async function startJobs(run: Run): Promise<void> {
  for (const name of Object.keys(run.process.jobs ?? {})) {
    const invocation = await startJob(run, name)
    const job = run.process.jobs?.[name]
    if (job && goesOn(run, invocation))
      await moveTo(run, run.world.clock.now + everyOf(job), () => !goesOn(run, invocation))
  }
}

async function runCommand(
  run: Run,
  { command, value }: Extract<StoryStep, { do: 'command' }>,
): Promise<Invocation | undefined> {
  const known = run.process.commands?.[command]
  if (!known) return undefined
  const { invocation } = invoke(run, command, () => known.run(value as never))
  await drive(run)
  return invocation
}

async function takeStep(run: Run, step: StoryStep): Promise<Invocation | undefined> {
  if (step.do === 'wait') await moveTo(run, run.world.clock.now + step.milliseconds)
  else if (step.do === 'job') return startJob(run, step.job)
  else if (step.do === 'command') return runCommand(run, step)
  else {
    happen(run, step)
    await drive(run)
  }
  return undefined
}

/** The lengths of time between the last starts of the jobs: growing, and together longer than `CALM`. */
function calmWaits(run: Run): number[] {
  const longest = Math.max(60_000, ...Object.values(run.process.jobs ?? {}).map(everyOf))
  const waits = [1, 1, 2, 4, 8, 16, 32].map((factor) =>
    Math.min(factor * longest, Math.max(longest, CALM / 3)),
  )
  const rest = Math.max(longest, CALM - waits.reduce((sum, wait) => sum + wait, 0))
  return [...waits, rest / 2, rest / 2].map((wait) => Math.ceil(Math.max(wait, longest)))
}

const stateOf = (run: Run): string =>
  `${run.world.state.graph.nextId} ${run.trace.filter((line) => line.includes('/store/')).length} ${run.noticed.size}`

/** Lets time pass without faults, with all jobs, until the code under test has done all that it will do. */
async function calmDown(run: Run): Promise<void> {
  run.calm = true
  for (const wake of run.afterNotice.splice(0)) wake()
  await drive(run)
  const waits = calmWaits(run)
  let quiet = 0
  for (let place = 0; place < waits.length && !run.stop; place++) {
    const before = stateOf(run)
    await moveTo(run, run.world.clock.now + (waits[place] ?? 0))
    await startJobs(run)
    quiet = stateOf(run) === before && run.timers.next() === undefined ? quiet + 1 : 0
    // Nothing happened twice: the waits in between would be the same again.
    if (quiet === 2 && place < waits.length - 2) {
      const skipped = waits.slice(place + 1, -1).reduce((sum, wait) => sum + wait, 0)
      await moveTo(run, run.world.clock.now + skipped)
      place = waits.length - 2
    }
  }
}

async function readMirrors(run: Run, { mirror = {} }: ExploreOptions) {
  const view = viewOf(run)
  const values: Record<string, readonly Json[]> = {}
  for (const [name, read] of Object.entries(mirror)) values[name] = [...(await read(view))]
  return values
}

/** Starts every job once more: nothing may change. */
async function startAgain(run: Run, setup: Setup, before: Ending) {
  const { length } = run.calls
  await moveTo(run, run.world.clock.now + 60_000)
  await startJobs(run)
  const after = endingOf(run, setup.base, await readMirrors(run, setup.options))
  const writes = run.calls
    .slice(length)
    .filter(
      ({ method, status, operation }) =>
        method !== 'GET' && operation !== 'batch' && status !== undefined && status < 400,
    )
    .map(({ operation }) => operation)
  const changed = Object.keys(after.mirrors).filter(
    (name) =>
      [...(after.mirrors[name] ?? [])].sort().join() !== [...(before.mirrors[name] ?? [])].sort().join(),
  )
  return { writes, changed }
}

/** What a run does, apart from its end: returns the facts and commands that happened. */
type Script = (run: Run, check: () => Promise<boolean>) => Promise<readonly Incident[]>

const asIncidents = (run: Run, commands: readonly Incident[]): Incident[] =>
  [...run.happened.map(({ fact, at }) => ({ step: fact, at })), ...commands].sort((a, b) => a.at - b.at)

/** Plays the steps of a story. */
const storyScript =
  ({ steps }: Story): Script =>
  async (run, check) => {
    const commands: Incident[] = []
    for (const step of steps) {
      run.step++
      if (step.do === 'command') commands.push({ step, at: run.world.clock.now })
      await takeStep(run, step)
      if (run.stop || !(await check())) break
    }
    return asIncidents(run, commands)
  }

/** Plays facts and commands at their instants, and all jobs after each; no faults. */
const gentleScript =
  (incidents: readonly Incident[], end: number): Script =>
  async (run, check) => {
    const commands: Incident[] = []
    for (const { step, at } of incidents) {
      run.step++
      await moveTo(run, Math.max(at, run.world.clock.now))
      const invocation = await takeStep(run, step)
      if (step.do === 'command') commands.push({ step, at })
      if (goesOn(run, invocation))
        await moveTo(run, run.world.clock.now + 60_000, () => !goesOn(run, invocation))
      await startJobs(run)
      if (run.stop || !(await check())) break
    }
    await moveTo(run, Math.max(end, run.world.clock.now))
    return asIncidents(run, commands)
  }

async function perform(setup: Setup, story: Story, script: Script): Promise<Played> {
  const { options, base } = setup
  const run = createRun(setup, story.marks)
  let lawBroken: Played['lawBroken']
  const check = async () => {
    lawBroken ??= await brokenLaw(options.invariants, viewOf(run))
    return lawBroken === undefined
  }
  current.run = run
  try {
    await drive(run)
    const incidents = await script(run, check)
    const lastStepAt = run.world.clock.now
    const goesWell = () => !run.stop && !lawBroken
    if (goesWell()) await calmDown(run)
    if (goesWell()) await check()
    if (!goesWell())
      return { story, run, incidents, lastStepAt, ending: undefined, again: undefined, lawBroken }
    const mirror = await readMirrors(run, options)
    lawBroken = await brokenLaw(options.eventually, viewOf(run, mirror))
    const ending = endingOf(run, base, mirror)
    const again = await startAgain(run, setup, ending)
    return { story, run, incidents, lastStepAt, ending, again, lawBroken }
  } finally {
    run.ended = true
    current.run = undefined
  }
}

/** Plays a story: its steps and marks; then the faults stop and 40 hours pass. */
export const playStory = (setup: Setup, story: Story): Promise<Played> =>
  perform(setup, story, storyScript(story))

/** Plays the gentle run of the same facts and commands. */
export const playGentle = (setup: Setup, { incidents, lastStepAt }: Played): Promise<Played> =>
  perform(setup, { steps: [], marks: [] }, gentleScript(incidents, lastStepAt))
