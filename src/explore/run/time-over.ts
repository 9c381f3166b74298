import type { Run } from './run.ts'

/** The time of an exploration is over: the run that goes on is not judged. */
export class TimeOver extends Error {
  override name = 'TimeOver'
}

/** Whether the time of the exploration is over, in which a run is played. */
export const isOverdue = ({ deadline }: Pick<Run, 'deadline'>): boolean => performance.now() > deadline

/** Says which work of a run had not ended when the time was over. Empty if there was none. */
export function overText(invocations: Run['invocations']): string {
  const open = invocations.filter((invocation) => invocation.open).map(({ id }) => id)
  return open.length === 0 ? '' : `the time was over before ${open.slice(0, 3).join(', ')} ended`
}

/** Ends the run if the time of its exploration is over. */
export function checkTime(run: Pick<Run, 'deadline' | 'invocations'>): void {
  if (isOverdue(run)) throw new TimeOver(overText(run.invocations))
}

/** The result of work; undefined if the time of the exploration was over before its end. */
export async function inTimeLeft<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof TimeOver) return undefined
    throw thrown
  }
}
