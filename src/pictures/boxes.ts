import { latin1Text, uint32 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'

/** A box of an ISO base media file. `start` and `end` enclose all of it, its content begins at `body`. */
export type Box = { type: string; start: number; body: number; end: number }

const HEADER_LENGTH = 8
const LARGE_HEADER_LENGTH = 16

/** Returns the length of a box that begins at `start`: that of the rest if it says 0. */
function lengthOf(bytes: Uint8Array, start: number, limit: number): number {
  const length = uint32(bytes, start)
  if (length === 0) return limit - start
  return length === 1 ? uint32(bytes, start + 8) * 2 ** 32 + uint32(bytes, start + 12) : length
}

/**
 * Returns the boxes from `from` to `limit`; undefined if one is cut short or shorter than its header, or
 * beyond the bound on parts.
 */
export function boxesOf(
  bytes: Uint8Array,
  cost: PictureCost,
  from = 0,
  limit = bytes.length,
): readonly Box[] | undefined {
  const boxes: Box[] = []
  for (let start = from; start < limit; ) {
    if (start + HEADER_LENGTH > limit || !countParts(cost)) return undefined
    const body = start + (uint32(bytes, start) === 1 ? LARGE_HEADER_LENGTH : HEADER_LENGTH)
    const end = start + lengthOf(bytes, start, limit)
    if (end < body || end > limit) return undefined
    boxes.push({ type: latin1Text(bytes, start + 4, start + 8), start, body, end })
    start = end
  }
  return boxes
}
