import type { FactRules } from '../calls/fact-rules.ts'
import type { Fact } from '../story/story.ts'
import type { Targets } from './targets.ts'

/** A fact that happened, and the rows that it made. */
interface Happened {
  readonly fact: Fact
  /** Virtual time, in Unix milliseconds. */
  readonly at: number
}

/** The facts of a run, and the rows that they made. */
export interface RunFacts {
  /** The objects that facts happen to. */
  readonly targets: Targets
  /** The kinds of facts that its world has. */
  readonly facts: FactRules
  readonly happened: Happened[]
  /** Why facts of areas did not happen, by their kinds. */
  readonly impossible: Map<string, string>
  /** The tables of the rows that calls of the code under test removed, by the ids of the rows. */
  readonly removed: Map<number, string>
  /** Names of the rows that facts made, such as `lead A`, by their ids. */
  readonly labels: Map<number, string>
  /** The id of the first row that this run makes. */
  readonly firstId: number
  /** Whether people also change what the code under test made. */
  readonly changesOwn: boolean
  /** The ids of the rows that facts made, by table, for their names. */
  readonly named: Map<string, number[]>
}
