import { graphHash, stateHash } from '../engine/state/hash.ts'
import type { ActionMethods, Client } from '../generated/operations.ts'
import type { Version } from '../service/contract/versions.ts'
import type { Policy } from '../service/policy.ts'
import { chosenPolicy } from '../service/policy-schema.ts'
import type { ServiceState } from '../service/routes/context.ts'
import { changedMembers } from '../service/values/plain.ts'
import { type Faults, faultsOf } from './faults.ts'
import { actionsOf, clientOf } from './handle/client.ts'
import { type Clock, clockOf } from './handle/clock.ts'
import { type Coverage, coverageOf } from './handle/coverage.ts'
import { createHandle, forkHandle, type Handle, policyIn, runSettled } from './handle/handle.ts'
import { checkNames, checkToken } from './handle/known-names.ts'
import { type Calls, callsOf, type Events, eventsOf } from './handle/logs.ts'
import { checkOneOf, seedOf } from './handle/options.ts'
import type { PictureResponse } from './handle/pictures.ts'
import type { Snapshot } from './handle/recorded-change.ts'
import { answerRequest, type GraphRequest } from './handle/request.ts'
import { type DiffOptions, type WorldDifference, worldDifference } from './history/difference.ts'
import { historyOf } from './history/history.ts'
import { traceOf } from './history/trace.ts'
import type { Trace, TraceOptions } from './history/trace-schema.ts'
import { type Explanation, explain, type TypedCall } from './history/why.ts'
import { type Webhooks, webhooksOf } from './sending/webhooks.ts'
import { recordedBaseOf, restored, snapshotOf } from './starter/beginning.ts'
import { makeStarter, starterIn } from './starter/starter.ts'
import type { Starter, StarterOptions } from './starter/starter-names.ts'
import { type AddedStub, addStub, countedStubs, type StubAnswer, type StubOptions, stubsOf } from './stubs.ts'
import type { ForkOptions, World, WorldHistory } from './world.ts'

function resetTo(handle: Handle, state: ServiceState): void {
  const { baseline, baselineBase, counts, observe, watch, record, follower, run, ownerTest } = handle
  const fresh = createHandle(state, handle.settings, baselineBase, handle)
  const kept = { baseline, counts, observe, watch, record, follower, run, ownerTest }
  Object.assign(handle, fresh, kept)
  follower?.set(state.graph.now)
}

/** Returns the handle of a fork: a copy of a handle, or a new one on the state that `reset` returns to. */
function forkOf(handle: Handle, options: ForkOptions): Handle {
  const { from = 'here', seed, policy } = options
  checkOneOf('from', from, ['here', 'baseline'])
  const { counts, ownerTest } = handle
  const fork =
    from === 'here'
      ? forkHandle(handle)
      : { ...createHandle(handle.baseline, handle.settings, handle.baselineBase, handle), counts, ownerTest }
  if (seed === undefined && policy === undefined) return fork
  const chosen = policy === undefined ? undefined : chosenPolicy(policy, policyIn(handle))
  if (typeof chosen === 'string') throw new TypeError(chosen)
  runSettled(fork, {
    type: 'configure',
    ...(seed !== undefined && { seed: seedOf(seed) }),
    // A user may pass a whole preset: the history has the keys that it changes.
    ...(chosen && { policy: typeof policy === 'string' ? policy : changedMembers(chosen, policyIn(handle)) }),
  })
  return fork
}

/** The objects of a world. Each is created on first use, because a fork often serves only one call. */
interface Parts {
  actions?: ActionMethods
  calls?: Calls
  clock?: Clock<World>
  events?: Events
  faults?: Faults
  history?: WorldHistory
  webhooks?: Webhooks
}

/** A world. Its methods are its own, so that they work apart from it: `const { request } = world`. */
export class SimulatedWorld implements World {
  readonly #handle: Handle
  readonly #parts: Parts = {}

  constructor(handle: Handle) {
    this.#handle = handle
  }

