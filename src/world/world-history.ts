import type { Json } from '../engine/guard.ts'
import { firstState, forgottenInputs, historyLength, inputsOf, stateAt } from '../engine/history.ts'
import { type Recording, writeRecording } from '../engine/recording.ts'
import type { State } from '../engine/state.ts'
import { service } from '../machine/service-machine.ts'
import type { Handle } from './handle.ts'
import { ENGINE } from './version.ts'
import type { World } from './world.ts'

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
 * The history of a world.
 *
 * @param base What the history began with.
 * @param worldIn Makes a world that begins in a state.
 */
export function historyOf(handle: Handle, base: () => Json, worldIn: (state: State) => World): WorldHistory {
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
    at: (sequence) =>
      worldIn(stateAt(kept(), sequence, (before, input) => service.step(before, input).state)),
    recording() {
      const history = kept()
      const written = { base: base(), engine: ENGINE, inputs: inputsOf(history) }
      return writeRecording(service, firstState(history), written)
    },
  }
}
