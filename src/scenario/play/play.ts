import { errorMessage } from '../../engine/values/error-message.ts'
import type { Json } from '../../engine/values/guard.ts'
import { shown } from '../../service/values/scalars.ts'
import type { Explanation } from '../../world/history/why.ts'
import type { StepExpectation } from '../read/expectation-schema.ts'
import { parsePath, valueAt } from '../read/json-path.ts'
import type { DocumentPath } from '../read/place.ts'
import type { ScenarioStep } from '../read/step-schema.ts'
import { type Received, type Sending, sendingOf } from './call.ts'
import { compareStep, type StepDifference } from './compare.ts'
import { outcomeOfResponse, type StepOutcome } from './outcome.ts'
import type { StepWatch, Subject } from './subject.ts'

/** A run in progress: the service, and the values that its steps have saved. */
export interface ScenarioStage {
  readonly subject: Subject
  readonly names: Map<string, Json>
}

/** The result of a step. */
export interface PlayedStep {
  readonly outcome: StepOutcome
  readonly difference?: StepDifference
  /** Explains the call of the step as it was before the step. */
  readonly why?: () => Explanation
}

/** Plays a part of a scenario. It yields what is sent to the service, and is resumed with what came back. */
export type Playing<T> = Generator<Sending, T, Received>

const nothing: StepOutcome = { ok: false, value: null }

/** Saves the named values of a step. Returns the first path that leads to nothing. */
function save(
  { names }: ScenarioStage,
  step: ScenarioStep,
  { value }: StepOutcome,
): StepDifference | undefined {
  if (!('save' in step)) return undefined
  for (const [name, path] of Object.entries(step.save ?? {})) {
    const found = valueAt(value, parsePath(path))
    if (found === undefined)
      return { path: ['save', name], message: `there is nothing at ${path} of ${shown(value)}` }
    names.set(name, found)
  }
  return undefined
}

/** Runs a step, and returns its outcome. */
function* run(
  { subject, names }: ScenarioStage,
  step: ScenarioStep,
  watch: StepWatch,
): Playing<Pick<PlayedStep, 'outcome' | 'why'>> {
  const scope = { names, now: subject.now() }
  if (!('call' in step || 'request' in step)) return { outcome: subject.act(step, scope) }
  const sending = sendingOf(step, scope)
  const why = watch.sends(sending)
  const outcome = outcomeOfResponse(yield sending)
  return { outcome, ...(why && { why }) }
}

/** Plays one step, and compares it with what is expected. */
export function* playStep(stage: ScenarioStage, step: ScenarioStep): Playing<PlayedStep> {
  const { subject, names } = stage
  const watch = subject.watch(step)
  const played = yield* caught(run(stage, step, watch))
  if ('path' in played) return { outcome: nothing, difference: played }
  const { outcome, why } = played
  const scope = { names, now: subject.now() }
  const observe = (member: keyof StepExpectation) => watch.observe(member, outcome)
  const compare = () => compareStep(watch.expects(outcome), outcome, observe, scope)
  const expected = asDifference(['expect'], compare)
  const difference = expected ?? (outcome.ok ? save(stage, step, outcome) : undefined)
  return { outcome, ...(difference && { difference }), ...(why && { why }) }
}

const isMistake = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError

/** Returns the difference that a function finds, or the mistake that it throws. */
function asDifference(
  path: DocumentPath,
  find: () => StepDifference | undefined,
): StepDifference | undefined {
  try {
    return find()
  } catch (error) {
    if (!isMistake(error)) throw error
    return { path, message: errorMessage(error) }
  }
}

/** Plays, and returns the mistake of the scenario if playing throws one. */
function* caught<T>(playing: Playing<T>): Playing<T | StepDifference> {
  try {
    return yield* playing
  } catch (error) {
    if (!isMistake(error)) throw error
    return { path: [], message: errorMessage(error) }
  }
}
