import type { Invocation, Run } from '../run/run.ts'
import { showedError } from '../run/scope.ts'
import type { StoryStep } from '../story/story.ts'

/** A fact or a command, and when it happened, in Unix milliseconds. */
export interface Incident {
  readonly step: Extract<StoryStep, { do: 'fact' | 'command' }>
  readonly at: number
  /** Whether the person who gave the command saw its error. */
  readonly failed?: true
  /** The name and the ordinal of the command, such as `greet#1`. */
  readonly id?: string
}

/** A command that a person gave at an instant, and what it showed them. */
export const commandGiven = (
  step: Incident['step'],
  at: number,
  invocation: Invocation | undefined,
): Incident => ({
  step,
  at,
  ...(showedError(invocation) && { failed: true }),
  ...(invocation && { id: invocation.id }),
})

/** The facts and the commands of a run, in order. */
export const asIncidents = (run: Run, commands: readonly Incident[]): Incident[] =>
  [...run.happened.map(({ fact, at }) => ({ step: fact, at })), ...commands].sort((a, b) => a.at - b.at)
