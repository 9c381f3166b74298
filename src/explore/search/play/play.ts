import { errorMessage } from '../../../engine/values/error-message.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { HOUR_MS, MINUTE_MS } from '../../../engine/values/milliseconds.ts'
import { readDurable, resetDurable } from '../../io/stores/durable.ts'
import { brokenLaw, viewOf } from '../../io/stores/laws.ts'
import { releaseHeld } from '../../run/calls/notices.ts'
import { endInstance } from '../../run/instance.ts'
import type { ExploreOptions } from '../../run/options/options.ts'
import { WrongInput } from '../../run/options/wrong-input.ts'
import type { Invocation, Run } from '../../run/run.ts'
import { current, leftNoTrace, showedError } from '../../run/scope.ts'
import { nextStep, trace } from '../../run/trace.ts'
import type { Story, StoryStep } from '../story/story.ts'
import { createRun, type RunKind, type Setup } from './create-run.ts'
import { drive, moveTo } from './drive.ts'
import { type Ending, endingOf, type Mirrors, mirroredIn } from './ending.ts'
import { goesOn, longestEvery, startJobs, takeStep, takeTurns } from './jobs.ts'

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([key, text]) => other.get(key) === text)

/** What the durable parts of a run held last, and after which writes, and when. */
const lastTexts = new WeakMap<Run, { readonly writes: number; readonly at: number; readonly text: string }>()

/** All that the durable parts hold, as a text; empty without parts. */
async function durableText(run: Run): Promise<string> {
  if (run.durable.length === 0) return ''
  const [writes, at, last] = [run.sites.length, run.world.clock.now, lastTexts.get(run)]
  if (last?.writes === writes && last.at === at) return last.text
  const text = JSON.stringify((await readDurable(run)).values)
  lastTexts.set(run, { writes, at, text })
  return text
}

/**
 * Remembers what the code under test has made, stored and been told, and returns a function that says whether
 * that has changed. A lock that was taken and given back changes nothing.
 */
async function rememberProgress(run: Run): Promise<() => Promise<boolean>> {
  const { world, stored, noticed } = run
  const { nextId } = world.state.graph
  const { size } = noticed
  const before = new Map(stored)
  const writes = run.sites.length
  const held = await durableText(run)
  return async () =>
    world.state.graph.nextId !== nextId ||
    noticed.size !== size ||
    !isSame(stored, before) ||
    // Without a write there is nothing to read.
    (held !== '' && run.sites.length !== writes && (await durableText(run)) !== held)
}

/** A fact or a command, and when it happened, in Unix milliseconds. */
export interface Incident {
  readonly step: Extract<StoryStep, { do: 'fact' | 'command' }>
  readonly at: number
  /** Whether the person who gave the command saw its error. */
  readonly failed?: true
  /** The name and the ordinal of the command, such as `greet#1`. */
  readonly id?: string
}

/** A command that a person gave at an instant, and what it showed them. */
const commandGiven = (step: Incident['step'], at: number, invocation: Invocation | undefined): Incident => ({
  step,
  at,
  ...(showedError(invocation) && { failed: true }),
  ...(invocation && { id: invocation.id }),
})

/** The facts and the commands of a run, in order. */
const asIncidents = (run: Run, commands: readonly Incident[]): Incident[] =>
  [...run.happened.map(({ fact, at }) => ({ step: fact, at })), ...commands].sort((a, b) => a.at - b.at)

/** The result of one run. */
export interface Played {
  readonly story: Story
  readonly run: Run
  /** The facts and commands of the run, in order. */
  readonly incidents: readonly Incident[]
  /** The instant of the last step; then faults stop. */
  readonly lastStepAt: number
  /** Undefined if the run was stopped. */
  readonly ending: Ending | undefined
  readonly again:
    | {
        readonly writes: readonly string[]
        readonly changed: readonly string[]
        /** Tables that grow although nothing happens, such as logs: they are not compared. */
        readonly restless: readonly string[]
      }
    | undefined
  /** The mirrors that are tables, compared by themselves. */
  readonly tables: readonly string[]
  readonly lawBroken: { readonly law: string; readonly message: string } | undefined
}

/** Virtual time at the end of each run, in milliseconds: more than the 36 hours of a notice's retries. */
export const CALM = 40 * HOUR_MS

/** The lengths of time between the last starts of the jobs: growing, and together longer than `CALM`. */
function calmWaits(run: Run): number[] {
  const longest = Math.max(MINUTE_MS, longestEvery(run))
  const waits = [1, 1, 2, 4, 8, 16, 32].map((factor) =>
    Math.min(factor * longest, Math.max(longest, CALM / 3)),
  )
  const rest = Math.max(longest, CALM - waits.reduce((sum, wait) => sum + wait, 0))
  return [...waits, rest / 2, rest / 2].map((wait) => Math.ceil(Math.max(wait, longest)))
}

