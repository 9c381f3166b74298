import { type ByteRange, hasText, setUint16, setUint32 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { type Directory, directoriesOf, type Entry, numbersOf } from './directories.ts'
import { byteOrderOf, entryLength, tags as exifTags, tiffHeaderLength } from './exif.ts'
import { type CleanPicture, orientationOf, pictureOf } from './format.ts'
import { blankMetadata } from './segments.ts'
import { isSpherical } from './xmp.ts'

const tags = {
  width: 0x0100,
  height: 0x0101,
  stripOffsets: 0x0111,
  stripLengths: 0x0117,
  tileOffsets: 0x0144,
  tileLengths: 0x0145,
  jpegOffset: 0x0201,
  jpegLength: 0x0202,
  ...exifTags,
} as const

const xmpTag = 0x02bc

/** The fields that say where pixels stand, each with the one that says how long they are. */
const pixelTags = [
  [tags.stripOffsets, tags.stripLengths],
  [tags.tileOffsets, tags.tileLengths],
  [tags.jpegOffset, tags.jpegLength],
] as const

/** What a decoder needs, orientation and resolution, as TIFF 6.0 and its supplements number them: a number or
 * two of each. */
const shortTags: ReadonlySet<number> = new Set<number>([
  ...[tags.width, tags.height, tags.jpegOffset, tags.jpegLength, ...Object.values(exifTags)],
  ...[0x00fe, 0x00ff, 0x0103, 0x0106, 0x010a, 0x0115, 0x0116, 0x011c, 0x0122, 0x0124, 0x0125, 0x013d],
  ...[0x0142, 0x0143, 0x0147, 0x014c, 0x014e, 0x0200, 0x0203, 0x0212, 0x0213],
])
const shortLength = 8

/** Places and lengths of pixels, tables of decoders, and colours. */
const longTags: ReadonlySet<number> = new Set<number>([
  ...[tags.stripOffsets, tags.stripLengths, tags.tileOffsets, tags.tileLengths],
  ...[0x0102, 0x0118, 0x0119, 0x0123, 0x012d, 0x013e, 0x013f, 0x0140, 0x0141, 0x0150, 0x0152, 0x0153],
  ...[0x0154, 0x0155, 0x0156, 0x015b, 0x0205, 0x0206, 0x0207, 0x0208, 0x0209, 0x0211, 0x0214, 0x8773],
])

const stays = ({ tag, value }: Entry): boolean =>
  longTags.has(tag) || (shortTags.has(tag) && value.end - value.start <= shortLength)

/** A TIFF file that is read. */
interface Tiff {
  readonly bytes: Uint8Array
  readonly little: boolean
  readonly cost: PictureCost
}

/** The first field with this tag that stays: a cleaned file says the same as the file that it was made of. */
const entryOf = ({ entries }: Directory, tag: number): Entry | undefined =>
  entries.find((entry) => entry.tag === tag && stays(entry))

/** The number of the first field with this tag, if it is one. */
function numberIn({ bytes, little }: Tiff, directory: Directory, tag: number): number | undefined {
  const entry = entryOf(directory, tag)
  return entry?.count === 1 ? numbersOf(bytes, entry, little)[0] : undefined
}

/** Where the pixels of a directory stand; undefined when their places and lengths do not match. */
function pixelsIn({ bytes, little, cost }: Tiff, directory: Directory): ByteRange[] | undefined {
  const ranges: ByteRange[] = []
  for (const [offsetTag, lengthTag] of pixelTags) {
    const [offsets, lengths] = [entryOf(directory, offsetTag), entryOf(directory, lengthTag)]
    if (offsets?.count !== lengths?.count) return undefined
    if (!offsets || !lengths) continue
    if (!countParts(cost, offsets.count)) return undefined
    const [starts, sizes] = [numbersOf(bytes, offsets, little), numbersOf(bytes, lengths, little)]
    if (starts.length !== offsets.count || sizes.length !== offsets.count) return undefined
    for (const [index, start] of starts.entries()) ranges.push({ start, end: start + (sizes[index] ?? 0) })
  }
  return ranges
}

const isOutside = ({ at, value }: Entry): boolean => value.start !== at + 8

/** The ranges of a directory that stay: its table, the values of its fields, and its pixels. */
function rangesOf(directory: Directory, pixels: readonly ByteRange[]): ByteRange[] {
  const { start, entriesEnd, entries } = directory
  const values = entries.filter((entry) => stays(entry) && isOutside(entry))
  return [{ start, end: entriesEnd + 4 }, ...values.map(({ value }) => value), ...pixels]
}

/** The ranges in order, each once and within the file; undefined when two overlap, as no writer's do. */
function inOrder(ranges: readonly ByteRange[], length: number): ByteRange[] | undefined {
  const ordered: ByteRange[] = []
  for (const { start, end } of ranges.toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    const last = ordered.at(-1) ?? { start: 0, end: tiffHeaderLength }
    const range = { start, end: Math.min(end, length) }
    if (range.end <= start || (start === last.start && range.end === last.end)) continue
    if (start < last.end) return undefined
    ordered.push(range)
  }
  return ordered
}

/** Writes the table of a directory with the entries that stay; what follows it keeps its place. */
function writeTable(out: Uint8Array, { bytes, little }: Tiff, directory: Directory, next: number): void {
  const stay = directory.entries.filter(stays)
  setUint16(out, directory.start, stay.length, little)
  let to = directory.start + 2
  for (const { at } of stay) {
    out.set(bytes.subarray(at, at + entryLength), to)
    to += entryLength
  }
  out.fill(0, to, directory.entriesEnd + 4)
  if (to + 4 <= out.length) setUint32(out, to, next, little)
}

/** The file with zeros wherever nothing is kept, so that what no field names any more is gone too. */
function cleanBytes(tiff: Tiff, chain: readonly Directory[], pixels: readonly ByteRange[][]) {
  const { bytes, cost } = tiff
  const all = chain.flatMap((directory, index) => rangesOf(directory, pixels[index] ?? []))
  const ranges = inOrder(all, bytes.length)
  if (ranges === undefined) return undefined
  const out = new Uint8Array(bytes.length)
  out.set(bytes.subarray(0, tiffHeaderLength))
  for (const { start, end } of ranges) {
    out.set(bytes.subarray(start, end), start)
    // Pixels that are compressed as JPEG may have metadata of their own.
    if (hasText(bytes, start, '\xff\xd8')) blankMetadata(out.subarray(start, end), cost)
  }
  for (const [index, directory] of chain.entries()) {
    writeTable(out, tiff, directory, chain[index + 1]?.start ?? 0)
  }
  return out
}

/** Reads and cleans a TIFF: its size is that of the first picture, and all pictures of the chain stay.
 * BigTIFF, with its longer offsets, is not among the formats. */
export function cleanTiff(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const tiff = { bytes, little: byteOrderOf(bytes) === 'little', cost }
  const chain = directoriesOf(bytes, tiff.little, cost)
  const pixels: ByteRange[][] = []
  for (const directory of chain) {
    const ranges = pixelsIn(tiff, directory)
    if (ranges === undefined || ranges.length === 0) return undefined
    pixels.push(ranges)
  }
  const [first] = chain
  const cleaned = cleanBytes(tiff, chain, pixels)
  if (first === undefined || cleaned === undefined) return undefined
  const packet = first.entries.find(({ tag }) => tag === xmpTag)?.value
  const picture = pictureOf(
    'tiff',
    { width: numberIn(tiff, first, tags.width) ?? 0, height: numberIn(tiff, first, tags.height) ?? 0 },
    {
      orientation: orientationOf(numberIn(tiff, first, tags.orientation) ?? 1),
      spherical: packet !== undefined && isSpherical(bytes.subarray(packet.start, packet.end)),
    },
  )
  return picture && { picture, bytes: cleaned }
}
