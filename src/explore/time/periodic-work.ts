/** The periodic work of a run. */
export interface PeriodicWork {
  /** All that any process of the run began, by its name: the file and line that set it. */
  readonly found: Map<string, string>
  /** The packages that set timers which belong to a process, and not to a piece of its work. */
  readonly packages: Set<string>
  order: number
  /** Counts what gives work something new to do. */
  news: number
  /** Counts the calls of all turns. */
  calls: number
}

/** Creates the periodic work of a run that has none yet. */
export const createPeriodic = (): PeriodicWork => ({
  found: new Map(),
  packages: new Set(),
  order: 0,
  news: 0,
  calls: 0,
})
