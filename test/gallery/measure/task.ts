/** One measurement: a program, and how it is tried. */
export interface Task {
  readonly approach: string
  /** The path of the built program. */
  readonly module: string
  readonly seed: number
  readonly runs: number
  /** Whether the laws of the user count, beside the mirror. */
  readonly laws: boolean
}

/** The result of a task. */
export interface Result {
  readonly found: boolean
  /** Whether the report of `explore` is fine. */
  readonly ok?: boolean
  /** The run that found it, from 1; 0 if none did. */
  readonly run: number
  readonly runs: number
  readonly milliseconds: number
  /** The oracle and the kind of the finding. */
  readonly finding?: string
  /** The parts of the smallest story, and the runs of shrinking. */
  readonly parts?: number
  readonly shrinkRuns?: number
  readonly story?: string
  readonly text?: string
  /** Other problems of the exploration, such as two runs of one story that differ. */
  readonly trouble?: string
}
