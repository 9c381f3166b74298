/**
 * Exploration of your own code, and arbitraries and commands for fast-check.
 *
 * @module fauxgraph/check
 */

export type { FactKind } from './calls/fact-names.ts'
export { defineExploration } from './define-exploration.ts'
export { type FilesOptions, files } from './durable/files/files.ts'
export type {
  DurableKind,
  DurablePart,
  DurableProcess,
  DurableRun,
  DurableTable,
  WriteFaults,
} from './durable/part.ts'
export { type PostgresOptions, postgres } from './durable/postgres/postgres.ts'
export type { PostgresSchema } from './durable/postgres/postgres-baseline.ts'
export { type RedisOptions, type RedisQuery, redis } from './durable/redis/redis.ts'
export { type SqliteOptions, sqlite } from './durable/sqlite/sqlite.ts'
export { explore } from './explore.ts'
export type {
  Command,
  ExploreOptions,
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
} from './options/options.ts'
export type {
  ExplorationConfig,
  ExportedFunctions,
  ProgramSurroundings,
  RunningProgram,
} from './program/config.ts'
export { arbitraries, type CallParameters, type ParameterClass } from './properties/arbitraries.ts'
export {
  type CheckScenarioOptions,
  checkScenario,
  type ScenarioCheck,
  type ScenarioFailure,
} from './properties/check-scenario.ts'
export { invariants } from './properties/invariants.ts'
export { worldCommands } from './properties/world-commands.ts'
export { type ReplayedStory, replayStory } from './replay-story.ts'
export { type ExploreCoverage, ExploreError, type ExploreFailure, type Report } from './report/report.ts'
export { ProcessDied } from './run/died.ts'
export type { Fact, Harm, Mark, Story, StoryStep } from './story/story.ts'
