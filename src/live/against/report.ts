import type { Json } from '../../engine/values/guard.ts'
import type { Scenario } from '../../scenario/check/parse.ts'
import type { ScenarioRun } from '../../scenario/play/run-scenario.ts'
import { stepsOf } from '../../scenario/play/run-scenario.ts'
import { titleOf } from '../../scenario/play/step-title.ts'
import type { ScenarioPlace } from '../../scenario/read/place.ts'
import { hideTokenShapes } from '../compare/hide-tokens.ts'
import type { ScenarioPlan } from './plan.ts'
import type { AgainstRun } from './play.ts'

/** Names whose values are secrets. */
const SECRET_NAME = /token|secret|password|proof|(^|_)code$|Code$/

/** The length at which a text is long enough to be recognized by its beginning. */
const BEGINNING = 8

const isSecret = (name: string, value: Json): value is string =>
  typeof value === 'string' && value.length >= BEGINNING && SECRET_NAME.test(name)

/** Replaces a text, also where it was cut short. */
function withoutText(text: string, secret: string, name: string): string {
  let kept = ''
  let from = 0
  for (let at = text.indexOf(secret.slice(0, BEGINNING)); at >= 0; ) {
    let length = BEGINNING
    while (length < secret.length && text[at + length] === secret[length]) length += 1
    kept += `${text.slice(from, at)}$${name}`
    from = at + length
    at = text.indexOf(secret.slice(0, BEGINNING), from)
  }
  return kept + text.slice(from)
}

/** Returns a text with the names of tokens and secrets in place of their values. */
function hideSecrets(text: string, names: ReadonlyMap<string, Json>): string {
  const secrets = [...names].flatMap(([name, value]) => (isSecret(name, value) ? [{ name, value }] : []))
  const longestFirst = secrets.toSorted((one, other) => other.value.length - one.value.length)
  const named = longestFirst.reduce((kept, { name, value }) => withoutText(kept, value, name), text)
  return hideTokenShapes(named)
}

/** A step in the report of `fauxgraph run`. */
interface ReportedStep {
  readonly title: string
  readonly place: Omit<ScenarioPlace, 'file'>
  /** `not played` stands for the steps after the first difference. */
  readonly result: 'passed' | 'failed' | 'skipped' | 'not played'
  readonly status: number | null
  /** Why the step was skipped, or how it differs. */
  readonly reason: string | null
  /** The members of its expectation that a real service does not show. */
  readonly unchecked: readonly string[]
}

/** A scenario in the report. */
export interface ReportedRun {
  readonly file: string
  readonly title: string
  readonly ok: boolean
  /** The first difference, with its place. */
  readonly difference: string | null
  /** The first difference in the simulator, of a scenario that was played at a real service. */
  readonly simulator: string | null
  readonly steps: readonly ReportedStep[]
}

/** The machine-readable report of `fauxgraph run`. */
export interface RunReport {
  readonly fauxgraph: 'run'
  /** The address of the real service; null for the simulator. */
  readonly against: string | null
  readonly ok: boolean
  readonly scenarios: readonly ReportedRun[]
}

/** Returns the report of a command. */
export const runReport = (against: string | null, scenarios: readonly ReportedRun[]): RunReport => ({
  fauxgraph: 'run',
  against,
  ok: scenarios.every(({ ok }) => ok),
  scenarios,
})

const withoutFile = ({ line, column, path }: ScenarioPlace): ReportedStep['place'] => ({ line, column, path })

/** Returns the steps of a scenario that come after those that were reported. */
const notPlayed = (scenario: Scenario, from: number): ReportedStep[] =>
  stepsOf(scenario)
    .slice(from)
    .map(({ step, path }) => ({
      title: titleOf(step),
      place: withoutFile(scenario.placeOf(path)),
      result: 'not played',
      status: null,
      reason: null,
      unchecked: [],
    }))

/** Returns a scenario that was played in the simulator. */
export function reportedRun(scenario: Scenario, { ok, steps, difference }: ScenarioRun): ReportedRun {
  const last = steps.length - 1
  const played = steps.map(({ title, place, outcome }, index): ReportedStep => {
    const isFailed = difference !== undefined && index === last
    return {
      title,
      place: withoutFile(place),
      result: isFailed ? 'failed' : 'passed',
      status: outcome.status ?? null,
      reason: isFailed ? difference.message : null,
      unchecked: [],
    }
  })
  return {
    file: scenario.file,
    title: scenario.title,
    ok,
    difference: difference?.message ?? null,
    simulator: null,
    steps: [...played, ...notPlayed(scenario, steps.length)],
  }
}

/** Returns a scenario that was played at a real service, without tokens and secrets. */
export function reportedAgainst(plan: ScenarioPlan, { ok, steps, names, message }: AgainstRun): ReportedRun {
  const { scenario, differs } = plan
  const shown = (text: string | undefined) => (text === undefined ? null : hideSecrets(text, names))
  const played = steps.map(
    ({ title, place, result, status, reason, unchecked }): ReportedStep => ({
      title,
      place: withoutFile(place),
      result,
      status: status ?? null,
      reason: shown(reason),
      unchecked,
    }),
  )
  const given = stepsOf(scenario).length - plan.steps.length
  return {
    file: scenario.file,
    title: scenario.title,
    ok,
    difference: shown(message),
    simulator: differs ?? null,
    steps: [...played, ...notPlayed(scenario, given + steps.length)],
  }
}
