import { real } from '../../run/real.ts'
import { current } from '../../run/scope.ts'
import { overText, TimeOver } from '../../run/time-over.ts'
import { endRun } from '../../search/play/play.ts'
import { DELAY_MAX } from '../../time/sleep.ts'
import type { Exploration } from './exploration.ts'

/** Milliseconds of real time in which an exploration ends by itself when its time is over. */
const END_WITHIN = 1_000

/** Resolves when an exploration is late to end by itself. The returned function ends the wait. */
function lateEnd(deadline: number, then: () => void): () => void {
  const left = deadline - performance.now() + END_WITHIN
  const timer = real.setTimeout(then, Math.min(DELAY_MAX, Math.max(0, left)))
  return () => real.clearTimeout(timer)
}

/**
 * Waits for the work of an exploration until its time is over. What is known then stands in its report: work
 * that waits for ever, such as a mirror that never answers, is left behind.
 */
export async function inTime(exploration: Exploration, work: Promise<void>): Promise<void> {
  const { setup, warnings } = exploration
  const note = (text: string) => text !== '' && warnings.add(text)
  const ended = work.catch((thrown: unknown) => {
    if (!(thrown instanceof TimeOver)) throw thrown
    if (exploration.runs === 0) note(thrown.message)
  })
  if (setup.deadline === Number.POSITIVE_INFINITY) return ended
  let stopWaiting = () => {}
  const late = new Promise<void>((resolve) => {
    stopWaiting = lateEnd(setup.deadline, resolve)
  }).then(() => {
    if (!current.run) return
    note(overText(current.run.invocations))
    endRun(current.run)
  })
  try {
    await Promise.race([ended, late])
  } finally {
    stopWaiting()
  }
}
