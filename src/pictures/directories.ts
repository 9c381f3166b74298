import { type ByteRange, uint16, uint32 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { entryLength, tiffHeaderLength } from './exif.ts'

/** An entry of a TIFF directory at `at`. Its value is in the entry itself or elsewhere in the file. */
export type Entry = { tag: number; type: number; count: number; at: number; value: ByteRange }

/** A TIFF directory: the range of its entries, and the offset of the next directory, which follows them. */
export type Directory = { start: number; entriesEnd: number; entries: readonly Entry[]; next: number }

/** Bytes of one value by field type. The value of an unknown type is taken as empty. */
const typeLengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const [SHORT, LONG] = [3, 4] as const

function entryAt(bytes: Uint8Array, at: number, little: boolean): Entry {
  const type = uint16(bytes, at + 2, little)
  const count = uint32(bytes, at + 4, little)
  const length = (typeLengths[type] ?? 0) * count
  const start = length > 4 ? uint32(bytes, at + 8, little) : at + 8
  return { tag: uint16(bytes, at, little), type, count, at, value: { start, end: start + length } }
}

/** Reads the directory at this offset. Returns undefined if the file ends too soon, or has too many parts. */
function directoryAt(
  bytes: Uint8Array,
  start: number,
  little: boolean,
  cost: PictureCost,
): Directory | undefined {
  const count = uint16(bytes, start, little)
  const entriesEnd = start + 2 + entryLength * count
  if (start < tiffHeaderLength || entriesEnd > bytes.length || !countParts(cost, 1 + count)) return undefined
  const entries: Entry[] = []
  for (let at = start + 2; at < entriesEnd; at += entryLength) entries.push(entryAt(bytes, at, little))
  return { start, entriesEnd, entries, next: uint32(bytes, entriesEnd, little) }
}

/** Reads the linked list of directories in a TIFF file, each once. */
export function directoriesOf(bytes: Uint8Array, little: boolean, cost: PictureCost): readonly Directory[] {
  const directories = new Map<number, Directory>()
  let at = uint32(bytes, 4, little)
  while (at !== 0 && !directories.has(at)) {
    const directory = directoryAt(bytes, at, little, cost)
    if (directory === undefined) break
    directories.set(at, directory)
    at = directory.next
  }
  return [...directories.values()]
}

/**
 * Reads the 16-bit or 32-bit whole numbers of an entry, at most `most` of them. Returns none if the file ends
 * before the last one.
 */
export function numbersOf(
  bytes: Uint8Array,
  { type, count, value }: Entry,
  little: boolean,
  most = count,
): number[] {
  const read = type === SHORT ? uint16 : type === LONG ? uint32 : undefined
  if (read === undefined || value.end > bytes.length) return []
  const width = type === SHORT ? 2 : 4
  const length = Math.min(count, most)
  return Array.from({ length }, (_, index) => read(bytes, value.start + index * width, little))
}
