import { type ByteRange, uint16, uint32 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { entryLength, tiffHeaderLength } from './exif.ts'

/** One field of a TIFF directory, from `at`. Its value stands in the entry itself or elsewhere. */
export type Entry = { tag: number; type: number; count: number; at: number; value: ByteRange }

/** A TIFF directory: its table of entries, and the offset of the next one, which stands behind them. */
export type Directory = { start: number; entriesEnd: number; entries: readonly Entry[]; next: number }

/** Bytes per value of each field type; a type that is not listed has its value in the entry. */
const typeLengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const [SHORT, LONG] = [3, 4] as const

function entryAt(bytes: Uint8Array, at: number, little: boolean): Entry {
  const type = uint16(bytes, at + 2, little)
  const count = uint32(bytes, at + 4, little)
  const length = (typeLengths[type] ?? 0) * count
  const start = length > 4 ? uint32(bytes, at + 8, little) : at + 8
  return { tag: uint16(bytes, at, little), type, count, at, value: { start, end: start + length } }
}

/** The directory at this offset; undefined where the file has none, or beyond the bound on parts. */
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

/** The directories of a TIFF file in the order of their chain, each once. */
export function directoriesOf(bytes: Uint8Array, little: boolean, cost: PictureCost): readonly Directory[] {
  const found = new Map<number, Directory>()
  let at = uint32(bytes, 4, little)
  while (at !== 0 && !found.has(at)) {
    const directory = directoryAt(bytes, at, little, cost)
    if (directory === undefined) break
    found.set(at, directory)
    at = directory.next
  }
  return [...found.values()]
}

/** The whole numbers of an entry, of two or four bytes each; none when they are not all there. */
export function numbersOf(bytes: Uint8Array, { type, count, value }: Entry, little: boolean): number[] {
  const read = type === SHORT ? uint16 : type === LONG ? uint32 : undefined
  if (read === undefined || value.end > bytes.length) return []
  const width = type === SHORT ? 2 : 4
  return Array.from({ length: count }, (_, index) => read(bytes, value.start + index * width, little))
}
