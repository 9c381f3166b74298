import { stopRun } from './run.ts'
import type { Scope } from './scope.ts'

/** Reads of the clock, without a pause, after which the code under test is taken to wait in a loop. */
const READS_MAX = 100_000

const reads = new WeakMap<object, { activity: number; count: number }>()

/** Ends a loop that waits for the clock to move without giving it a chance to. */
export function checkReads({ run, invocation }: Scope): void {
  const known = reads.get(run)
  const isSame = known?.activity === run.activity
  const count = isSame ? known.count + 1 : 1
  reads.set(run, { activity: run.activity, count })
  if (count <= READS_MAX) return
  const message =
    `${invocation.id} read the clock ${count} times without a pause: ` +
    'time passes only while the code under test waits'
  stopRun(run, { oracle: 'hot loop', kind: invocation.name, message })
  throw new Error(message)
}

/** Turns of the event loop, at one instant of virtual time, after which the code under test never rests. */
const TURNS_MAX = 10_000

const turns = new WeakMap<object, { at: number; count: number }>()

/** Counts a turn of the event loop that the code under test asked for. Returns whether it may have it. */
export function mayTurn({ run, invocation }: Scope): boolean {
  const at = run.world.clock.now
  const known = turns.get(run)
  const count = known?.at === at ? known.count + 1 : 1
  turns.set(run, { at, count })
  if (count <= TURNS_MAX) return true
  const message = `${invocation.id} called setImmediate ${count} times while no time passed`
  stopRun(run, { oracle: 'hot loop', kind: invocation.name, message })
  return false
}
