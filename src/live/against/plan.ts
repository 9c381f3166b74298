import { registry } from '../../chapters/registry.ts'
import type { Json } from '../../engine/values/guard.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import type { Scenario } from '../../scenario/check/parse.ts'
import { isInAnswer } from '../../scenario/play/observe.ts'
import type { StepOutcome } from '../../scenario/play/outcome.ts'
import { type PlayedStep, playStep } from '../../scenario/play/play.ts'
import { playInProcess } from '../../scenario/play/play-in-process.ts'
import {
  type BegunRun,
  beginRun,
  type PlacedStep,
  runScenario,
  stepsOf,
} from '../../scenario/play/run-scenario.ts'
import { titleOf } from '../../scenario/play/step-title.ts'
import { worldSubject } from '../../scenario/play/subject.ts'
import type { DocumentPath } from '../../scenario/read/place.ts'
import { referencesIn, resolvedInstant } from '../../scenario/read/references.ts'
import type { ScenarioStep } from '../../scenario/read/step-schema.ts'
import { durationOf } from '../../scenario/record/candidates.ts'
import { handleOf } from '../../world/handles.ts'
import type { RealNames } from './names-file.ts'

/** The kinds of steps that no real service takes, and why. */
const kinds: Readonly<Record<string, string>> = {
  action: 'it is an action of people or of the platform, for which the service has no call',
  addFault: 'only the simulator has faults on demand',
  removeFault: 'only the simulator has faults on demand',
  deliver: 'the deliveries of the service do not come here',
  configure: 'it changes the simulator',
  input: 'it is an input of the simulator',
}

/** Returns why a step cannot be done at a real service; undefined if it can. */
function notPlayable(step: ScenarioStep): string | undefined {
  const kind = Object.keys(kinds).find((name) => Object.hasOwn(step, name))
  if (kind !== undefined) return kinds[kind]
  const isWeb = 'call' in step && registry.routes.byName.get(step.call)?.web === true
  return isWeb ? 'it is at the web address of the service, and not at that of its API' : undefined
}

/** Returns the names that a step uses: its title and its paths to saved values have none. */
function namesUsedBy(step: ScenarioStep): readonly string[] {
  const entries = Object.entries(step).filter(([member]) => member !== 'title' && member !== 'save')
  return [...new Set(referencesIn(Object.fromEntries(entries), []).map(({ name }) => name))]
}

/** A step as a real service can show it. */
interface CheckableStep {
  readonly step: ScenarioStep
  /** The members of its expectation that only a simulator shows. */
  readonly unchecked: readonly string[]
}

/**
 * Returns a step with the expectations that the answer of a real service shows. The texts of errors are of
 * one service each.
 */
function checkable(step: ScenarioStep): CheckableStep {
  const { expect } = step
  if (!expect) return { step, unchecked: [] }
  const isCall = 'call' in step || 'request' in step
  const unchecked = Object.keys(expect).filter((member) => !isCall || !isInAnswer(member))
  const kept = Object.fromEntries(Object.entries(expect).filter(([member]) => !unchecked.includes(member)))
  const { error } = expect
  if (!isPlainObject(error) || error['message'] === undefined)
    return { step: { ...step, expect: kept }, unchecked }
  const { message: _text, ...codes } = error
  // An expected error without its code is still an error.
  const expected =
    Object.keys(codes).length > 0 ? { ...kept, error: codes } : { ...kept, error: undefined, ok: false }
  return { step: { ...step, expect: expected }, unchecked: [...unchecked, 'error.message'] }
}

/** A step, and what becomes of it at a real service. */
export interface PlannedStep {
  /** The step with the expectations that a real service shows. */
  readonly step: ScenarioStep
  readonly title: string
  readonly path: DocumentPath
  /** The members of its expectation that are not checked. */
  readonly unchecked: readonly string[]
  /** Why the step is not played; undefined if it is. */
  readonly skipped?: string
  /** The milliseconds to wait in place of moving the clock. */
  readonly wait?: number
  /** What the simulator answers, and the values that it then saves. */
  readonly simulated?: { readonly outcome: StepOutcome; readonly saved: ReadonlyMap<string, Json> }
}

