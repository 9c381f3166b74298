import { joined } from './bytes.ts'

/** Collects what a cleaned picture keeps: ranges of its file, merged where they touch, and new bytes. */
export interface Pieces {
  keep(start: number, end: number): void
  add(bytes: Uint8Array): void
  /** All pieces in order. A single range is a view of the file, not a copy. */
  joined(): Uint8Array
}

/** Begins an empty collection of pieces of this file. */
export function piecesOf(file: Uint8Array): Pieces {
  const parts: Uint8Array[] = []
  let [from, to] = [0, 0]
  const flush = () => {
    if (to > from) parts.push(file.subarray(from, to))
    from = to
  }
  return {
    keep(start, end) {
      if (start !== to) flush()
      if (to === from) from = start
      to = end
    },
    add(bytes) {
      flush()
      parts.push(bytes)
    },
    joined() {
      flush()
      const [first] = parts
      return first && parts.length === 1 ? first : joined(parts)
    },
  }
}
