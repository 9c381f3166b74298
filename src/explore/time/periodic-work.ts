/** The periodic work of a run. */
export interface PeriodicWork {
  /** The names of all that any process of the run began. */
  readonly found: Set<string>
  order: number
  /** Counts what gives work something new to do. */
  news: number
  /** Counts the calls of all turns. */
  calls: number
}

/** Creates the periodic work of a run that has none yet. */
export const createPeriodic = (): PeriodicWork => ({
  found: new Set(),
  order: 0,
  news: 0,
  calls: 0,
})
