import { callerOf } from '../calls/caller.ts'
import { checkReads } from '../run/busy.ts'
import { ProcessDied } from '../run/died.ts'
import type { Replacement } from '../run/replace.ts'
import type { Scope } from '../run/run.ts'
import { isDead, timeScope } from '../run/scope.ts'
import { stopRun } from '../run/trace.ts'

type Wait = (array: Int32Array, index: number, value: number, timeout?: number) => string

/** Ends a run whose code waits for another thread: a run has none, so nothing would wake it. */
function blocksForEver({ run, invocation: { id, name } }: Scope, place: string | undefined): never {
  const message = `${id} blocks the thread for ever${place === undefined ? '' : ` at ${place}`}`
  stopRun(run, { oracle: 'hot loop', kind: name, message })
  throw new ProcessDied()
}

/** Code that blocks its thread for some time, such as a synchronous sleep: the time of the run passes. */
const wait = (original: Wait): Wait => {
  const replaced: Wait = (array, index, value, timeout) => {
    const scope = timeScope()
    if (!scope) return original(array, index, value, timeout)
    const result = original(array, index, value, 0)
    if (result !== 'timed-out') return result
    if (isDead(scope)) throw new ProcessDied()
    checkReads(scope)
    const length = timeout === undefined || Number.isNaN(+timeout) ? Number.POSITIVE_INFINITY : +timeout
    if (length === Number.POSITIVE_INFINITY) return blocksForEver(scope, callerOf(replaced))
    const { clock } = scope.run.world
    if (length > 0) clock.advanceTo(clock.now + Math.ceil(length))
    return result
  }
  return replaced
}

/** The way to block a thread until another one wakes it. */
export const blocking: readonly Replacement[] = [{ owner: Atomics, name: 'wait', make: wait }]
