import { type Recording, writeRecording } from '../../engine/recording.ts'
import { firstState, forgottenInputs, historyLength, inputsOf, stateAt } from '../../engine/state/history.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { ServiceState } from '../../graph/routes/context.ts'
import type { Handle } from '../handle/handle.ts'
import { ENGINE } from '../handle/version.ts'
import type { World } from '../world.ts'

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

/**
 * Creates the history of a world.
 *
 * @param base Returns the base of a recording.
 * @param worldOf Creates the world of a past state.
 */
export function historyOf(
  handle: Handle,
  base: () => Json,
  worldOf: (state: ServiceState) => World,
): WorldHistory {
  const required = () => {
    if (!handle.history)
      throw new RangeError(
        "This world has no history: it was created with history: 'off'. Create it with history: 'full'",
      )
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
      return worldOf(
        stateAt(required(), sequence, (before, input) => handle.service.step(before, input).state),
      )
    },
    recording() {
      const history = required()
      const written = { base: base(), engine: ENGINE, inputs: inputsOf(history) }
      return writeRecording(handle.service, firstState(history), written)
    },
  }
}
