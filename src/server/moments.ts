import { inputAt, stateAt } from '../engine/state/history.ts'
import { groupDigits } from '../engine/values/number-text.ts'
import { inputsBefore, lastMissing, missingSteps, NO_HISTORY } from '../inspector/missing-steps.ts'
import type { Handle } from '../world/handle/handle.ts'
import { handleOf } from '../world/handles.ts'
import type { World } from '../world/world.ts'

/** The history of a world. Throws a RangeError for a world that keeps none. */
export function keptHistory(handle: Handle): NonNullable<Handle['history']> {
  if (handle.history) return handle.history
  throw new RangeError(NO_HISTORY)
}

/** The number of inputs of the history up to a step. Throws a RangeError for a step that it does not hold. */
export function momentOf(handle: Handle, sequence: number): number {
  keptHistory(handle)
  const { sequence: last } = handle.state.ledger
  if (sequence > last) throw new RangeError(`There is no step ${sequence} yet: the last one is ${last}`)
  if (sequence >= lastMissing(handle)) return sequence - inputsBefore(handle)
  throw notThere(handle, sequence)
}

function notThere(handle: Handle, sequence: number): RangeError {
  const why = missingSteps(handle)
  return new RangeError(
    why === ''
      ? `There is no step ${sequence}: the first one is 1`
      : `Step ${groupDigits(sequence)} is not there. ${why}`,
  )
}

/** Replays the history up to a step. Throws a RangeError for a step that it does not hold. */
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
  const input = inputAt(history, momentOf(handle, sequence) - 1)
  if (input === undefined) throw notThere(handle, sequence)
  return { before: stateAfterStep(handle, sequence - 1), input }
}
