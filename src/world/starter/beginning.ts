import { firstState, forgottenInputs } from '../../engine/state/history.ts'
import { snapshot } from '../../engine/state/snapshot.ts'
import type { State } from '../../engine/state/state.ts'
import type { StoredBytes } from '../../engine/store/storage.ts'
import type { Json } from '../../engine/values/guard.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import { service } from '../../machine/service-machine.ts'
import { areasIn } from '../../machine/snapshot-check.ts'
import { areaMismatch } from '../../machine/world-registry.ts'
import type { ServiceState } from '../../service/routes/context.ts'
import { type Handle, type MachineParts, serviceParts } from '../handle/handle.ts'
import { type Base, recordedBase, recordedStarter } from '../handle/options.ts'
import type { Snapshot } from '../handle/recorded-change.ts'
import { ENGINE } from '../handle/version.ts'
import { starterState } from './kept-starters.ts'
import { SET_UP, setUpInputs } from './starter-set-up.ts'

/** Returns the first state of a world with these options. */
export const beginOf = (
  { seed, now, policy, logSize, pictureBytesMax, recordBytesMax }: Base,
  { service: machine, registry }: Pick<MachineParts, 'service' | 'registry'> = serviceParts,
): ServiceState =>
  machine.begin({
    seed,
    now,
    settings: policy,
    notes: registry.areas ? { areas: registry.areas } : {},
    logSize,
    caps: { blobBytes: pictureBytesMax, rowBytes: recordBytesMax },
  })

/**
 * Reads the state in a snapshot. Throws a TypeError if the snapshot is invalid.
 *
 * @param caps The largest caps that the snapshot may have.
 * @param machine The machine with the functions of the stubs.
 */
export function restored(from: unknown, caps?: StoredBytes, machine = service): ServiceState {
  const read = machine.restore(from, caps)
  if (!read.ok) throw new TypeError(read.problem)
  return read.state
}

/** Returns a snapshot of a state. */
export const snapshotOf = (state: State, options?: { bytes?: 'keep' | 'omit' }): Snapshot => ({
  engine: ENGINE,
  ...snapshot(state, options),
})

function stateOfBase(base: Json, parts: MachineParts): ServiceState {
  const { options, snapshot, starter, areas, ...more } = isPlainObject(base) ? base : {}
  if (Object.keys(more).length > 0 || (options === undefined) === (snapshot === undefined))
    throw new TypeError('its base is neither options nor a snapshot')
  if (options === undefined) return restored(snapshot, undefined, parts.service)
  const mismatch = areaMismatch(areasIn(areas), parts.registry.areas)
  if (mismatch !== undefined) throw new TypeError(mismatch)
  const begun = recordedBase(options)
  if (starter === undefined) return beginOf(begun, parts)
  const known = { options: begun, starter: recordedStarter(starter) }
  return starterState(parts.registry, known, () => beginOf(begun, parts))
}

/** Returns the first state of a recording. Throws a TypeError if its base is invalid. */
export function recordedStart(base: Json, parts: MachineParts): ServiceState {
  try {
    return stateOfBase(base, parts)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new TypeError(`The recording cannot be read: ${error.message}`)
  }
}

/** Returns the base of a recording: the options of the world, or a snapshot if old inputs were dropped. */
export function recordedBaseOf({ history, state, base }: Handle): Json {
  if (base !== undefined && (!history || forgottenInputs(history) === 0)) return base
  return { snapshot: snapshotOf(history ? firstState(history) : state) }
}

/** Returns the base of a world before the set-up of its starter, and the inputs of the set-up. */
export function beforeStarter(base: Json): { readonly base: Json; readonly inputs: readonly Json[] } {
  const { options, starter, areas } = isPlainObject(base) ? base : {}
  if (options === undefined || starter === undefined) return { base, inputs: [] }
  const begun = recordedBase(options)
  const inputs = setUpInputs(beginOf(begun), recordedStarter(starter))
  return { base: { options: { ...begun, now: begun.now - SET_UP }, ...(areas && { areas }) }, inputs }
}