/** Lets time pass, and starts the jobs. Returns whether the code under test did something. */
async function passTime(run: Run, wait: number): Promise<boolean> {
  const hasProgressed = await rememberProgress(run)
  await moveTo(run, run.world.clock.now + wait)
  await startJobs(run)
  return (await hasProgressed()) || run.timers.next() !== undefined
}

/** Lets time pass without faults, with all jobs, until the code under test has done all that it will do. */
async function calmDown(run: Run): Promise<void> {
  // A process that is down comes up again only when the platform has given up what it missed.
  for (const { downUntil } of run.slots)
    if (downUntil !== undefined) await moveTo(run, Math.max(downUntil, run.world.clock.now))
  run.calm = true
  trace(run, 'the faults stop')
  releaseHeld(run)
  await drive(run)
  const waits = calmWaits(run)
  let quiet = 0
  let spared = 0
  for (let index = 0; index < waits.length && !run.stop; index++) {
    quiet = (await passTime(run, waits[index] ?? 0)) ? 0 : quiet + 1
    // Nothing happened: the waits in between would be the same again.
    if (quiet === 1 && index < waits.length - 2) {
      const skipped = waits.slice(index + 1, -1)
      spared = skipped.length
      await moveTo(run, run.world.clock.now + skipped.reduce((sum, wait) => sum + wait, 0))
      index = waits.length - 2
    }
  }
  // Work that waited until now, such as for a rate limit, gets the starts that were spared.
  for (let goesOn = quiet === 0; goesOn && spared > 0 && !run.stop; spared--)
    goesOn = await passTime(run, waits[0] ?? 0)
}

/** A copy of what a mirror holds, as JSON has it: code goes on to change what it returned. */
export function copyOf(name: string, list: unknown): Json[] {
  if (!Array.isArray(list)) throw new WrongInput(`explore: the mirror ${name} must return a list`)
  try {
    const digits = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
    return JSON.parse(JSON.stringify([...list], digits))
  } catch (error) {
    throw new TypeError(`explore: the mirror ${name} holds what is no JSON: ${errorMessage(error)}`)
  }
}

async function readMirrors(run: Run, { mirror = {} }: ExploreOptions) {
  const view = viewOf(run)
  const lists: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(mirror)) lists[name] = await read(view)
  const durable = await readDurable(run)
  const all = Object.entries({ ...durable.values, ...lists })
  const values: Mirrors = Object.fromEntries(all.map(([name, list]) => [name, copyOf(name, list)]))
  return { values, tables: durable.tables }
}

/** Starts every job once more: nothing may change. */
async function startAgain(run: Run, options: ExploreOptions, before: Ending) {
  const { length } = run.calls
  trace(run, 'the jobs start once more')
  await moveTo(run, run.world.clock.now + MINUTE_MS)
  await startJobs(run)
  await takeTurns(run)
  const { values, tables } = await readMirrors(run, options)
  const after = mirroredIn(run, values)
  const writes = run.calls
    .slice(length)
    .filter(
      ({ method, status, operation }) =>
        method !== 'GET' && operation !== 'batch' && status !== undefined && status < 400,
    )
    .map(({ operation }) => operation)
  const sorted = (values: readonly string[] = []) => [...values].sort().join()
  const changed = Object.keys(after).filter((name) => sorted(after[name]) !== sorted(before.mirrors[name]))
  return {
    writes,
    changed: changed.filter((name) => !tables.includes(name)),
    restless: changed.filter((name) => tables.includes(name)),
  }
}

/** Plays a run up to its end, and returns the facts and commands that happened. */
type Script = (run: Run, check: () => Promise<boolean>) => Promise<readonly Incident[]>

/** Plays the steps of a story. */
const storyScript =
  ({ steps }: Story): Script =>
  async (run, check) => {
    const commands: { step: Incident['step']; at: number; invocation: Invocation | undefined }[] = []
    for (const step of steps) {
      nextStep(run)
      const at = run.world.clock.now
      const [invocation] = await takeStep(run, step)
      if (step.do === 'command') commands.push({ step, at, invocation })
      if (run.stop || !(await check())) break
    }
    const given = commands.filter(({ invocation }) => !leftNoTrace(invocation))
    return asIncidents(
      run,
      given.map(({ step, at, invocation }) => commandGiven(step, at, invocation)),
    )
  }

