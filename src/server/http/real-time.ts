import type { Worlds } from '../worlds.ts'

/**
 * The time of a server's worlds: moved only by their users, or by the wall clock, or by the wall clock times
 * `scale`.
 */
export type TimeOption = 'manual' | 'real' | { readonly scale: number }

/** Milliseconds between two moves of the clocks. Each move is an input of the world, so there are few. */
const PERIOD_MS = 250

/**
 * Returns the speed of a clock relative to the wall clock; 0 if only users move it. Throws a TypeError if
 * `time` is invalid.
 */
export function scaleOf(time: TimeOption): number {
  if (time === 'manual') return 0
  const scale = time === 'real' ? 1 : time?.scale
  if (Number.isFinite(scale) && scale > 0) return scale
  throw new TypeError(
    `time must be 'manual', 'real' or { scale } with a number above 0, got ${JSON.stringify(time)}`,
  )
}

/**
 * Advances the worlds `scale` times as fast as the wall clock until the returned function is called. The
 * timer does not keep the process alive.
 */
export function followWallClock(worlds: Worlds, scale: number): () => void {
  if (scale === 0) return () => {}
  let last = performance.now()
  let pending = 0
  const timer = setInterval(() => {
    const now = performance.now()
    pending += (now - last) * scale
    last = now
    const milliseconds = Math.floor(pending)
    pending -= milliseconds
    worlds.tend()
    for (const { clock } of worlds.all()) {
      try {
        clock.advance(milliseconds)
      } catch {
        // The clock has reached the end of the year 9999 and stays there.
      }
    }
  }, PERIOD_MS)
  timer.unref()
  return () => clearInterval(timer)
}
