import { playRecording, type Replay, readRecording } from '../engine/recording.ts'
import type { Area } from '../service/area/area.ts'
import { createHandle, type Handle } from './handle/handle.ts'
import { checkNames } from './handle/known-names.ts'
import { machineTime } from './handle/machine-time.ts'
import {
  type AreaOptions,
  baseOf,
  capsOf,
  restoreOptions,
  settingsOf,
  type WorldOptions,
  worldOptions,
} from './handle/options.ts'
import { checkPlatform } from './handle/platform.ts'
import { SimulatedWorld } from './simulated-world.ts'
import { beginOf, recordedStart, restored } from './starter/beginning.ts'
import {
  type StarterChoice,
  type StarterOptions,
  type StarterWorldOptions,
  starterOptionNames,
} from './starter/starter-names.ts'
import { machineFor, type StubFunctions } from './stubs.ts'
import type { StarterWorld, World } from './world.ts'

export type { Snapshot } from './handle/recorded-change.ts'

/** Returns the world of a handle. The operations of its areas are known at run time alone. */
const worldOf = <A extends Area>(handle: Handle): World<A> =>
  new SimulatedWorld(handle) as unknown as World<A>

/** The world that `createWorld` returns: one with names if it has the option `starter`. */
export type CreatedWorld<A extends Area, S extends StarterChoice> = S extends true | StarterOptions
  ? StarterWorld<A>
  : World<A>

/**
 * Creates a world, which is empty unless it has the option `starter`. The same options always give the same
 * world, but for `now: 'real'`. Throws a TypeError that names the first invalid option.
 */
export function createWorld<A extends Area = never, const S extends StarterChoice = undefined>(
  options: WorldOptions & AreaOptions<A> & StarterWorldOptions<S> = {},
): CreatedWorld<A, S> {
  checkPlatform()
  checkNames('createWorld', 'option', options, worldOptions)
  const machine = machineFor(options.areas)
  const { areas } = machine.registry
  const { now } = options
  const chosen = now === 'real' ? { ...options, now: machineTime() } : options
  const base = { options: baseOf(chosen), ...(areas && { areas }) }
  const world = worldOf<A>(createHandle(beginOf(base.options, machine), settingsOf(options), base, machine))
  const { starter = false } = options
  if (typeof starter !== 'boolean')
    checkNames('The option starter', 'option', starter, [...starterOptionNames])
  if (starter !== false) world.starter(starter === true ? {} : starter)
  // The names are there exactly if the option is.
  return world as CreatedWorld<A, S>
}

/** Options of `restoreWorld`. */
export interface RestoreOptions<A extends Area = never>
  extends Omit<WorldOptions, 'seed' | 'now' | 'policy' | 'defaultVersion' | 'logSize'>,
    AreaOptions<A> {
  /** The functions of its stubs, by the names that the snapshot has. */
  readonly stubs?: StubFunctions
}

/**
 * Creates a world from a snapshot. Throws a TypeError if the snapshot is invalid. The world has the caps of
 * the snapshot; `pictureBytesMax` and `recordBytesMax` are the largest caps that a snapshot may have.
 */
export function restoreWorld<A extends Area = never>(
  from: unknown,
  options: RestoreOptions<A> = {},
): World<A> {
  checkPlatform()
  checkNames('restoreWorld', 'option', options, [...restoreOptions, 'stubs'])
  const { stubs, areas, ...more } = options
  const machine = machineFor(areas, stubs)
  const state = restored(from, capsOf(more), machine.service)
  return worldOf<A>(createHandle(state, settingsOf(more), undefined, machine))
}

/**
 * Replays a recording, and compares every outcome and the last hash. `difference` names the first input with
 * a different outcome. Throws a TypeError if the recording is invalid.
 *
 * @param options.until The number of inputs to replay: all if left out.
 * @param options.stubs The functions of its stubs, by the names that the recording has.
 * @param options.areas The areas of its world.
 */
export function replay<A extends Area = never>(
  recording: unknown,
  options: { until?: number; stubs?: StubFunctions } & AreaOptions<A> = {},
): { world: World<A>; difference?: NonNullable<Replay['difference']> } {
  checkPlatform()
  checkNames('replay', 'option', options, ['until', 'stubs', 'areas'])
  const { until } = options
  const machine = machineFor(options.areas, options.stubs)
  if (until !== undefined && !(Number.isSafeInteger(until) && until >= 0))
    throw new TypeError(
      `The option until must be a whole number of inputs of at least 0, got ${String(until)}`,
    )
  const read = readRecording(recording)
  if (!read.ok) throw new TypeError(`The recording cannot be read: ${read.problem}`)
  const from = recordedStart(read.recording.base, machine)
  const { state, difference } = playRecording(machine.service, from, read.recording, until)
  const world = worldOf<A>(createHandle(state, settingsOf({}), undefined, machine))
  return { world, ...(difference && { difference }) }
}
