import type { ActionMethods, Client, Policy } from '../areas/operations.ts'
import type { Json } from '../engine/guard.ts'
import { graphHash, stateHash } from '../engine/hash.ts'
import { forkHistory } from '../engine/history.ts'
import { playRecording, type Replay, readRecording } from '../engine/recording.ts'
import type { State } from '../engine/state.ts'
import type { Version } from '../graph/contract/versions.ts'
import { policyError } from '../graph/policy.ts'
import { service } from '../machine/service-machine.ts'
import { beginOf, recordedBaseOf, recordedStart, restored, type Snapshot, snapshotOf } from './beginning.ts'
import { actionsOf, clientOf } from './client.ts'
import { type Clock, clockOf } from './clock.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import { type Faults, faultsOf } from './faults.ts'
import { type Handle, hold, policyIn, take } from './handle.ts'
import { checkNames, checkToken } from './known-names.ts'
import { type Calls, callsOf, type Events, eventsOf } from './logs.ts'
import {
  baseOf,
  capsOf,
  restoreOptions,
  seedOf,
  settingsOf,
  type WorldOptions,
  worldOptions,
} from './options.ts'
import type { PictureResponse } from './pictures.ts'
import { answerRequest, type GraphRequest } from './request.ts'
import { makeStarter, type Starter, type StarterOptions, starterIn } from './starter.ts'
import { type Webhooks, webhooksOf } from './webhooks.ts'
import { type Explanation, explain, type TypedCall } from './why.ts'
import { historyOf, type WorldHistory } from './world-history.ts'

export type { Snapshot } from './beginning.ts'

/** A simulated service: the handle on one state, which its methods move on. */
export interface World {
  readonly seed: string
  /** How many inputs the world has taken. */
  readonly seq: number
  readonly policy: Policy
  /** The state itself: what the pure `step` takes. Holding it is a snapshot; it never changes. */
  readonly state: State
  /** Makes one of everything, with tokens; before the first input only. */
  starter(options?: StarterOptions): Starter
  /** The names of the starter world, once there is one. */
  readonly names: Starter | undefined
  readonly actions: ActionMethods
  /** Calls as the holder of a token. */
  as(token: string, options?: { version?: Version }): Client
  /** Answers an HTTP request, synchronously. */
  request(request: GraphRequest): PictureResponse
  /**
   * Explains a request or a typed call without making it: each check in order, and the error that the world
   * would answer. The world stays as it is.
   */
  why(asked: GraphRequest | TypedCall): Explanation
  readonly clock: Clock<World>
  readonly events: Events
  readonly calls: Calls
  readonly faults: Faults
  readonly webhooks: Webhooks
  /** The hash of the graph, or of graph and ledger together. */
  hash(scope?: 'graph' | 'full'): string
  snapshot(options?: { bytes?: 'keep' | 'omit' }): Snapshot
  /** Another world that goes on from here, in constant time; perhaps with another seed or policy. */
  fork(options?: ForkOptions): World
  readonly history: WorldHistory
  /**
   * The operations, error codes and events that were reached since the world was made. A fork counts with its
   * world, and `reset` keeps the counts. They are not part of the state.
   */
  coverage(): Coverage
  /** Back to the baseline, or to a snapshot. What was before is forgotten. */
  reset(to?: Snapshot): void
}

/** How a fork differs from its world. */
export interface ForkOptions {
  /** Where it begins: here, or in the state that `reset` leads to, whatever has happened since. */
  readonly from?: 'here' | 'baseline'
  readonly seed?: number | string
  readonly policy?: Partial<Policy>
}

/**
 * Makes a world: empty, at a fixed instant, the same every time. A TypeError says which option is wrong.
 */
export function createWorld(options: WorldOptions = {}): World {
  checkNames('createWorld', 'option', options, worldOptions)
  const base = baseOf(options)
  return worldOf(hold(beginOf(base), settingsOf(options)), { options: base as unknown as Json })
}

/**
 * Makes a world from a snapshot; a TypeError says why it cannot be read. A snapshot brings its own caps:
 * `pictureBytesMax` and `recordBytesMax` are the most that it may allow.
 */
