import type { Terminal } from '../../../explore/report/progress.ts'

/** The exit code of a command that the user interrupted, as shells count it. */
export const INTERRUPTED = 130

/** The shell of a command: its output streams, and the signal to stop. */
export interface Shell {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether `out` shows colors: not if left out. */
  readonly inColor?: boolean
  /** Where progress is shown, if it is a terminal. */
  readonly terminal: Terminal
  /** The path of the program that runs: worker processes run it too. */
  readonly program: string
  /** Resolves when the user stops the command. */
  readonly stopped: () => Promise<unknown>
}
