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
