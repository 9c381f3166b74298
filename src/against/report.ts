import type { Scenario } from '../scenario/check/parse.ts'
import type { ScenarioRun } from '../scenario/play/run-scenario.ts'
import { stepsOf } from '../scenario/play/run-scenario.ts'
import { titleOf } from '../scenario/play/step-title.ts'
import type { ScenarioPlace } from '../scenario/read/place.ts'
import { hideSecrets } from './hide-secrets.ts'
import type { ScenarioPlan } from './plan.ts'
import type { AgainstRun } from './play.ts'

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
