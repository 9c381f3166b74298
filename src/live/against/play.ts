import type { Json } from '../../engine/values/guard.ts'
import type { Received, Sending } from '../../scenario/play/call.ts'
import { observeAnswer } from '../../scenario/play/observe.ts'
import type { StepOutcome } from '../../scenario/play/outcome.ts'
import { type PlayedStep, type Playing, playStep } from '../../scenario/play/play.ts'
import type { Subject } from '../../scenario/play/subject.ts'
import { isJsonList, isJsonObject } from '../../scenario/read/json-kinds.ts'
import { exampleOf } from '../../scenario/read/open-values.ts'
import { messageAt, type ScenarioPlace } from '../../scenario/read/place.ts'
import type { ScenarioStep } from '../../scenario/read/step-schema.ts'
import { plain } from '../../service/values/plain.ts'
import { parseIso } from '../../service/values/times.ts'
import type { RealNames } from './names-file.ts'
import type { PlannedStep, ScenarioPlan } from './plan.ts'
import { newRelated, type Related, withRealTimes } from './related.ts'

/** What a scenario wants of the real service, or of time. */
export type AgainstInput =
  | { readonly wait: number }
  | {
      readonly sending: Sending
      /** Whether a redirect is the answer that is expected. */
      readonly redirects: boolean
    }

/** A step at a real service. */
export interface AgainstStep {
  readonly title: string
  readonly place: ScenarioPlace
  readonly result: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped, or how it differs; undefined if it passed. */
  readonly reason?: string
  /** The members of its expectation that were not checked. */
  readonly unchecked: readonly string[]
  readonly status?: number
}

/** A scenario that was played at a real service. */
export interface AgainstRun {
  readonly ok: boolean
  /** All steps, up to the first that failed. */
  readonly steps: readonly AgainstStep[]
  readonly names: ReadonlyMap<string, Json>
  /** The first difference, with its place. */
  readonly message?: string
}

/** The generator of a run. It yields what is to be done, and is resumed with what came back. */
type AgainstPlaying<T> = Generator<AgainstInput, T, Received>

/** The values that a scenario sends by itself, and the instants in them. */
function sentValues(steps: readonly ScenarioStep[]): (value: Json) => boolean {
  const texts = new Set<string>()
  const instants = new Set<number>()
  const note = (value: unknown): void => {
    const json = value as Json
    if (isJsonList(json)) for (const item of json) note(item)
    else if (isJsonObject(json)) for (const member of Object.values(json)) note(member)
    else {
      texts.add(String(json))
      const instant = instantIn(json)
      if (instant !== undefined) instants.add(instant)
    }
  }
  for (const step of steps)
    note(plain('call' in step ? (step.with ?? {}) : 'request' in step ? step.request : {}))
  return (value) => texts.has(String(value)) || instants.has(instantIn(value) ?? Number.NaN)
}

const instantIn = (value: Json): number | undefined =>
  typeof value === 'number' ? value * 1000 : typeof value === 'string' ? parseIso(value) : undefined

/** Returns the names before the first step: those of the service, and the values of the scenario. */
function beginningNames({ scenario, given }: ScenarioPlan, { values }: RealNames): Map<string, Json> {
  const own = Object.entries(scenario.document.values ?? {})
  const names = new Map<string, Json>(own.map(([name, value]) => [name, exampleOf(value)]))
  for (const [name, value] of values) {
    if (value === null) continue
    // An id that is written as a number is text, as it is in all answers.
    names.set(name, typeof given.get(name) === 'string' ? String(value) : value)
  }
  return names
}

/** Returns a step with the ids of the simulator in it replaced by those of the real service. */
function realStep(step: ScenarioStep, related: Related): ScenarioStep {
  const moved: { readonly [member: string]: Json } = Object(
    Object.fromEntries(
      Object.entries(step).map(([member, value]) =>
        ['with', 'as', 'version'].includes(member) ? [member, related.real(plain(value))] : [member, value],
      ),
    ),
  )
  if (!('request' in step)) return Object(moved)
  const { path, params, ...more } = step.request
  const own = params && { params: Object(related.real(plain(params))) }
  return { ...step, request: { ...more, path: related.realAddress(path), ...own } }
}

/** The real service as that of one step. */
function realSubject(
  { simulated, step }: PlannedStep,
  related: Related,
  { now, sent }: { readonly now: () => number; readonly sent: (value: Json) => boolean },
): Subject {
  return {
    now,
    // The plan has skipped such steps.
    act: () => ({ ok: true, value: null }),
    watch: () => ({
      sends: () => undefined,
      expects(outcome) {
        const here = simulated?.outcome
        related.relateAnswers(here?.value, outcome.value)
        const expected = plain(step.expect ?? null)
        if (!isJsonObject(expected)) return undefined
        const known = withRealTimes(expected, here && plain(here), plain(outcome), sent)
        return Object(related.real(known))
      },
      observe: observeAnswer,
    }),
  }
}

/** Passes what a step sends on, with whether a redirect is expected. */
function* withRedirects(playing: Playing<PlayedStep>, redirects: boolean): AgainstPlaying<PlayedStep> {
  let next = playing.next()
  while (!next.done) {
    const sending = next.value
    let received: Received
    try {
      received = yield { sending, redirects }
    } catch (error) {
      next = playing.throw(error)
      continue
    }
    next = playing.next(received)
  }
  return next.value
}

const isRedirect = ({ status = 0 }: StepOutcome): boolean => status >= 300 && status < 400

/**
 * Plays the steps of a plan at a real service, up to the first difference. What is sent, and each wait, is
 * yielded; if it fails, the generator takes the error as that of the step.
 *
 * @param now Returns the time of the real service, in Unix milliseconds.
 */
export function* playAgainst(
  plan: ScenarioPlan,
  given: RealNames,
  { base, now }: { readonly base: string; readonly now: () => number },
): AgainstPlaying<AgainstRun> {
  const { scenario } = plan
  const names = beginningNames(plan, given)
  const related = newRelated(plan.baseUrl, base)
  for (const [name, value] of plan.given) related.relate(value, names.get(name) ?? null)
  const sent = sentValues(plan.steps.map(({ step }) => step))
  const steps: AgainstStep[] = []
  for (const planned of plan.steps) {
    const { title, path, skipped, unchecked, wait, simulated } = planned
    const place = scenario.placeOf(path)
    if (skipped !== undefined) {
      steps.push({ title, place, result: 'skipped', reason: skipped, unchecked })
      continue
    }
    if (wait !== undefined) yield { wait }
    const subject = realSubject(planned, related, { now, sent })
    const playing = playStep({ subject, names }, realStep(planned.step, related))
    const { outcome, difference } = yield* withRedirects(playing, isRedirect(simulated?.outcome ?? nothing))
    for (const [name, value] of simulated?.saved ?? []) related.relate(value, names.get(name) ?? null)
    const status = outcome.status === undefined ? {} : { status: outcome.status }
    if (difference) {
      const at = scenario.placeOf([...path, ...difference.path])
      steps.push({ title, place, result: 'failed', reason: difference.message, unchecked, ...status })
      return { ok: false, steps, names, message: messageAt(at, difference.message) }
    }
    steps.push({ title, place, result: 'passed', unchecked, ...status })
  }
  return { ok: true, steps, names }
}

const nothing: StepOutcome = { ok: false, value: null }
