import { keepLast } from '../../engine/values/keep-last.ts'
import type { Registry } from '../../service/registry.ts'
import type { ServiceState } from '../../service/routes/context.ts'
import type { WorldBase } from '../handle/options.ts'
import { withStarter } from './starter-set-up.ts'

/** Maximum states that are kept for a registry. */
const STATES_MAX = 8

/** The states made last, for each registry: areas of one name and version may have different tables. */
const keptStates = new WeakMap<Registry, ReturnType<typeof keepLast<ServiceState>>>()

/**
 * Returns the state of a starter world: the same one for the same options, because no state ever changes.
 *
 * @param begin Returns the state of the world before its starter.
 */
export function starterState(
  registry: Registry,
  { options, starter }: Required<Pick<WorldBase, 'options' | 'starter'>>,
  begin: () => ServiceState,
): ServiceState {
  const kept = keptStates.get(registry) ?? keepLast<ServiceState>(STATES_MAX)
  keptStates.set(registry, kept)
  return kept(JSON.stringify([options, starter]), () => withStarter(begin(), starter))
}
