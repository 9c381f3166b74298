import { noteUncaught, uncaughtEvents } from '../run/instance.ts'
import { current, currentScope, isDead, leaveScope } from '../run/scope.ts'

/**
 * Takes the rejections and exceptions that nobody handles away from the test runner: they belong to the run
 * that goes on. Returns how to give them back.
 */
export function takeRejections(): () => void {
  const restorers = uncaughtEvents.map((event) => {
    const take = (reason: unknown) => {
      const { run } = current
      const scope = currentScope()
      // Nobody would see what code of a dead process throws.
      const isSeen = !(scope && isDead(scope))
      try {
        if (run && isSeen) noteUncaught(run, reason, event)
      } catch {
        // The code under test may have replaced what that needs, such as `Array.prototype.map`. An error here
        // would end the process that explores.
        if (run) run.unhandled[run.unhandled.length] = reason
      } finally {
        leaveScope()
      }
    }
    const listeners = process.rawListeners(event)
    process.removeAllListeners(event)
    process.on(event, take)
    return () => {
      process.off(event, take)
      for (const listener of listeners) process.on(event, listener as (reason: unknown) => void)
    }
  })
  return () => {
    for (const restore of restorers) restore()
  }
}
