import { errorMessage } from '../../../engine/values/error-message.ts'
import type { Json } from '../../../engine/values/guard.ts'
import type { World } from '../../../world/world.ts'
import type { ExploreOptions, RunView } from '../../run/options/options.ts'
import type { Run } from '../../run/run.ts'
import { noNames } from '../../run/targets.ts'
import { readOnlyStore } from './store.ts'

/** Returns the view of a run for laws. It consists of copies, so that a law cannot change the run. */
export function viewOf(run: Run, mirror: Readonly<Record<string, readonly Json[]>> = {}): RunView {
  const names = { ...(run.world.names ?? noNames) }
  let fork: World | undefined
  return {
    get world() {
      fork ??= run.world.fork()
      return fork
    },
    store: readOnlyStore(run),
    names,
    calls: [...run.calls],
    mirror,
  }
}

/** Checks laws on one view; returns the first that is broken. */
export async function brokenLaw(laws: ExploreOptions['invariants'], look: () => RunView) {
  const checked = Object.entries(laws ?? {})
  if (checked.length === 0) return undefined
  const view = look()
  for (const [law, holds] of checked) {
    try {
      if ((await holds(view)) === false) return { law, message: 'it returned false' }
    } catch (error) {
      return { law, message: errorMessage(error) }
    }
  }
  return undefined
}
