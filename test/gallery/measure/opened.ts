import { type Prepared, prepare, withExploration } from '../../../src/explore/prepare.ts'
import type { Exploration } from '../../../src/explore/report/judge/exploration.ts'
import type { ExploreOptions } from '../../../src/explore/run/options/options.ts'

/** The engine of `explore` without its search, for other approaches. */
export interface Opened extends Prepared {
  readonly exploration: Exploration
}

/** Opens the engine for other searches than that of `explore`, and restores the globals afterwards. */
export function withEngine<T>(options: ExploreOptions, work: (opened: Opened) => Promise<T>): Promise<T> {
  return withExploration(
    options,
    () => {},
    async (exploration) => work({ exploration, ...(await prepare(exploration)) }),
  )
}
