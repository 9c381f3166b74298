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
  colorProfile: 0x8773,
  ...exifTags,
} as const

/** Kept fields of one or two numbers: sizes, coding of pixels, orientation and resolution. */
const shortTags: ReadonlySet<number> = new Set<number>([
  ...[tags.width, tags.height, tags.compression, tags.photometric, tags.samplesPerPixel],
  ...[tags.rowsPerStrip, tags.tileWidth, tags.tileHeight, tags.jpegOffset, tags.jpegLength],
  ...Object.values(exifTags),
  ...[0x00fe, 0x00ff, 0x010a, 0x011c, 0x0122, 0x0124, 0x0125, 0x013d],
  ...[0x0147, 0x014c, 0x014e, 0x0200, 0x0203, 0x0212, 0x0213],
])
const shortLength = 8

/**
 * Fields that are kept with any length. Offsets and lengths are checked against each other, and JPEG tables
 * are cleaned.
 */
const anyLengthTags: ReadonlySet<number> = new Set<number>([
  ...[tags.stripOffsets, tags.stripLengths, tags.tileOffsets, tags.tileLengths],
  ...[tags.jpegTables, tags.colorProfile],
])

/** Fields that are kept with up to this many bytes for each sample of a pixel. */
const bytesPerSample: ReadonlyMap<number, number> = new Map([
  [tags.bitsPerSample, 2],
  [0x0118, 2],
  [0x0119, 2],
  [0x0150, 4],
  [0x0152, 2],
  [0x0153, 2],
  [0x0154, 8],
  [0x0155, 8],
  [0x0205, 2],
  [0x0206, 2],
])

/** Fields that are kept with up to this many bytes for each value of a sample: color tables. */
const bytesPerLevel: ReadonlyMap<number, number> = new Map([
  [0x0123, 2],
  [0x012d, 6],
  [0x0140, 6],
])

/** Fields about color that are kept with up to this many bytes. */
const bytesMax: ReadonlyMap<number, number> = new Map([
  [0x013e, 16],
  [0x013f, 48],
  [0x0141, 4],
  [0x0156, 12],
  [0x0211, 24],
  [0x0214, 48],
])

const sampleBitsMax = 16

const lengthOf = ({ value }: Entry): number => value.end - value.start

/** Returns the number of the first entry with this tag and at most this length; 1 is the default of all. */
function numberOrOne(tiff: Tiff, { entries }: Directory, tag: number, length: number): number {
  const entry = entries.find((each) => each.tag === tag && lengthOf(each) <= length)
  return (entry && numbersOf(tiff.bytes, entry, tiff.little, 1)[0]) ?? 1
}

/** Returns the entries that a cleaned directory keeps (PHO-041): the first with each tag, if its value is no
 * longer than its format allows. */
export function keptEntries(tiff: Tiff, directory: Directory): readonly Entry[] {
  const samples = numberOrOne(tiff, directory, tags.samplesPerPixel, shortLength)
  const bits = numberOrOne(tiff, directory, tags.bitsPerSample, 2 * samples)
  const levels = 1 << Math.min(bits, sampleBitsMax)
  const lengthMax = (tag: number): number | undefined => {
    if (anyLengthTags.has(tag)) return Number.POSITIVE_INFINITY
    if (shortTags.has(tag)) return shortLength
    const [perSample, perLevel] = [bytesPerSample.get(tag), bytesPerLevel.get(tag)]
    if (perSample !== undefined) return perSample * samples
    return perLevel === undefined ? bytesMax.get(tag) : perLevel * levels
  }
  const seen = new Set<number>()
  return directory.entries.filter((entry) => {
    const { tag } = entry
    if (seen.has(tag) || lengthOf(entry) > (lengthMax(tag) ?? -1)) return false
    seen.add(tag)
    return true
  })
}

/** Finds the entry with this tag. */
export const entryOf = (entries: readonly Entry[], tag: number): Entry | undefined =>
  entries.find((entry) => entry.tag === tag)

/** Returns the number in the entry with this tag; undefined if there is not exactly one. */
export function fieldNumber(
  { bytes, little }: Tiff,
  entries: readonly Entry[],
  tag: number,
): number | undefined {
  const entry = entryOf(entries, tag)
  return entry?.count === 1 ? numbersOf(bytes, entry, little)[0] : undefined
}
