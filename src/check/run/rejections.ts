import { noteUncaught } from './instance.ts'
import { current } from './scope.ts'

const events = ['unhandledRejection', 'uncaughtException'] as const

/**
 * Takes the rejections and exceptions that nobody handles away from the test runner: they belong to the run
 * that goes on. Returns how to give them back.
 */
export function takeRejections(): () => void {
  const restorers = events.map((event) => {
    const take = (reason: unknown) => {
      if (current.run) noteUncaught(current.run, reason, event)
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
