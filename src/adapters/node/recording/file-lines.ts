import { Buffer } from 'node:buffer'
import { readSync } from 'node:fs'

export interface FileLine {
  /** The bytes, without the line feed. Of a line that is too long, the beginning. */
  readonly bytes: Buffer
  /** Counted from 1. */
  readonly number: number
  /** The offsets of its first byte, and of the byte after its line feed. */
  readonly start: number
  readonly end: number
  /** Whether the line ends with a line feed. Only the last line of a file may not. */
  readonly isComplete: boolean
  readonly isTooLong: boolean
}

const CHUNK_BYTES = 64 * 1024
const LINE_FEED = 10

/** Reads the lines of an open file, one at a time. It ends at a line of more than `bytesMax` bytes. */
export function* linesOf(file: number, bytesMax: number): Generator<FileLine> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let [pieces, length, start, number]: [Buffer[], number, number, number] = [[], 0, 0, 1]
  const line = (bytes: Buffer, isComplete: boolean): FileLine => {
    const end = start + bytes.length + (isComplete ? 1 : 0)
    return { bytes, number, start, end, isComplete, isTooLong: bytes.length > bytesMax }
  }
  for (let at = 0, count = 1; count > 0 && length <= bytesMax; at += count) {
    count = readSync(file, chunk, 0, CHUNK_BYTES, at)
    let from = 0
    for (
      let feed = chunk.indexOf(LINE_FEED);
      feed >= 0 && feed < count;
      feed = chunk.indexOf(LINE_FEED, from)
    ) {
      const read = line(Buffer.concat([...pieces, chunk.subarray(from, feed)]), true)
      yield read
      if (read.isTooLong) return
      ;[pieces, length, start, number] = [[], 0, read.end, number + 1]
      from = feed + 1
    }
    pieces.push(Buffer.from(chunk.subarray(from, count)))
    length += count - from
  }
  if (length > 0) yield line(Buffer.concat(pieces), false)
}
