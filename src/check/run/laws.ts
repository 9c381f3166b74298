import type { Json } from '../../engine/guard.ts'
import type { ExploreOptions, RunView } from '../options.ts'
import type { Run } from './run.ts'
import { readOnlyStore } from './store.ts'
import { noNames } from './targets.ts'

/** What a law sees of a run. */
export function viewOf(run: Run, mirror: Readonly<Record<string, readonly Json[]>> = {}): RunView {
  const names = run.world.names ?? noNames
  return { world: run.world, store: readOnlyStore(run), names, calls: run.calls, mirror }
}

/** Checks laws; returns the first that is broken. */
export async function brokenLaw(laws: ExploreOptions['invariants'], view: RunView) {
  for (const [law, holds] of Object.entries(laws ?? {})) {
    try {
      if ((await holds(view)) === false) return { law, message: 'it returned false' }
    } catch (error) {
      return { law, message: error instanceof Error ? error.message : String(error) }
    }
  }
  return undefined
}
