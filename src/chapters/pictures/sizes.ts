import type { Size } from './format.ts'

/** The longer sides, in pixels, of the smaller versions of a picture (SIL-073). */
const displaySides = [2048, 960, 720, 480, 320] as const

/** Scales a size down until its longer side is at most `side`, and keeps the aspect ratio. It never enlarges.
 * No side gets below one pixel. */
export function fitted(width: number, height: number, side: number): Size {
  const longer = Math.max(width, height)
  if (longer <= side) return { width, height }
  const scaled = (length: number) => Math.max(1, Math.round((length * side) / longer))
  return { width: scaled(width), height: scaled(height) }
}

/** The sizes in which a picture is displayed: the original first, then the smaller versions, largest first
 * (PHO-042). */
export function displaySizes(width: number, height: number): Size[] {
  const smaller = displaySides.filter((side) => side < Math.max(width, height))
  return [{ width, height }, ...smaller.map((side) => fitted(width, height, side))]
}
