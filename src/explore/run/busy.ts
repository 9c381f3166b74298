import type { Run, Scope } from './run.ts'
import { stopRun } from './trace.ts'

/** Counts something in each run, anew when a value of the run changes. */
export function countWhile(read: (run: Run) => number): (run: Run) => number {
  const counts = new WeakMap<Run, { value: number; count: number }>()
  return (run) => {
    const value = read(run)
    const known = counts.get(run) ?? { value, count: 0 }
    if (known.count === 0) counts.set(run, known)
    known.count = known.value === value ? known.count + 1 : 1
    known.value = value
    return known.count
  }
}

/** Reads of the clock, without a pause, after which the code under test is taken to wait in a loop. */
const READS_MAX = 100_000

const countReads = countWhile(({ activity }) => activity)

/** Ends a loop that waits for the clock to move without giving it a chance to. */
export function checkReads({ run, invocation }: Scope): void {
  const count = countReads(run)
  if (count <= READS_MAX) return
  const message =
    `${invocation.id} read the clock ${count} times without a pause: ` +
    'time passes only while the code under test waits'
  stopRun(run, { oracle: 'hot loop', kind: invocation.name, message })
  throw new Error(message)
}

/** Turns of the event loop, at one instant of virtual time, after which the code under test never rests. */
const TURNS_MAX = 10_000

const countTurns = countWhile(({ world }) => world.clock.now)

/** Counts a turn of the event loop that the code under test asked for. Returns whether it may have it. */
export function mayTurn({ run, invocation }: Scope): boolean {
  const count = countTurns(run)
  if (count <= TURNS_MAX) return true
  const message = `${invocation.id} called setImmediate ${count} times while no time passed`
  stopRun(run, { oracle: 'hot loop', kind: invocation.name, message })
  return false
}
