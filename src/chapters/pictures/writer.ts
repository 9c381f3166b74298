import { inOnePiece } from '../../engine/values/byte-arrays.ts'

/** Writes the file of a cleaned picture, in order: ranges of the original file, and new bytes. */
export interface PictureWriter {
  /** Copies a range of the original file. */
  copy(start: number, end: number): void
  /** Appends new bytes. */
  append(bytes: Uint8Array): void
  /** Returns the written file. If it is one range of the original file, it is a view of it and no copy. */
  bytes(): Uint8Array
}

/** Makes a writer that copies from this file. Adjacent ranges are merged. */
export function pictureWriter(file: Uint8Array): PictureWriter {
  const parts: Uint8Array[] = []
  let [from, to] = [0, 0]
  const flush = () => {
    if (to > from) parts.push(file.subarray(from, to))
    from = to
  }
  return {
    copy(start, end) {
      if (start !== to) flush()
      if (to === from) from = start
      to = end
    },
    append(bytes) {
      flush()
      if (bytes.length > 0) parts.push(bytes)
    },
    bytes() {
      flush()
      return inOnePiece(parts)
    },
  }
}