/** How a scenario is played at a real service. */
export interface ScenarioPlan {
  readonly scenario: Scenario
  readonly steps: readonly PlannedStep[]
  /** The values before the first step, in the simulator. */
  readonly given: ReadonlyMap<string, Json>
  /** The addresses of the simulator. */
  readonly baseUrl: string
  /** The first difference of the scenario in the simulator itself. */
  readonly differs?: string
}

export interface PlanOptions {
  readonly names: RealNames
  /** Milliseconds that all waits may take together. */
  readonly wait: number
  /** The time of the real service, in Unix milliseconds. */
  readonly now: number
}

/** Options of the policy that set up a simulator, and no real service. */
const setUp = [
  'rankedPostsPerYear',
  'unpublishedPhotoRetention',
  'tokenLifetimes',
  'webhook',
  'pageCallLimit',
  'adAccountCallLimit',
  'leadReadLimit',
]

/** Returns a scenario without the numbers that its policy sets. */
function withoutSetUp(scenario: Scenario): { readonly scenario: Scenario; readonly lacks: boolean } {
  const { document } = scenario
  const policy = document.given?.world?.policy
  if (typeof policy !== 'object') return { scenario, lacks: false }
  const kept = Object.entries(policy).filter(([name]) => !setUp.includes(name))
  const world = { ...document.given?.world, policy: Object.fromEntries(kept) }
  const lacks = kept.length < Object.keys(policy).length
  return { scenario: { ...scenario, document: { ...document, given: { ...document.given, world } } }, lacks }
}

/** A plan in progress: a world that takes the steps that a real service can take, and no others. */
interface Planning {
  readonly options: PlanOptions
  stage: BegunRun
  /** The names that no step saves, with the step that would. */
  readonly lost: Map<string, string>
  /** Whether something is left out so far, on which later steps may depend. */
  lacks: boolean
  /** Milliseconds that are left for waits. */
  left: number
  /** Why the rest is skipped. */
  ended: string | undefined
}

/** Plays a step in process. */
function playHere({ world, names }: BegunRun, step: ScenarioStep): PlayedStep {
  return playInProcess(handleOf(world), playStep({ subject: worldSubject(world), names }, step))
}

const inSeconds = (milliseconds: number): string => durationOf(Math.ceil(milliseconds / 1000) * 1000)

const isWait = (step: ScenarioStep): boolean =>
  ['advance', 'advanceTo', 'next', 'drain'].some((kind) => Object.hasOwn(step, kind))

/** Returns the milliseconds to wait at a real service, where the simulator moves its clock. */
function waitOf({ options: { names, now }, stage }: Planning, step: ScenarioStep): number {
  if ('advanceTo' in step) {
    const scope = { names: names.values, now }
    return resolvedInstant('advanceTo', step.advanceTo as Json, scope) - now
  }
  const world = stage.world.fork()
  playHere({ world, names: new Map(stage.names) }, step)
  return world.clock.now - stage.world.clock.now
}

/** Returns why a wait is skipped, and with it the rest. */
function waitProblem({ left }: Planning, wait: number): string | undefined {
  if (wait < 0) return 'its instant is past'
  if (wait <= left) return undefined
  return `it needs a wait of ${inSeconds(wait)}, and ${inSeconds(left)} of --wait is left`
}

/** Returns why a step cannot be played for want of a name. */
function nameProblem({ lost, options: { names } }: Planning, step: ScenarioStep): string | undefined {
  for (const name of namesUsedBy(step)) {
    const title = lost.get(name)
    if (title !== undefined) return `it needs $${name}, which is saved by the skipped step "${title}"`
    if (names.values.get(name) === null) return `${names.file} says that the service has no ${name}`
  }
  return undefined
}

/** Plays a step in a fork, and keeps the fork if the step is as expected. */
function simulate(planning: Planning, step: ScenarioStep): PlayedStep {
  const { world, names } = planning.stage
  const stage = { world: world.fork(), names: new Map(names) }
  const played = playHere(stage, step)
  if (!played.difference) planning.stage = stage
  return played
}

const dependent =
  'it depends on what was left out: without that, the simulator does not answer as the step expects'

