/**
 * Exploration of your own code, and arbitraries and commands for fast-check.
 *
 * @module fauxgraph/check
 */

export { arbitraries, type CallParameters, type ParameterClass } from './arbitraries.ts'
export {
  type CheckScenarioOptions,
  checkScenario,
  type ScenarioCheck,
  type ScenarioFailure,
} from './check-scenario.ts'
export { defineExploration } from './define-exploration.ts'
export { type FilesOptions, files } from './durable/files.ts'
export type {
  DurableKind,
  DurablePart,
  DurableProcess,
  DurableRun,
  DurableTable,
  WriteFaults,
} from './durable/part.ts'
export { type PostgresOptions, postgres } from './durable/postgres.ts'
export type { PostgresSchema } from './durable/postgres-baseline.ts'
export { type RedisOptions, type RedisQuery, redis } from './durable/redis.ts'
export { type SqliteOptions, sqlite } from './durable/sqlite.ts'
export { explore } from './explore.ts'
export { invariants } from './invariants.ts'
export type {
  Command,
  ExploreOptions,
  FactKind,
  Hostile,
  Job,
  Mirror,
  OtherServices,
  Process,
  ProcessContext,
  RunCall,
  RunClock,
  RunView,
  Store,
  ValueSource,
} from './options.ts'
export type {
  ExplorationConfig,
  ExportedFunctions,
  ProgramSurroundings,
  RunningProgram,
} from './program/config.ts'
export { type ReplayedStory, replayStory } from './replay-story.ts'
export { type ExploreCoverage, ExploreError, type ExploreFailure, type Report } from './report.ts'
export { ProcessDied } from './run/died.ts'
export type { Fact, Harm, Mark, Story, StoryStep } from './story.ts'
export { worldCommands } from './world-commands.ts'
