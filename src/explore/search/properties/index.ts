/**
 * Properties by fast-check: arbitraries of parameters, commands of worlds, laws of every world, and scenarios
 * that are played with many values.
 *
 * @module fauxgraph/fast-check
 */

export { arbitraries, type CallParameters, type ParameterClass } from './arbitraries.ts'
export {
  type CheckScenarioOptions,
  checkScenario,
  type ScenarioCheck,
  type ScenarioFailure,
} from './check-scenario.ts'
export { invariants } from './invariants.ts'
export { worldCommands } from './world-commands.ts'
