/**
 * Simulations of weeks, with arrivals, resources and timelines.
 *
 * @module fauxgraph/simulation
 */

export type { Stage } from '../world/handle/refusal.ts'
export {
  type ArrivalProcess,
  type ArrivalRate,
  type ArrivalStart,
  type BurstOptions,
  bursts,
  empirical,
  poisson,
} from './arrivals.ts'
export { type Calendar, type CalendarOptions, calendar } from './calendar.ts'
export { seriesCsv } from './csv.ts'
export { type DiurnalOptions, diurnal } from './diurnal.ts'
export type { HistogramReport } from './histogram.ts'
export type {
  Actor,
  ActorContext,
  ActorGroup,
  ArrivalOptions,
  Receiver,
  ReceiverActor,
  SampleOptions,
  SimulateOptions,
} from './options.ts'
export { timelinePage } from './page.ts'
export type { RandomSource } from './random-source.ts'
export type { ResourceReport, SeatRequest } from './resources.ts'
export type { Series } from './series.ts'
export { type SimulationResult, simulate } from './simulate.ts'
export { SimulationError } from './simulation-error.ts'
export type { ItemKind, ItemReason, Lane, Timeline, TimelineItem } from './timeline.ts'
export { type Until, until, type Wait } from './waits.ts'