  /** Returns the handle of a world of this copy of fauxgraph; undefined for any other value. */
  static handleIn(value: unknown): Handle | undefined {
    return typeof value === 'object' && value !== null && #handle in value ? value.#handle : undefined
  }

  get seed(): string {
    return this.#handle.state.graph.seed
  }

  get seq(): number {
    return this.#handle.state.ledger.sequence
  }

  get policy(): Policy {
    return policyIn(this.#handle)
  }

  get baseUrl(): string {
    return this.#handle.settings.baseUrl
  }

  get webUrl(): string {
    return this.#handle.settings.webUrl
  }

  get state(): ServiceState {
    return this.#handle.state
  }

  get names(): Starter | undefined {
    return starterIn(this.#handle)
  }

  get actions(): ActionMethods {
    this.#parts.actions ??= actionsOf(this.#handle)
    return this.#parts.actions
  }

  get calls(): Calls {
    this.#parts.calls ??= callsOf(this.#handle)
    return this.#parts.calls
  }

  get clock(): Clock<World> {
    this.#parts.clock ??= clockOf<World>(this.#handle, () => this)
    return this.#parts.clock
  }

  get events(): Events {
    this.#parts.events ??= eventsOf(this.#handle)
    return this.#parts.events
  }

  get faults(): Faults {
    this.#parts.faults ??= faultsOf(this.#handle)
    return this.#parts.faults
  }

  get history(): WorldHistory {
    this.#parts.history ??= historyOf(
      this.#handle,
      () => recordedBaseOf(this.#handle),
      (state) => new SimulatedWorld(createHandle(state, this.#handle.settings, undefined, this.#handle)),
    )
    return this.#parts.history
  }

  get webhooks(): Webhooks {
    this.#parts.webhooks ??= webhooksOf(this.#handle)
    return this.#parts.webhooks
  }

  readonly starter = (options?: StarterOptions): Starter => makeStarter(this.#handle, options)

  readonly as = (token: string, options: { version?: Version } = {}): Client => {
    checkToken(token)
    checkNames('as', 'option', options, ['version'])
    return clientOf(this.#handle, token, options.version)
  }

  readonly request = (request: GraphRequest): PictureResponse => answerRequest(this.#handle, request).response

  readonly why = (asked: GraphRequest | TypedCall): Explanation => explain(this.#handle, asked)

  readonly coverage = (): Coverage =>
    coverageOf(this.#handle.counts, countedStubs(this.#handle.state.ledger.notes))

  readonly hash = (scope: 'graph' | 'full' = 'graph'): string => {
    const { state } = this.#handle
    checkOneOf('scope', scope, ['graph', 'full'])
    return scope === 'graph' ? graphHash(state.graph) : stateHash(state)
  }

  readonly snapshot = (options: { bytes?: 'keep' | 'omit' } = {}): Snapshot => {
    checkNames('snapshot', 'option', options, ['bytes'])
    checkOneOf('bytes', options.bytes ?? 'keep', ['keep', 'omit'])
    return snapshotOf(this.#handle.state, options)
  }

  readonly diff = (other: World, options: DiffOptions = {}): WorldDifference =>
    worldDifference(this.#handle.state, SimulatedWorld.handleIn(other)?.state, options)

  readonly stub = (route: string, answer: StubAnswer, options?: StubOptions): AddedStub =>
    addStub(this.#handle, route, answer, options)

  get stubs(): readonly AddedStub[] {
    return stubsOf(this.#handle)
  }

  readonly trace = (options?: TraceOptions): Trace => traceOf(this, this.#handle, options)

  readonly fork = (options: ForkOptions = {}): World => {
    checkNames('fork', 'option', options, ['from', 'seed', 'policy'])
    return new SimulatedWorld(forkOf(this.#handle, options))
  }

  readonly reset = (to?: Snapshot): void => {
    const handle = this.#handle
    const state = to === undefined ? handle.baseline : restored(to, handle.state.graph.caps, handle.service)
    if (to !== undefined) Object.assign(handle, { baseline: state, baselineBase: undefined })
    handle.record?.({ reset: to ?? null })
    resetTo(handle, state)
  }
}
