/** The values that the runs of an exploration could compare. */
export interface Compared {
  /** The mirrors that held something in at least one run. */
  readonly mirrors: Set<string>
  /** The mirrors that somebody wrote, also of a database; tables that are compared by themselves are none. */
  readonly written: Set<string>
  /** The number of calls that the service refused by itself, by their code and path. */
  readonly refused: Map<string, number>
  /** The number of notices that the code under test refused, by the status that it answered. */
  readonly noticesRefused: Map<number, number>
  /** The kinds of facts that happened. */
  readonly happened: Set<string>
  /** Why facts of areas did not happen, by their kinds. */
  readonly impossible: Map<string, string>
  /** Whether the code under test made or changed something in the world in at least one run. */
  world: boolean
  /** True if the code under test called the world, or got a notice of it, in at least one run. */
  reached: boolean
  /** True if the code under test called the world in at least one run. */
  called: boolean
}

/** Creates the notes of an exploration that has not compared anything yet. */
export const newCompared = (): Compared => ({
  mirrors: new Set(),
  written: new Set(),
  refused: new Map(),
  noticesRefused: new Map(),
  happened: new Set(),
  impossible: new Map(),
  world: false,
  reached: false,
  called: false,
})
