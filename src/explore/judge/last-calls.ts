import type { RunCall } from '../options/options.ts'
import type { Run } from '../run/run.ts'

/** The longest sequence of calls whose repetition is looked for, and the repetitions that prove it. */
const CYCLE_MAX = 10
const ROUNDS = 3

/** The number of calls that are shown if none repeats. */
const SHOWN = 3

/** A call without its parameters, whose secrets do not belong into a report. */
function callText({ operation, method, url, status, code }: RunCall): string {
  const answer =
    status === undefined ? 'not answered' : code === undefined ? status : `${status}, code ${code}`
  return `${operation}: ${method} ${new URL(url).pathname} → ${answer}`
}

/** The length of the sequence that the last texts repeat; undefined if they repeat none. */
function cycleOf(texts: readonly string[]): number | undefined {
  for (let length = 1; length <= CYCLE_MAX && length * ROUNDS <= texts.length; length++) {
    const tail = texts.slice(-length * ROUNDS)
    if (tail.every((text, index) => text === tail[index % length])) return length
  }
  return undefined
}

/** Tells the last calls of a run that calls without end, and which of them repeat. */
export function lastCalls({ calls }: Pick<Run, 'calls'>): string[] {
  // The last call of all was stopped on its way.
  const texts = calls
    .slice(0, -1)
    .slice(-CYCLE_MAX * ROUNDS)
    .map(callText)
  if (texts.length === 0) return []
  const cycle = cycleOf(texts)
  const heading = cycle === undefined ? 'the last calls:' : 'these calls repeat:'
  return [heading, ...texts.slice(-(cycle ?? SHOWN)).map((text) => `  ${text}`)]
}
