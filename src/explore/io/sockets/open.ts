import { doAll, replaceMembers } from '../../run/replace.ts'
import { bindingHooks } from './bindings.ts'
import { callbackHooks } from './callbacks.ts'
import { connectHooks } from './connect.ts'
import { freezeHooks } from './freeze.ts'
import { handleHooks } from './handles.ts'
import { listenHooks } from './listen.ts'
import { refusedHooks } from './refused.ts'
import { renewDispatchers, undiciHooks } from './undici.ts'

/**
 * Replaces the ways of the code of a run to the outside: connections and servers stay in memory, and nothing
 * reaches the network. Other code still gets the real ones. Returns how to restore them.
 */
export function openOutside(): () => void {
  const hooks = [
    ...[connectHooks, listenHooks, refusedHooks, bindingHooks],
    ...[handleHooks, callbackHooks, undiciHooks, freezeHooks],
  ]
  return doAll([() => replaceMembers(hooks.flat()), renewDispatchers], (open) => open())
}
