import type { Size } from './format.ts'

/** The largest sides of the sizes a picture is offered in, besides its own. */
export const displaySides = [2048, 960, 720, 480, 320] as const

/** Fits a picture into a square of this side with its aspect kept, and never enlarges it. */
export function fitted(width: number, height: number, side: number): Size {
  const largest = Math.max(width, height)
  if (largest <= side) return { width, height }
  const scaled = (length: number) => Math.max(1, Math.round((length * side) / largest))
  return { width: scaled(width), height: scaled(height) }
}

/** The sizes a picture is shown in: its own first, then the smaller ones, largest first. */
export function displaySizes(width: number, height: number): Size[] {
  const smaller = displaySides.filter((side) => side < Math.max(width, height))
  return [{ width, height }, ...smaller.map((side) => fitted(width, height, side))]
}