export function restoreWorld(
  from: unknown,
  options: Omit<WorldOptions, 'seed' | 'now' | 'policy' | 'defaultVersion' | 'logSize'> = {},
): World {
  checkNames('restoreWorld', 'option', options, restoreOptions)
  return worldOf(hold(restored(from, capsOf(options)), settingsOf(options)), undefined)
}

/**
 * Plays a recording and compares every outcome and the last hash. `difference` names the first input whose
 * outcome is not as recorded; a TypeError says why a value is no recording.
 */
export function replay(
  recording: unknown,
  options: { until?: number } = {},
): { world: World; difference?: NonNullable<Replay['difference']> } {
  checkNames('replay', 'option', options, ['until'])
  const { until } = options
  if (until !== undefined && !(Number.isSafeInteger(until) && until >= 0))
    throw new TypeError(`until is a whole number of inputs, got ${String(until)}`)
  const read = readRecording(recording)
  if (!read.ok) throw new TypeError(`The recording cannot be read: ${read.problem}`)
  const from = recordedStart(read.recording.base)
  const { state, difference } = playRecording(service, from, read.recording, until)
  const world = worldOf(hold(state, settingsOf({})), undefined)
  return { world, ...(difference && { difference }) }
}

function forked(handle: Handle, base: Json | undefined, options: ForkOptions): World {
  checkNames('fork', 'option', options, ['from', 'seed', 'policy'])
  const { from = 'here', seed, policy } = options
  const here = from === 'here'
  const fork: Handle = here
    ? { ...handle, history: handle.history && forkHistory(handle.history, handle.state) }
    : { ...hold(handle.baseline, handle.settings), counts: handle.counts }
  if (seed !== undefined || policy) {
    const error = policy && policyError({ ...policyIn(handle), ...policy })
    if (error) throw new TypeError(error)
    take(fork, {
      type: 'configure',
      ...(seed !== undefined && { seed: seedOf(seed) }),
      ...(policy && { policy }),
    })
  }
  return worldOf(fork, here ? base : undefined)
}

/** Makes worlds that begin in other states of this one. */
const worldIn = (handle: Handle) => (state: State) => worldOf(hold(state, handle.settings), undefined)

function snapshotIn({ state }: Handle, options: { bytes?: 'keep' | 'omit' } = {}): Snapshot {
  checkNames('snapshot', 'option', options, ['bytes'])
  return snapshotOf(state, options)
}

function resetTo(handle: Handle, state: State): void {
  const fresh = hold(state, handle.settings)
  Object.assign(handle, fresh, { baseline: handle.baseline, counts: handle.counts })
}

/** The world of a handle. `base` is what its history began with, when that can be said by options. */
function worldOf(handle: Handle, madeFrom: Json | undefined): World {
  let base = madeFrom
  // Made when first asked for: a fork is often thrown away after one call.
  let actions: ActionMethods | undefined
  let webhooks: Webhooks | undefined
  const world: World = {
    get seed() {
      return handle.state.graph.seed
    },
    get seq() {
      return handle.state.ledger.sequence
    },
    get policy() {
      return policyIn(handle)
    },
    get state() {
      return handle.state
    },
    starter: (options) => makeStarter(handle, options),
    get names() {
      return starterIn(handle)
    },
    get actions() {
      actions ??= actionsOf(handle)
      return actions
    },
    as(token, options = {}) {
      checkToken(token)
      checkNames('as', 'option', options, ['version'])
      return clientOf(handle, token, options.version)
    },
    request: (request) => answerRequest(handle, request).response,
    why: (asked) => explain(handle, asked),
    clock: clockOf(handle, () => world),
    events: eventsOf(handle),
    calls: callsOf(handle),
    faults: faultsOf(handle),
    get webhooks() {
      webhooks ??= webhooksOf(handle)
      return webhooks
    },
    hash: (scope = 'graph') => (scope === 'graph' ? graphHash(handle.state.graph) : stateHash(handle.state)),
    snapshot: (options) => snapshotIn(handle, options),
    fork: (options = {}) => forked(handle, base, options),
    history: historyOf(handle, () => recordedBaseOf(handle, base), worldIn(handle)),
    coverage: () => coverageOf(handle.counts),
    reset(to) {
      const state = to === undefined ? handle.baseline : restored(to, handle.state.graph.caps)
      if (to !== undefined) handle.baseline = state
      resetTo(handle, state)
      base = undefined
    },
  }
  return world
}
