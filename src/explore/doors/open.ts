import { doAll, replaceMembers } from '../run/replace.ts'
import { bindingDoors } from './bindings.ts'
import { callbackDoors } from './callbacks.ts'
import { connectDoors } from './connect.ts'
import { freezeDoors } from './freeze.ts'
import { handleDoors } from './handles.ts'
import { listenDoors } from './listen.ts'
import { refusedDoors } from './refused.ts'
import { renewDispatchers, undiciDoors } from './undici.ts'

/**
 * Replaces the ways of the code of a run to the outside: connections and servers stay in memory, and nothing
 * reaches the network. Other code still gets the real ones. Returns how to restore them.
 */
export function openOutside(): () => void {
  const doors = [
    ...[connectDoors, listenDoors, refusedDoors, bindingDoors],
    ...[handleDoors, callbackDoors, undiciDoors, freezeDoors],
  ]
  return doAll([() => replaceMembers(doors.flat()), renewDispatchers], (open) => open())
}
