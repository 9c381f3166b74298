import type { Worlds } from '../worlds.ts'

/** Who moves the worlds of a server: their users alone, the wall clock, or the wall clock times a number. */
export type TimeOption = 'manual' | 'real' | { readonly scale: number }

/** How often the worlds are moved on. Each move is an input of the world, so it is no finer than needed. */
const PERIOD_MS = 250

function scaleOf(time: TimeOption): number {
  if (time === 'manual') return 0
  const scale = time === 'real' ? 1 : time?.scale
  if (Number.isFinite(scale) && scale > 0) return scale
  throw new TypeError(
    `time is 'manual', 'real' or { scale } with a number above 0, got ${JSON.stringify(time)}`,
  )
}

/**
 * Moves the worlds on with the wall clock until the returned function is called. This timer is the only one
 * between a world and the wall; it keeps no process alive.
 */
export function keepTime(worlds: Worlds, time: TimeOption): () => void {
  const scale = scaleOf(time)
  if (scale === 0) return () => {}
  let last = performance.now()
  let owed = 0
  const timer = setInterval(() => {
    const now = performance.now()
    owed += (now - last) * scale
    last = now
    const whole = Math.floor(owed)
    owed -= whole
    for (const { clock } of worlds.all()) {
      try {
        clock.advance(whole)
      } catch {
        // The end of time is reached: this world stands still.
      }
    }
  }, PERIOD_MS)
  timer.unref()
  return () => clearInterval(timer)
}
