import type { Json } from '../engine/guard.ts'
import { firstState, forgottenInputs } from '../engine/history.ts'
import { isPlainObject } from '../engine/plain-object.ts'
import { snapshot } from '../engine/snapshot.ts'
import type { State } from '../engine/state.ts'
import type { StoredBytes } from '../engine/storage.ts'
import type { ServiceState } from '../graph/context.ts'
import { service } from '../machine/service-machine.ts'
import type { Handle } from './handle.ts'
import { type Base, recordedBase } from './options.ts'
import type { Snapshot } from './recorded-change.ts'
import { ENGINE } from './version.ts'

/** Returns the first state of a world with these options. */
export const beginOf = ({
  seed,
  now,
  policy,
  logSize,
  pictureBytesMax,
  recordBytesMax,
}: Base): ServiceState =>
  service.begin({
    seed,
    now,
    settings: policy,
    notes: {},
    logSize,
    caps: { blobBytes: pictureBytesMax, rowBytes: recordBytesMax },
  })

/**
 * Reads the state in a snapshot. Throws a TypeError if the snapshot is invalid.
 *
 * @param caps The largest caps that the snapshot may have.
 */
export function restored(from: unknown, caps?: StoredBytes): ServiceState {
  const read = service.restore(from, caps)
  if (!read.ok) throw new TypeError(read.problem)
  return read.state
}

/** Returns a snapshot of a state. */
export const snapshotOf = (state: State, options?: { bytes?: 'keep' | 'omit' }): Snapshot => ({
  engine: ENGINE,
  ...snapshot(state, options),
})

function stateOfBase(base: Json): ServiceState {
  const { options, snapshot, ...more } = isPlainObject(base) ? base : {}
  if (Object.keys(more).length > 0 || (options === undefined) === (snapshot === undefined))
    throw new TypeError('its base is neither options nor a snapshot')
  return options === undefined ? restored(snapshot) : beginOf(recordedBase(options))
}

/** Returns the first state of a recording. Throws a TypeError if its base is invalid. */
export function recordedStart(base: Json): ServiceState {
  try {
    return stateOfBase(base)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new TypeError(`The recording cannot be read: ${error.message}`)
  }
}

/** Returns the base of a recording: the options of the world, or a snapshot if old inputs were dropped. */
export function recordedBaseOf({ history, state }: Handle, madeFrom: Json | undefined): Json {
  if (madeFrom !== undefined && (!history || forgottenInputs(history) === 0)) return madeFrom
  return { snapshot: snapshotOf(history ? firstState(history) : state) }
}
