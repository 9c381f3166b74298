import { noteUncaught } from '../run/instance.ts'
import { areOpenForLateCode } from '../run/late-code.ts'
import { current, currentScope, isDead } from '../run/scope.ts'

const events = ['unhandledRejection', 'uncaughtException'] as const

type Listener = (...values: unknown[]) => void

/** Hands an error of other code to those who listened before. Without any, it ends the process. */
function handOn(listeners: readonly Listener[], [reason, ...rest]: readonly unknown[]): void {
  if (listeners.length === 0) throw reason
  for (const listener of listeners) Reflect.apply(listener, process, [reason, ...rest])
}

/**
 * Takes the rejections and exceptions that nobody handles away from the test runner: they belong to the run
 * that goes on. Returns how to give them back.
 */
export function takeRejections(): () => void {
  const restorers = events.map((event) => {
    const listeners = process.rawListeners(event) as Listener[]
    const take = (...values: unknown[]) => {
      const [reason] = values
      const { run } = current
      const scope = currentScope()
      // Nobody would see what code of a dead process throws.
      if (scope && isDead(scope)) return
      if (areOpenForLateCode()) return handOn(listeners, values)
      try {
        if (run) noteUncaught(run, reason, event)
      } catch {
        // The code under test may have replaced what that needs, such as `Array.prototype.map`. An error here
        // would end the process that explores.
        if (run) run.unhandled[run.unhandled.length] = reason
      }
    }
    process.removeAllListeners(event)
    process.on(event, take)
    return () => {
      process.off(event, take)
      for (const listener of listeners) process.on(event, listener)
    }
  })
  return () => {
    for (const restore of restorers) restore()
  }
}
