import type { Delivery } from '../../chapters/webhooks/delivery.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { DeliveryResult } from '../../world/sending/webhooks.ts'
import type { Duration, FixedDuration } from '../../world/time/durations.ts'
import type { When } from '../../world/time/time.ts'
import type { World } from '../../world/world.ts'
import type { ArrivalProcess } from '../load/arrivals.ts'
import type { RandomSource } from '../load/random-source.ts'
import type { CapacitySchedule } from '../load/schedule.ts'
import type { RequestOptions, ResourceRequest } from './resources.ts'
import type { Wait, WaitResult } from './waits.ts'

/** The world, time and random draws of an actor, and its marks in the report. */
export interface ActorContext {
  /** The simulated world. Calls are made as usual: `world.actions`, `world.as(token)`, `world.request`. */
  readonly world: World
  /** The name of the actor: `visitor`, and `visitor#3` if there are several. */
  readonly name: string
  /** Its number among those with this name, from 1. */
  readonly index: number
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
  /** The random stream of this actor, which nothing else draws from. */
  readonly random: RandomSource
  /**
   * Requests one place of a resource: yield the request to wait for the place. The yield returns false if
   * none was free within `patience`. Requests with a lower `priority` come first, and within one priority
   * those that came first: 0 if left out.
   */
  request(resource: string, options?: RequestOptions): ResourceRequest
  /** Adds to a counter: 1 if left out. */
  count(name: string, by?: number): void
  /** Adds a value of at least 0 to a histogram. */
  observe(name: string, value: number): void
  /** Adds a mark to the timeline. */
  note(text: string, data?: Json): void
  /** Starts another actor at this instant. Its name must be new. */
  start(name: string, actor: Actor): void
  /**
   * Ends another actor: what it waits for is withdrawn, its `finally` runs, and its places come back. Returns
   * false if it has ended already.
   */
  stop(name: string): boolean
}

/** An actor: a generator function that yields what it waits for. */
export type Actor = (sim: ActorContext) => Generator<Wait, void, WaitResult>

/** Several actors with the same program. */
export interface ActorGroup {
  /** Their number: at most 10,000. */
  readonly count: number
  readonly run: Actor
}

/** Something that happens again and again. Set either `run` or `actor`. */
export interface ArrivalOptions {
  readonly process: ArrivalProcess
  /** Runs at each arrival. `sim.index` is the number of the arrival. */
  readonly run?: (sim: ActorContext) => void
  /** The actor of each arrival, for work that takes time. */
  readonly actor?: Actor
  /** Ends the process after this many arrivals. */
  readonly most?: number
}

/**
 * Receives the webhook deliveries of an app. Without a result the answer has the HTTP status 200. A
 * receiver that takes time is an actor that returns the result: `{ actor: function* (delivery, sim) { … }
 * }`.
 */
export type Receiver =
  | ((delivery: Delivery, sim: ActorContext) => DeliveryResult | undefined | void)
  | { readonly actor: ReceiverActor }

/** An actor that receives one delivery, and returns the result. */
export type ReceiverActor = (
  delivery: Delivery,
  sim: ActorContext,
) => Generator<Wait, DeliveryResult | undefined | void, WaitResult>

/** The values that are sampled. */
export interface SampleOptions {
  /** The period. The first sample is taken at the beginning, and the last at the end or before it. */
  readonly every: FixedDuration
  /** Values that are read at each sample. */
  readonly gauges?: Readonly<Record<string, (world: World) => number>>
}

/** The world of a simulation, its length, and the load on it. Only `world` and a length are required. */
export interface SimulateOptions {
  /** The world, which the simulation changes. Pass a fork to keep it: `world.fork()`. */
  readonly world: World
  /** The seed of the random streams: the seed of the world if left out. */
  readonly seed?: number | string
  /** The length of the simulation. Set either `for` or `until`. */
  readonly for?: Duration
  /** When it ends. */
  readonly until?: When
  readonly actors?: Readonly<Record<string, Actor | ActorGroup>>
  readonly arrivals?: Readonly<Record<string, ArrivalOptions>>
  /** The number of places of each resource, or a `schedule` of it. */
  readonly resources?: Readonly<Record<string, number | CapacitySchedule>>
  /** The receivers of webhooks, by the id of the app. An app without a webhook gets one. */
  readonly receivers?: Readonly<Record<string, Receiver>>
  readonly sample?: SampleOptions
  /**
   * Time that is left out of the measurements: counters, histograms and resources begin again after it.
   * Series and the timeline have it.
   */
  readonly warmUp?: Duration
  /**
   * The number of marks that the timeline keeps with their details: 4,000 if left out; 0 records no
   * timeline.
   */
  readonly timelineItems?: number
  /**
   * Ends a simulation that makes no progress: maximum steps and calls at one instant, 100,000 if left out.
   */
  readonly maxStepsPerInstant?: number
}
