import type { Json } from '../../engine/values/guard.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import { didYouMean } from '../../service/values/nearest.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { handleOf } from '../../world/handles.ts'
import type { Explanation } from '../../world/history/why.ts'
import type { World } from '../../world/world.ts'
import type { Scenario } from '../check/parse.ts'
import { exampleOf } from '../read/open-values.ts'
import { type DocumentPath, messageAt, type ScenarioPlace } from '../read/place.ts'
import type { ScenarioStep } from '../read/step-schema.ts'
import { type BeginOptions, beginWorld } from './begin.ts'
import type { Received, Sending } from './call.ts'
import { pendingOf } from './observe.ts'
import type { StepOutcome } from './outcome.ts'
import { type PlayedStep, type Playing, playStep } from './play.ts'
import { playInProcess } from './play-in-process.ts'
import { titleOf } from './step-title.ts'
import { worldSubject } from './subject.ts'

/** Options of `runScenario`. */
export interface RunScenarioOptions extends BeginOptions {
  /** Values of named values of the scenario, in place of their examples. */
  readonly values?: Readonly<Record<string, Json>>
}

/** A step that was played. */
export interface StepResult {
  readonly title: string
  readonly place: ScenarioPlace
  readonly outcome: StepOutcome
  /** The full hash of the world after the step. */
  readonly hash: string
}

/** The first difference between a scenario and the world, with what the world knew then. */
export interface ScenarioDifference {
  readonly place: ScenarioPlace
  /** The place and what was wrong, as one text. */
  readonly message: string
  /** The explanation of the last call, as it was before the call. */
  readonly why?: Explanation
  readonly pending: readonly { readonly at: string; readonly kind: string; readonly key: string }[]
}

/** The result of playing a scenario. */
export interface ScenarioRun {
  readonly ok: boolean
  /** The world as it is after the last step that was played. */
  readonly world: World
  /** The values that the steps have saved. */
  readonly names: Readonly<Record<string, Json>>
  /** The steps that were played: those after the first difference are not. */
  readonly steps: readonly StepResult[]
  readonly difference?: ScenarioDifference
}

/** A step with its path in the document. */
export interface PlacedStep {
  readonly step: ScenarioStep
  readonly path: DocumentPath
}

/** Returns the actions and steps that are given, and the steps of the story. */
export function stepsOf({ document: { given = {}, steps } }: Scenario): PlacedStep[] {
  const placed = (list: DocumentPath) => (step: ScenarioStep, index: number) => ({
    step,
    path: [...list, index],
  })
  return [
    ...(given.actions ?? []).map(placed(['given', 'actions'])),
    ...(given.steps ?? []).map(placed(['given', 'steps'])),
    ...steps.map(placed(['steps'])),
  ]
}

function namesOf(
  { document: { values = {} } }: Scenario,
  world: World,
  chosen: RunScenarioOptions['values'] = {},
) {
  const unknown = Object.keys(chosen).find((name) => !Object.hasOwn(values, name))
  if (unknown !== undefined)
    throw new TypeError(
      `The scenario has no value ${shown(unknown)}${didYouMean(unknown, Object.keys(values))}`,
    )
  const examples = Object.entries(values).map(([name, value]): [string, Json] => [name, exampleOf(value)])
  return new Map<string, Json>([
    ...Object.entries({ ...world.names }),
    ...examples,
    ...Object.entries(chosen),
  ])
}

/** Returns what was played, with a difference if a step that is given was refused as it expects. */
function givenPlayed(played: PlayedStep, { path }: PlacedStep): PlayedStep {
  const { difference, outcome } = played
  if (difference || outcome.ok || path[0] !== 'given') return played
  const { code, message } = outcome.error ?? {}
  const refusal = `expected a step that is given to succeed, got error ${code}: ${message}`
  return { ...played, difference: { path: [], message: `${refusal}. Move it to the steps` } }
}

function differenceOf(
  { placeOf }: Scenario,
  world: World,
  { path }: PlacedStep,
  { difference }: PlayedStep,
  why: PlayedStep['why'],
): ScenarioDifference | undefined {
  if (!difference) return undefined
  const place = placeOf([...path, ...difference.path])
  return {
    place,
    message: messageAt(place, difference.message),
    ...(why && { why: why() }),
    pending: pendingOf(world),
  }
}

/** A scenario that begins: its world, and the names that are known. */
export interface BegunRun {
  readonly world: World
  readonly names: Map<string, Json>
}

/** Plays the steps of a scenario in a world, up to the first difference. */
function* playAll(scenario: Scenario, { world, names }: BegunRun): Playing<ScenarioRun> {
  const stage = { subject: worldSubject(world), names }
  const steps: StepResult[] = []
  let why: PlayedStep['why']
  let difference: ScenarioDifference | undefined
  for (const placed of stepsOf(scenario)) {
    const played = givenPlayed(yield* playStep(stage, placed.step), placed)
    why = played.why ?? why
    const { outcome } = played
    const place = scenario.placeOf(placed.path)
    steps.push({ title: titleOf(placed.step), place, outcome, hash: world.hash('full') })
    difference = differenceOf(scenario, world, placed, played, why)
    if (difference) break
  }
  const saved = Object.fromEntries(names)
  return { ok: !difference, world, names: saved, steps, ...(difference && { difference }) }
}

/** Begins a scenario, without its actions. Throws a TypeError if an option is wrong. */
export function beginRun(scenario: Scenario, { values, ...options }: RunScenarioOptions): BegunRun {
  if (!isPlainObject(scenario?.document))
    throw new TypeError(
      `runScenario takes a scenario, got ${shown(scenario)}: pass what parseScenario(text) returns`,
    )
  checkNames('runScenario', 'option', options, ['baseUrl', 'webUrl'])
  const world = beginWorld(scenario, options)
  return { world, names: namesOf(scenario, world, values) }
}

/**
 * Plays a scenario in a new world, up to the first step that differs from what is expected. Throws a
 * TypeError if the options, or the options of its world, are wrong.
 */
export function runScenario(scenario: Scenario, options: RunScenarioOptions = {}): ScenarioRun {
  const stage = beginRun(scenario, options)
  return playInProcess(handleOf(stage.world), playAll(scenario, stage))
}

/** The transport between a scenario and its world. */
export type Carrier = (sending: Sending) => Promise<Received>

/**
 * Plays a scenario as `runScenario` does, with a transport for its calls, such as a socket.
 *
 * @param connect Creates the transport of the new world.
 */
export async function runScenarioOver(
  scenario: Scenario,
  connect: (world: World) => Promise<Carrier>,
  options: RunScenarioOptions = {},
): Promise<ScenarioRun> {
  const stage = beginRun(scenario, options)
  const carry = await connect(stage.world)
  const playing = playAll(scenario, stage)
  let played = playing.next()
  while (!played.done) played = playing.next(await carry(played.value))
  return played.value
}
