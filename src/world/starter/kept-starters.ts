import type { ServiceState } from '../../graph/routes/context.ts'
import type { WorldBase } from '../handle/options.ts'
import { withStarter } from './starter-set-up.ts'

/** Maximum states that are kept. */
const STATES_MAX = 8

/** The states of the starter worlds made last, by the options of the world and of its starter. */
const keptStates = new Map<string, ServiceState>()

/**
 * Returns the state of a starter world: the same one for the same options, because no state ever changes.
 *
 * @param begin Returns the state of the world before its starter.
 */
export function starterState(base: WorldBase, begin: () => ServiceState): ServiceState {
  const options = JSON.stringify(base)
  const state = keptStates.get(options) ?? withStarter(begin(), base.starter ?? {})
  keptStates.delete(options)
  keptStates.set(options, state)
  for (const oldest of keptStates.keys()) {
    if (keptStates.size <= STATES_MAX) break
    keptStates.delete(oldest)
  }
  return state
}