/** Returns why a step is skipped, or what it does in the simulator. */
function judge(
  planning: Planning,
  step: ScenarioStep,
  holds: boolean,
): Pick<PlannedStep, 'skipped' | 'wait' | 'simulated'> {
  const skipped = planning.ended ?? notPlayable(step) ?? nameProblem(planning, step)
  if (skipped !== undefined) return { skipped }
  const wait = isWait(step) ? waitOf(planning, step) : undefined
  const problem = wait === undefined ? undefined : waitProblem(planning, wait)
  if (problem !== undefined) {
    planning.ended = 'it comes after a wait that was skipped'
    return { skipped: problem }
  }
  const { outcome, difference } = simulate(planning, step)
  if (difference && holds && planning.lacks) return { skipped: dependent }
  planning.left -= wait ?? 0
  const saved = new Map(planning.stage.names)
  return { simulated: { outcome, saved }, ...(wait !== undefined && { wait }) }
}

function planStep(planning: Planning, { step, path }: PlacedStep, holds: boolean): PlannedStep {
  const { step: kept, unchecked } = checkable(step)
  const isCheck = Object.keys(step).every((member) => member === 'title' || member === 'expect')
  const title = titleOf(step)
  const shows = `it checks only what the simulator shows: ${unchecked.join(', ')}`
  const judged = isCheck ? { skipped: shows } : judge(planning, kept, holds)
  const isSkipped = judged.skipped !== undefined
  for (const name of Object.keys('save' in step ? (step.save ?? {}) : {}))
    if (isSkipped) planning.lost.set(name, title)
    else planning.lost.delete(name)
  if (isSkipped && !isCheck) planning.lacks = true
  return { step: kept, title, path, unchecked: isSkipped ? [] : unchecked, ...judged }
}

/**
 * Makes what a step that is given has made, if the names of the service have it. What has no name is left
 * out: nobody can say that the service has it. Time that is given has passed there.
 */
function planGiven(planning: Planning, step: ScenarioStep): void {
  const { values } = planning.options.names
  const saved = Object.keys('save' in step ? (step.save ?? {}) : {})
  const isThere = isWait(step) || (saved.length > 0 && saved.every((name) => values.get(name) !== null))
  if (!isThere || simulate(planning, step).difference) planning.lacks = true
}

/** Throws a TypeError if names that steps use are not given. */
function checkGiven(
  { scenario, steps, given }: ScenarioPlan,
  { names: { file, values } }: PlanOptions,
): void {
  const own = scenario.document.values ?? {}
  const saved = new Set<string>()
  const missing = new Set<string>()
  for (const { step, skipped } of steps) {
    if (skipped !== undefined) continue
    for (const name of namesUsedBy(step))
      if (!saved.has(name) && given.has(name) && !values.has(name) && !Object.hasOwn(own, name))
        missing.add(name)
    for (const name of Object.keys('save' in step ? (step.save ?? {}) : {})) saved.add(name)
  }
  if (missing.size === 0) return
  throw new TypeError(
    `${file} lacks ${[...missing].join(', ')}, which the steps of ${scenario.file} use: ` +
      'add each id and token of the service, or null if it has none',
  )
}

/**
 * Plans how a scenario is played at a real service. It plays the scenario in a simulator without the steps
 * that no real service can take: a step that is not as expected there, and is in a whole run, depends on what
 * was left out. Throws a TypeError if what is given cannot be made, or if a name is not given.
 */
export function planScenario(scenario: Scenario, options: PlanOptions): ScenarioPlan {
  const full = runScenario(scenario)
  const all = stepsOf(scenario)
  const givenCount = all.filter(({ path }) => path[0] === 'given').length
  const failedAt = full.difference ? full.steps.length - 1 : all.length
  if (full.difference && failedAt < givenCount) throw new TypeError(full.difference.message)
  const { scenario: kept, lacks } = withoutSetUp(scenario)
  const stage = beginRun(kept, {})
  const planning: Planning = { options, stage, lost: new Map(), lacks, left: options.wait, ended: undefined }
  for (const { step } of all.slice(0, givenCount)) planGiven(planning, step)
  const given = new Map(planning.stage.names)
  const steps = all
    .slice(givenCount)
    .map((placed, index) => planStep(planning, placed, givenCount + index < failedAt))
  const { baseUrl } = stage.world
  const plan = {
    scenario,
    steps,
    given,
    baseUrl,
    ...(full.difference && { differs: full.difference.message }),
  }
  checkGiven(plan, options)
  return plan
}
