import type { GroupWork } from './processes.ts'

/** The part of the real time that counts at least, so that a wait ends on a machine of any load. */
const SHARE_MIN = 0.1

/** Returns the time of a program in milliseconds until a look at its work, which may be at any time. */
export type OwnTime = (work: GroupWork, now?: number) => number

/**
 * Measures the time that a program takes by itself, for limits that a busy machine must not reach: while it
 * runs, the processor time that it gets, and while it waits, the real time. Of the time between two looks no
 * more counts than twice `interval`, since a later look means that the explorer had to wait.
 */
export function ownTime(interval: number, began = performance.now()): OwnTime {
  let [at, used, own] = [began, 0, 0]
  return (work, now = performance.now()) => {
    const passed = Math.min(now - at, 2 * interval)
    own += work.isRunning ? Math.min(passed, Math.max(0, work.used - used)) : passed
    at = now
    used = work.used
    return Math.max(own, (now - began) * SHARE_MIN)
  }
}
