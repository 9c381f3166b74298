import { DAY_MS } from '../engine/values/milliseconds.ts'
import type { FarTime } from './call-advice.ts'
import { isoTime } from './values/times.ts'

/** Programs rarely ask for what is further than a month from their clock. */
const NEAR_MS = 31 * DAY_MS

/** By how much nearer a time must be to one clock than to the other. */
const NEARER = 4

/**
 * Returns the first time that seems to come from another clock than that of the world: it is within a month
 * of the other clock, and four times as far from the world.
 *
 * @param at The time of the world, in Unix milliseconds.
 * @param clock The time of the other clock, in Unix milliseconds.
 */
function strayTime(times: readonly FarTime[], at: number, clock: number): FarTime | undefined {
  return times.find(({ instant }) => {
    const away = Math.abs(instant - clock)
    return away <= NEAR_MS && away * NEARER <= Math.abs(instant - at)
  })
}

const minuteOf = (instant: number): string => `${isoTime(instant).slice(0, 16)}Z`

/** Returns the hint about a time that comes from the clock of the machine; undefined if none seems to. */
export function clockAdvice(times: readonly FarTime[], at: number, clock: number): string | undefined {
  const stray = strayTime(times, at, clock)
  if (!stray) return undefined
  return (
    `${stray.name} is ${minuteOf(stray.instant)}, near the clock of this machine, and the world is at ` +
    `${minuteOf(at)}: if it comes from Date.now(), create the world with now: 'real' (serve --time real), ` +
    'or let both have one time with clock.follow(vi)'
  )
}
