/**
 * Simulations of weeks, with arrivals, resources and timelines.
 *
 * @module fauxgraph/simulation
 */

export type { Stage } from '../world/handle/refusal.ts'
export { seriesCsv } from './csv.ts'
export {
  type ArrivalProcess,
  type ArrivalRate,
  type ArrivalStart,
  type BurstOptions,
  bursts,
  empirical,
  poisson,
} from './load/arrivals.ts'
export { type Calendar, type CalendarOptions, calendar } from './load/calendar.ts'
export type { Distributions, Spread, Triangle } from './load/distributions.ts'
export { type DiurnalOptions, diurnal } from './load/diurnal.ts'
export type { RandomSource } from './load/random-source.ts'
export { type CapacitySchedule, type ScheduleOptions, schedule } from './load/schedule.ts'
export { studyPage, timelinePage } from './page.ts'
export type { HistogramReport } from './run/histogram.ts'
export type {
  Actor,
  ActorContext,
  ActorGroup,
  ArrivalOptions,
  Receiver,
  ReceiverActor,
  SampleOptions,
  SimulateOptions,
} from './run/options.ts'
export type { RequestOptions, ResourceReport, ResourceRequest } from './run/resources.ts'
export type { Series } from './run/series.ts'
export { type SimulationResult, simulate } from './run/simulate.ts'
export { SimulationError } from './run/simulation-error.ts'
export type { ItemKind, ItemReason, Lane, Timeline, TimelineItem } from './run/timeline.ts'
export { type AnyOf, any, type Until, until, type Wait, type WaitResult } from './run/waits.ts'
export { cross, defineStudy } from './study/check-study.ts'
export type { Estimate } from './study/estimate.ts'
export { study } from './study/study.ts'
export type { Precision, ReplicationContext, Replications, StudyOptions } from './study/study-options.ts'
export type { Band, DifferenceResult, StudyResult, VariantResult } from './study/study-result.ts'
