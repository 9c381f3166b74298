import type { Duration } from '../../world/time/durations.ts'
import type { SimulateOptions } from '../run/options.ts'
import type { SimulationResult } from '../run/simulate.ts'

/** What one replication is made of. */
export interface ReplicationContext<Base, Variant> {
  /** The value that `baseline` returned. All replications of a process share it: fork its world. */
  readonly base: Base
  readonly variant: Variant
  /** The name of the variant. */
  readonly name: string
  /** The seed of the replication, which is the same for all variants. */
  readonly seed: number
}

/** A half width of an interval: an absolute number, or a share of the mean such as `'5%'`. */
export type Precision = number | `${number}%`

/** How many replications a study has. */
export interface Replications<Measure extends string = string> {
  /** The least number: 10 if left out. */
  readonly least?: number
  /** The greatest number: 1,000 if left out. */
  readonly most?: number
  /** Ends the study as soon as the intervals of these measures are narrow enough for every variant. */
  readonly until: { readonly [name in Measure]?: Precision }
}

/** A question: variants of a simulation, and what is measured of each. */
export interface StudyOptions<Base = unknown, Variant = unknown, Measure extends string = string> {
  readonly name: string
  /** The variants by name. The others are compared with the first one. */
  readonly variants: Readonly<Record<string, Variant>>
  /** Makes what all replications share, once in each process. */
  baseline?(): Base
  /** Returns the options of one replication. The study sets the seed, and leaves the timeline out. */
  simulation(given: ReplicationContext<Base, Variant>): Omit<SimulateOptions, 'seed'>
  /** Numbers that are read from the result of a replication. */
  readonly measures: Readonly<Record<Measure, (result: SimulationResult) => number>>
  /** Time that is left out of the measurements of each replication. */
  readonly warmUp?: Duration
  /** The number of replications of each variant, or when they are enough: 10 if left out. */
  readonly replications?: number | Replications<NoInfer<Measure>>
  /** The probability with which intervals hold what they estimate: 0.95 if left out. */
  readonly confidence?: number
  /** The series that get bands, such as `resources.agents.waiting`: all that are sampled if left out. */
  readonly series?: readonly string[]
  /** Goes on with other replications if an actor throws in one. */
  readonly keepGoing?: boolean
}