/** Plays facts and commands at their instants, and all jobs after each; no faults. */
const baselineScript =
  (incidents: readonly Incident[], end: number): Script =>
  async (run, check) => {
    const commands: Incident[] = []
    for (const [index, { step, at }] of incidents.entries()) {
      nextStep(run)
      const last = incidents[index - 1]
      const isAtOnce = last?.step.do === 'fact' && last.step.withNext && last.at === at
      if (!isAtOnce) await moveTo(run, Math.max(at, run.world.clock.now))
      const [invocation] = await takeStep(run, step)
      if (step.do === 'command') commands.push({ step, at })
      else if (step.withNext) continue
      if (goesOn(run, invocation))
        await moveTo(run, run.world.clock.now + MINUTE_MS, () => !goesOn(run, invocation))
      await startJobs(run)
      if (run.stop || !(await check())) break
    }
    await moveTo(run, Math.max(end, run.world.clock.now))
    return asIncidents(run, commands)
  }

/** Lets go of the code that a run would have called: some runs are kept, and what they loaded is large. */
function forgetCallbacks(run: Run): void {
  run.timers.dropWhere(() => true)
  for (const list of [run.queue, run.storeWaiters, run.afterNotice]) list.length = 0
  for (const map of [run.handlers, run.claims, ...run.slots.map(({ works }) => works)]) map.clear()
  for (const invocation of run.invocations) delete invocation.scope
}

/** Ends a run, with all processes: nothing that its code does later has an effect. */
export function endRun(run: Run): void {
  if (run.ended) return
  run.ended = true
  for (const part of run.durable) part.crash()
  for (const { instance } of run.slots) endInstance(instance)
  forgetCallbacks(run)
  current.run = undefined
}

async function perform(setup: Setup, story: Story, script: Script, kind: RunKind): Promise<Played> {
  const { options, base } = setup
  const run = createRun(setup, story.marks, kind)
  await resetDurable(run)
  let lawBroken: Played['lawBroken']
  const check = async () => {
    lawBroken ??= await brokenLaw(options.invariants, () => viewOf(run))
    return lawBroken === undefined
  }
  current.run = run
  try {
    await drive(run)
    const incidents = run.stop ? [] : await script(run, check)
    const lastStepAt = run.world.clock.now
    const goesWell = () => !run.stop && !lawBroken
    if (goesWell()) await calmDown(run)
    if (goesWell()) await check()
    if (!goesWell())
      return { story, run, incidents, lastStepAt, ending: undefined, again: undefined, tables: [], lawBroken }
    const { values: mirror, tables } = await readMirrors(run, options)
    for (const [name, values] of Object.entries(mirror))
      trace(run, `mirror ${name} ${JSON.stringify(values)}`)
    // Before the laws, which may sort and change the lists that they are given.
    const ending = endingOf(run, base, mirror)
    lawBroken = await brokenLaw(options.eventually, () => viewOf(run, mirror))
    const again = await startAgain(run, options, ending)
    return { story, run, incidents, lastStepAt, ending, again, tables, lawBroken }
  } finally {
    endRun(run)
  }
}

/** Names the member of options that plays their runs elsewhere. It stays when options are copied. */
export const playedBy = Symbol('playedBy')

/** Plays runs of code that is not loaded into this process. */
export interface Player {
  /** True if runs share something, such as a port: no two of them can take place side by side. */
  readonly isAlone: boolean
  /** The workers that keep one processor busy: a run waits for a part of its time. */
  readonly workers: number
  /** A sentence for the user before the runs, such as which time they have. */
  readonly about: string
  story(setup: Setup, story: Story): Promise<Played>
  /** Plays the baseline run of the same facts. If `apart` is true, each notice tells of one change alone. */
  baseline(setup: Setup, played: Played, apart: boolean): Promise<Played>
  /** The advice if the code never called the world, for code that got notices or did not. */
  advice(isNoticed: boolean): string
  /** Warnings about the runs so far, such as that the code called other hosts. */
  warnings(): Iterable<string>
}

/** What plays the runs of options; undefined if the code under test runs in this process. */
export const playerOf = (options: object): Player | undefined =>
  (options as { readonly [playedBy]?: Player })[playedBy]

/** Plays a story: its steps and marks; then the faults stop and 40 hours pass. */
export const playStory = (setup: Setup, story: Story): Promise<Played> =>
  playerOf(setup.options)?.story(setup, story) ??
  perform(setup, story, storyScript(story), { version: 0, processes: setup.options.processes ?? 1 })

/** Lets go of the processes of a run that is over, with all that they loaded. */
export function letGo({ slots }: Run): void {
  for (const slot of slots) slot.process = {}
}

/**
 * Plays the baseline run of the same facts and commands, by one process of the version that was last.
 *
 * @param apart True if each notice tells of one change alone.
 */
export async function playBaseline(setup: Setup, of: Played, apart = false): Promise<Played> {
  const player = playerOf(setup.options)
  if (player) return player.baseline(setup, of, apart)
  const { incidents, lastStepAt, run } = of
  const kind = { version: run.version, processes: 1, apart }
  const played = await perform(setup, { steps: [], marks: [] }, baselineScript(incidents, lastStepAt), kind)
  // Hundreds of baseline runs are kept for comparisons.
  letGo(played.run)
  return played
}
