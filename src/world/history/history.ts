import { writeRecording } from '../../engine/recording.ts'
import { firstState, forgottenInputs, historyLength, inputsOf, stateAt } from '../../engine/state/history.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { ServiceState } from '../../service/routes/context.ts'
import type { Handle } from '../handle/handle.ts'
import { ENGINE } from '../handle/version.ts'
import type { World, WorldHistory } from '../world.ts'

/** Returns the history of a world. Throws a RangeError if it keeps none. */
export function requiredHistory({ history }: Handle): NonNullable<Handle['history']> {
  if (history) return history
  throw new RangeError(
    "This world has no history: it was created with history: 'off'. Create it with history: 'full'",
  )
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
  return {
    get length() {
      return handle.history ? historyLength(handle.history) : 0
    },
    get dropped() {
      return handle.history ? forgottenInputs(handle.history) : 0
    },
    at(sequence) {
      const history = requiredHistory(handle)
      return worldOf(stateAt(history, sequence, (before, input) => handle.service.step(before, input).state))
    },
    recording() {
      const history = requiredHistory(handle)
      const written = { base: base(), engine: ENGINE, inputs: inputsOf(history) }
      return writeRecording(handle.service, firstState(history), written)
    },
  }
}
