import type { Mark } from '../search/story/story.ts'
import type { Invocation, Run } from './run.ts'
import type { Stop } from './stop.ts'

/** Notes a line of the trace. */
export function trace(run: Run, line: string): void {
  run.trace.push(`${run.world.clock.now} ${line}`)
}

/** Notes that work starts, and in which process if there are several. */
export function traceStart(run: Run, id: string): void {
  trace(run, run.slots.length > 1 ? `${id} starts in process ${run.slot.number}` : `${id} starts`)
}

/** The mark that a line of the trace tells of, if it tells of one. */
export const markOf = (run: Run, text: string): Mark | undefined =>
  [...run.acted].find((mark) => text === actText(mark))

const actText = ({ at, harm }: Mark): string => `mark ${at} ${JSON.stringify(harm)}`

/** Begins the next step of a story. */
export function nextStep(run: Run): void {
  run.step++
  trace(run, `step ${run.step}`)
}

/** Reads a line of the trace: Unix milliseconds, and what happened. */
export function readLine(line: string): { readonly at: number; readonly text: string } {
  const gap = line.indexOf(' ')
  return { at: Number(line.slice(0, gap)), text: line.slice(gap + 1) }
}

/** Returns the number of the step that a line of the trace begins, if it begins one. */
export function stepBegun(text: string): number | undefined {
  const [, step] = /^step (\d+)$/.exec(text) ?? []
  return step === undefined ? undefined : Number(step)
}

/** Stops a run with a failure, unless it was stopped before. */
export function stopRun(run: Run, stop: Stop): void {
  run.stop ??= stop
}

/** The mark at a place that acts now, by what it does. */
export function marksAt(run: Run, at: string): readonly Mark[] {
  return run.calm ? [] : (run.marks.get(at) ?? [])
}

/** Notes that a mark delays a call of this invocation. */
export function actLate(run: Run, mark: Mark, invocation: Invocation): void {
  act(run, mark)
  invocation.lateSince ??= run.world.clock.now
}

/** Notes that a mark did something, in this invocation. */
export function act(run: Run, mark: Mark, invocation?: Invocation): void {
  run.acted.add(mark)
  if (invocation) invocation.troubled = true
  trace(run, actText(mark))
}
