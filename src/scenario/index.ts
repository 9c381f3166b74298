/**
 * Scenario files: parsed, played, and recorded from what happened in a world.
 *
 * @module fauxgraph/scenario
 */

export { parseScenario, type Scenario } from './check/parse.ts'
export type { StepError, StepOutcome } from './play/outcome.ts'
export {
  type RunScenarioOptions,
  runScenario,
  type ScenarioDifference,
  type ScenarioRun,
  type StepResult,
} from './play/run-scenario.ts'
export type { DocumentPath, ScenarioPlace } from './read/place.ts'
export type { ScenarioDocument } from './read/schema.ts'
export { type RecordScenarioOptions, recordScenario } from './record/record-scenario.ts'
