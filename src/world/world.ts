import type { Recording } from '../engine/recording.ts'
import type { ActionMethods, Client } from '../generated/operations.ts'
import type { Area } from '../service/area/area.ts'
import type { AreaActions, AreaCalls, AreaEvents } from '../service/area/client.ts'
import type { Version } from '../service/contract/versions.ts'
import type { Policy, PolicyName } from '../service/policy.ts'
import type { ServiceState } from '../service/routes/context.ts'
import type { Faults } from './faults.ts'
import type { Clock } from './handle/clock.ts'
import type { Coverage } from './handle/coverage.ts'
import type { Calls, Events } from './handle/logs.ts'
import type { PictureResponse } from './handle/pictures.ts'
import type { Snapshot } from './handle/recorded-change.ts'
import type { GraphRequest } from './handle/request.ts'
import type { DiffOptions, WorldDifference } from './history/difference.ts'
import type { Trace, TraceOptions } from './history/trace-schema.ts'
import type { Explanation, TypedCall } from './history/why.ts'
import type { Webhooks } from './sending/webhooks.ts'
import type { Starter, StarterOptions } from './starter/starter-names.ts'
import type { AddedStub, StubAnswer, StubOptions } from './stubs.ts'

export type { Snapshot } from './handle/recorded-change.ts'

/**
 * A simulated service: a mutable handle on one state.
 *
 * @typeParam A The areas that `createWorld` got.
 */
export interface World<A extends Area = never> {
  /** The seed of all random values. */
  readonly seed: string
  /** The number of inputs that the world has taken since it began. */
  readonly seq: number
  readonly policy: Policy
  /** The addresses of the service: that of calls, and that of pages and pictures (CNV-001, CNV-002). */
  readonly baseUrl: string
  readonly webUrl: string
  /** The current state, as the pure `step` takes it. It never changes; each input replaces it. */
  readonly state: ServiceState
  /**
   * Creates one object of each kind, with tokens, in the five minutes before `now`: the clock stays where it
   * is, and the logs and the history stay empty. It must be the first change of the world. A second call
   * returns the same names. Throws a TypeError if an option is unknown, and a RangeError if a second call has
   * another value of an option than the first.
   */
  starter(options?: StarterOptions): Starter
  /** The ids and tokens of the starter world; undefined before `starter()`. */
  readonly names: Starter | undefined
  /** Actions of people, administrators and the platform outside the API. */
  readonly actions: [A] extends [never] ? ActionMethods : ActionMethods & AreaActions<A>
  /** Returns a client that calls the API with a token. */
  as(token: string, options?: { version?: Version }): [A] extends [never] ? Client : Client & AreaCalls<A>
  /** Answers an HTTP request synchronously. Throws a TypeError that names a member which no request has. */
  request(request: GraphRequest): PictureResponse
  /**
   * Explains a request or a typed call without making it: each check in order, and the error that the world
   * would answer. The world stays as it is.
   */
  why(asked: GraphRequest | TypedCall): Explanation
  readonly clock: Clock<World<A>>
  readonly events: [A] extends [never] ? Events : AreaEvents<A> & Events
  readonly calls: Calls
  readonly faults: Faults
  /**
   * Adds an endpoint that is not simulated: a route such as `'GET /{page}/conversations'`, and its answer as
   * data, or a function that returns it. Its calls pass the same checks as all others. Data is part of the
   * state; a function is not, and snapshots name it. Throws a TypeError if the stub is invalid, or if its
   * route is simulated and `override` is not set.
   */
  stub(route: string, answer: StubAnswer, options?: StubOptions): AddedStub
  /** The stubs in the order in which they were added. */
  readonly stubs: readonly AddedStub[]
  readonly webhooks: Webhooks
  /**
   * Returns a hash of the graph, or with `full` of the graph and the ledger. `graph` if left out. The `hash`
   * of a snapshot and of a recording is the full hash.
   */
  hash(scope?: 'graph' | 'full'): string
  /** Returns the whole state as JSON. `bytes: 'omit'` leaves out the bytes of pictures. */
  snapshot(options?: { bytes?: 'keep' | 'omit' }): Snapshot
  /**
   * Returns what another world has and this world has not: rows, the time and the policy. If the worlds are
   * forks of each other, or moments of one history, the cost is that of the difference, not of the worlds.
   */
  diff(other: World, options?: DiffOptions): WorldDifference
  /**
   * Returns what happened in the world, as plain JSON: its last steps, each with its reason and the rows that
   * it changed, and the world around them, with its tokens. It plays the steps again, and is bounded in size.
   * `tracePage` of `fauxgraph/inspector` makes a page of it.
   */
  trace(options?: TraceOptions): Trace
  /** Returns an independent copy in constant time. The options can change its seed and policy. */
  fork(options?: ForkOptions): World<A>
  readonly history: WorldHistory
  /**
   * The operations, error codes and events that were reached since the world was created. A fork adds to the
   * counts of its world, and `reset` keeps them. They are not part of the state.
   */
  coverage(): Coverage
  /**
   * Returns the world to its first state (after `starter()`, if it was called), or to a snapshot. Later
   * resets return to the same snapshot. The history starts again.
   */
  reset(to?: Snapshot): void
}

/** A world that began with `starter()`: its ids and tokens are always there. */
export interface StarterWorld<A extends Area = never> extends World<A> {
  readonly names: Starter
  fork(options?: ForkOptions): StarterWorld<A>
}

/** The state, the seed and the policy with which a fork begins: those of its world if left out. */
export interface ForkOptions {
  /**
   * The state in which it begins: the current one, or the one that `reset` returns to. `here` if left out.
   */
  readonly from?: 'here' | 'baseline'
  readonly seed?: number | string
  /** The name of a preset, which replaces the policy, or the options that change. */
  readonly policy?: PolicyName | Partial<Policy>
}

/** The inputs and past states of a world. */
export interface WorldHistory {
  /** The number of inputs that the world has taken since its creation or last reset. */
  readonly length: number
  /** The number of inputs that were dropped, oldest first, because the history is limited to 128 MiB. */
  readonly dropped: number
  /**
   * Returns a copy of the world as it was after `sequence` inputs. Throws a RangeError if these inputs were
   * dropped.
   */
  at(sequence: number): World
  /** Returns the inputs of the history and their base: the options of the world, or a snapshot. */
  recording(): Recording
}
