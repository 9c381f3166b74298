import type { ActionMethods, Client, Policy } from '../areas/operations.ts'
import type { Json } from '../engine/guard.ts'
import { graphHash, stateHash } from '../engine/hash.ts'
import {
  firstState,
  forgottenInputs,
  forkHistory,
  historyLength,
  inputsOf,
  stateAt,
} from '../engine/history.ts'
import {
  playRecording,
  type Recording,
  type Replay,
  readRecording,
  writeRecording,
} from '../engine/recording.ts'
import type { ServiceState } from '../graph/context.ts'
import type { Version } from '../graph/contract/versions.ts'
import { policyError } from '../graph/policy.ts'
import { service } from '../machine/service-machine.ts'
import { beginOf, recordedBaseOf, recordedStart, restored, type Snapshot, snapshotOf } from './beginning.ts'
import { actionsOf, clientOf } from './client.ts'
import { type Clock, clockOf } from './clock.ts'
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
import { type GraphRequest, requestOf } from './request.ts'
import { makeStarter, type Starter, type StarterOptions, starterIn } from './starter.ts'
import { ENGINE } from './version.ts'
import { type Webhooks, webhooksOf } from './webhooks.ts'

export type { Snapshot } from './beginning.ts'

/** A simulated service: the handle on one state, which its methods move on. */
export interface World {
  readonly seed: string
  /** How many inputs the world has taken. */
  readonly seq: number
  readonly policy: Policy
  /** The state itself: what the pure `step` takes. Holding it is a snapshot; it never changes. */
  readonly state: ServiceState
  /** Makes one of everything, with tokens; before the first input only. */
  starter(options?: StarterOptions): Starter
  /** The names of the starter world, once there is one. */
  readonly names: Starter | undefined
  readonly actions: ActionMethods
  /** Calls as the holder of a token. */
  as(token: string, options?: { version?: Version }): Client
  /** Answers an HTTP request, synchronously. */
  request(request: GraphRequest): PictureResponse
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

/** How a world came to be as it is. */
export interface WorldHistory {
  /** How many inputs the world has taken. */
  readonly length: number
  /** How many of them were forgotten, the oldest first, because the history holds more than 128 MiB. */
  readonly dropped: number
  /**
   * The world as it was after `sequence` inputs: a fork, with nothing taken back here. A RangeError where
   * these inputs were forgotten.
   */
  at(sequence: number): World
  /** The inputs that are kept, and where they begin: the options of the world, or a snapshot. */
  recording(): Recording
}

/**
 * Makes a world: empty, at a fixed instant, the same every time. A TypeError says which option is wrong.
 */
export function createWorld(options: WorldOptions = {}): World {
  checkNames('createWorld', 'option', options, worldOptions)
  const base = baseOf(options)
  return worldOf(hold(beginOf(base), settingsOf(options)), { options: base })
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

function historyOf(handle: Handle, base: () => Json): WorldHistory {
  const kept = () => {
    if (!handle.history) throw new RangeError("This world keeps no history: it was made with history: 'off'")
    return handle.history
  }
  return {
    get length() {
      return handle.history ? historyLength(handle.history) : 0
    },
    get dropped() {
      return handle.history ? forgottenInputs(handle.history) : 0
    },
    at(sequence) {
      const state = stateAt(kept(), sequence, (before, input) => service.step(before, input).state)
      return worldOf(hold(state, handle.settings), undefined)
    },
    recording() {
      const history = kept()
      const written = { base: base(), engine: ENGINE, inputs: inputsOf(history) }
      return writeRecording(service, firstState(history), written)
    },
  }
}

function forked(handle: Handle, base: Json | undefined, options: ForkOptions): World {
  checkNames('fork', 'option', options, ['from', 'seed', 'policy'])
  const { from = 'here', seed, policy } = options
  const here = from === 'here'
  const fork: Handle = here
    ? { ...handle, history: handle.history && forkHistory(handle.history, handle.state) }
    : hold(handle.baseline, handle.settings)
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

function resetTo(handle: Handle, state: ServiceState): void {
  const fresh = hold(state, handle.settings)
  Object.assign(handle, fresh, { baseline: handle.baseline })
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
    request: (request) => requestOf(handle, request),
    clock: clockOf(handle, () => world),
    events: eventsOf(handle),
    calls: callsOf(handle),
    faults: faultsOf(handle),
    get webhooks() {
      webhooks ??= webhooksOf(handle)
      return webhooks
    },
    hash: (scope = 'graph') => (scope === 'graph' ? graphHash(handle.state.graph) : stateHash(handle.state)),
    snapshot(options = {}) {
      checkNames('snapshot', 'option', options, ['bytes'])
      return snapshotOf(handle.state, options)
    },
    fork: (options = {}) => forked(handle, base, options),
    history: historyOf(handle, () => recordedBaseOf(handle, base)),
    reset(to) {
      const state = to === undefined ? handle.baseline : restored(to, handle.state.graph.caps)
      if (to !== undefined) handle.baseline = state
      resetTo(handle, state)
      base = undefined
    },
  }
  return world
}
