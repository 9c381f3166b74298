import { forgottenInputs, inputsOf, stateAt } from '../engine/state/history.ts'
import type { Handle } from '../world/handle/handle.ts'
import { handleOf } from '../world/handles.ts'
import type { World } from '../world/world.ts'

/** The history of a world. Throws a RangeError for a world that keeps none. */
export function keptHistory(handle: Handle): NonNullable<Handle['history']> {
  if (handle.history) return handle.history
  throw new RangeError("This world has no history: create it with history: 'full' to see its steps")
}

/** The number of inputs of the history up to a step. Throws a RangeError for a step that it does not hold. */
function momentOf(handle: Handle, sequence: number): number {
  const history = keptHistory(handle)
  const { sequence: last } = handle.state.ledger
  const offset = last - history.length
  const first = offset + forgottenInputs(history)
  if (sequence > last) throw new RangeError(`There is no step ${sequence} yet: the last one is ${last}`)
  if (sequence >= first) return sequence - offset
  throw new RangeError(`The history of this world begins after step ${first}: what was before is forgotten`)
}

export function stateAfterStep(handle: Handle, sequence: number) {
  const history = keptHistory(handle)
  const moment = momentOf(handle, sequence)
  return stateAt(history, moment, (before, input) => handle.service.step(before, input).state)
}

/** The world after a step, or a copy of the world as it is. */
export function worldAt(world: World, sequence: number | undefined): World {
  if (sequence === undefined) return world.fork()
  return world.history.at(momentOf(handleOf(world), sequence))
}

/** The state before a step, and its input. */
export function stepInput(handle: Handle, sequence: number) {
  const history = keptHistory(handle)
  const input = inputsOf(history)[momentOf(handle, sequence) - 1 - forgottenInputs(history)]
  if (input === undefined) throw new RangeError(`There is no step ${sequence}: the first one is 1`)
  return { before: stateAfterStep(handle, sequence - 1), input }
}
