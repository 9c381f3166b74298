import type { PictureCost } from './cost.ts'
import { type Directory, type Entry, numbersOf } from './directories.ts'
import { exifTags } from './exif.ts'

/** A TIFF file, its byte order, and the cost of its request. */
export interface Tiff {
  readonly bytes: Uint8Array
  readonly little: boolean
  readonly cost: PictureCost
}

/** Tags of TIFF 6.0 and its supplements that the reader needs. */
export const tags = {
  width: 0x0100,
  height: 0x0101,
  bitsPerSample: 0x0102,
  compression: 0x0103,
  photometric: 0x0106,
  stripOffsets: 0x0111,
  samplesPerPixel: 0x0115,
  rowsPerStrip: 0x0116,
  stripLengths: 0x0117,
  tileWidth: 0x0142,
  tileHeight: 0x0143,
  tileOffsets: 0x0144,
  tileLengths: 0x0145,
  jpegTables: 0x015b,
  jpegOffset: 0x0201,
  jpegLength: 0x0202,
  xmp: 0x02bc,
  colourProfile: 0x8773,
  ...exifTags,
} as const

/** Fields of one or two numbers that stay: sizes, coding of pixels, orientation and resolution. */
const shortTags: ReadonlySet<number> = new Set<number>([
  ...[tags.width, tags.height, tags.compression, tags.photometric, tags.samplesPerPixel],
  ...[tags.rowsPerStrip, tags.tileWidth, tags.tileHeight, tags.jpegOffset, tags.jpegLength],
  ...Object.values(exifTags),
  ...[0x00fe, 0x00ff, 0x010a, 0x011c, 0x0122, 0x0124, 0x0125, 0x013d],
  ...[0x0147, 0x014c, 0x014e, 0x0200, 0x0203, 0x0212, 0x0213],
])
const shortLength = 8

/** Fields that stay with any length. Offsets and lengths are checked against each other, and JPEG tables are
 * cleaned. */
const anyLengthTags: ReadonlySet<number> = new Set<number>([
  ...[tags.stripOffsets, tags.stripLengths, tags.tileOffsets, tags.tileLengths],
  ...[tags.jpegTables, tags.colourProfile],
])

/** Fields that stay with up to this many values for each sample of a pixel. */
const valuesPerSample: ReadonlyMap<number, number> = new Map([
  [tags.bitsPerSample, 1],
  ...[0x0118, 0x0119, 0x0152, 0x0153, 0x0154, 0x0155, 0x0205, 0x0206].map((tag) => [tag, 1] as const),
  [0x0150, 2],
])

/** Fields that stay with up to this many values for each number that a sample can be: colour tables. */
const valuesPerLevel: ReadonlyMap<number, number> = new Map([
  [0x0123, 1],
  [0x012d, 3],
  [0x0140, 3],
])

/** Fields about colour that stay with up to this many values. */
const valuesMax: ReadonlyMap<number, number> = new Map([
  [0x013e, 2],
  [0x013f, 6],
  [0x0141, 2],
  [0x0156, 6],
  [0x0211, 3],
  [0x0214, 6],
])

const sampleBitsMax = 16

const isShort = ({ value }: Entry): boolean => value.end - value.start <= shortLength

/** Returns the first number of the first entry with this tag that passes; 1 is the default of both tags. */
function numberOrOne(
  tiff: Tiff,
  { entries }: Directory,
  tag: number,
  passes: (entry: Entry) => boolean,
): number {
  const entry = entries.find((each) => each.tag === tag && passes(each))
  return (entry && numbersOf(tiff.bytes, entry, tiff.little, 1)[0]) ?? 1
}

/** Returns the entries that a cleaned directory keeps (PHO-041): the first with each tag, if its value is no
 * longer than its format allows. */
export function keptEntries(tiff: Tiff, directory: Directory): readonly Entry[] {
  const samples = numberOrOne(tiff, directory, tags.samplesPerPixel, isShort)
  const bits = numberOrOne(tiff, directory, tags.bitsPerSample, ({ count }) => count <= samples)
  const levels = 1 << Math.min(bits, sampleBitsMax)
  const isKept = (entry: Entry): boolean => {
    const { tag, count } = entry
    if (shortTags.has(tag)) return isShort(entry)
    const most =
      valuesMax.get(tag) ??
      (valuesPerSample.get(tag) ?? 0) * samples + (valuesPerLevel.get(tag) ?? 0) * levels
    return anyLengthTags.has(tag) || (most > 0 && count <= most)
  }
  const seen = new Set<number>()
  return directory.entries.filter((entry) => {
    if (seen.has(entry.tag) || !isKept(entry)) return false
    seen.add(entry.tag)
    return true
  })
}

/** Finds the entry with this tag. */
export const entryOf = (entries: readonly Entry[], tag: number): Entry | undefined =>
  entries.find((entry) => entry.tag === tag)

/** Returns the number in the entry with this tag; undefined if there is not exactly one. */
export function numberIn(
  { bytes, little }: Tiff,
  entries: readonly Entry[],
  tag: number,
): number | undefined {
  const entry = entryOf(entries, tag)
  return entry?.count === 1 ? numbersOf(bytes, entry, little)[0] : undefined
}
