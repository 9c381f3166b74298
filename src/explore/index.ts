/**
 * Exploration of your own code against a hostile world.
 *
 * @module fauxgraph/explore
 */

export { defineExploration } from './define-exploration.ts'
export { explore } from './explore.ts'
export type {
  DurableKind,
  DurablePart,
  DurableProcess,
  DurableRun,
  DurableTable,
  WriteFaults,
} from './io/durable/part.ts'
export { type FilesOptions, files } from './io/files/files.ts'
export { type PostgresOptions, postgres } from './io/postgres/postgres.ts'
export type { PostgresSchema } from './io/postgres/postgres-baseline.ts'
export { type RedisOptions, type RedisQuery, redis } from './io/redis/redis.ts'
export { type SqliteOptions, sqlite } from './io/sqlite/sqlite.ts'
export type { CommandConfig, CommandSurroundings, ServerConfig, ServerProgram } from './outside/config.ts'
export {
  type CommandMirror,
  type CommandView,
  commandLines,
  csvFile,
  jsonFile,
  sqliteFile,
  url,
} from './outside/mirrors.ts'
export type {
  ExplorationConfig,
  ExplorationWorld,
  ExportedFunctions,
  ProgramSurroundings,
  RunningProgram,
} from './program/config.ts'
export { type ReplayedStory, replayStory } from './replay-story.ts'
export {
  type ExploreCoverage,
  ExploreError,
  type ExploreFailure,
  type ExploreReport,
} from './report/report.ts'
export type { FactKind } from './run/calls/fact-names.ts'
export { ProcessDied } from './run/died.ts'
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
} from './run/options/options.ts'
export type { Fact, Harm, Mark, Story, StoryStep } from './search/story/story.ts'
