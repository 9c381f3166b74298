import { sameBytes } from '../../engine/values/byte-arrays.ts'
import { type ByteRange, hasText, uint16, uint32 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { type CleanPicture, type Orientation, orientationOf, pictureOf } from './format.ts'
import { isSpherical } from './xmp.ts'

const tags = {
  width: 0x0100,
  height: 0x0101,
  compression: 0x0103,
  orientation: 0x0112,
  pixels: [0x0111, 0x0144, 0x0201],
  thumbnail: 0x0201,
  thumbnailLength: 0x0202,
  xmp: 0x02bc,
  places: 0x8825,
} as const

/** Fields with directories of more fields. */
const directoryTags: ReadonlySet<number> = new Set([0x014a, 0x8769])

/** Fields that can hold a place: XMP, IPTC, Photoshop, GeoTIFF, notes of cameras, and comments. */
const placeTags: ReadonlySet<number> = new Set([
  ...[tags.xmp, 0x83bb, 0x8649, 0x830e, 0x8480, 0x8482, 0x85d8, 0x87af, 0x87b0, 0x87b1],
  ...[0x927c, 0x9286],
])

/** Compressions whose pixels are files with metadata of their own: JPEG 2000, PNG, JPEG XL and WebP. */
const fileCompressions: ReadonlySet<number> = new Set([
  ...[33_003, 33_004, 33_005, 34_712, 34_933, 50_001, 50_002, 52_546],
])

/** An entry of a directory at `at`. Its value is in the entry itself or elsewhere in the file. */
type Entry = { tag: number; type: number; count: number; at: number; value: ByteRange }

/** A directory: the range of its entries, and the offset of the next directory, which follows them. */
type Directory = { start: number; entriesEnd: number; entries: readonly Entry[]; next: number }

const headerLength = 8
const entryLength = 12

/** Bytes of one value by field type. The value of an unknown type is taken as empty. */
const typeLengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const SHORT = 3
const offsetsMax = 64

function entryAt(bytes: Uint8Array, at: number, little: boolean): Entry {
  const [type, count] = [uint16(bytes, at + 2, little), uint32(bytes, at + 4, little)]
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
  if (start < headerLength || entriesEnd > bytes.length || !countParts(cost, 1 + count)) return undefined
  const entries = Array.from({ length: count }, (_, index) =>
    entryAt(bytes, start + 2 + entryLength * index, little),
  )
  return { start, entriesEnd, entries, next: uint32(bytes, entriesEnd, little) }
}

/** Returns the number in the first entry with this tag; undefined if there is not exactly one. */
function numberOf(bytes: Uint8Array, { entries }: Directory, tag: number, little: boolean) {
  const entry = entries.find((each) => each.tag === tag)
  if (entry?.count !== 1) return undefined
  return entry.type === SHORT ? uint16(bytes, entry.at + 8, little) : uint32(bytes, entry.at + 8, little)
}

/** Returns the offsets of the directories that an entry names. */
const offsetsIn = (bytes: Uint8Array, { count, at, value }: Entry, little: boolean): number[] =>
  count === 1
    ? [uint32(bytes, at + 8, little)]
    : Array.from({ length: Math.min(count, offsetsMax) }, (_, index) =>
        uint32(bytes, value.start + 4 * index, little),
      )

/** A TIFF file or a block of EXIF, with its first directory and the ranges that can hold a place. */
interface Tiff {
  readonly little: boolean
  readonly first: Directory
  readonly places: readonly ByteRange[]
}

/** Returns the range of a thumbnail, which is a file of its own. */
function thumbnailIn(bytes: Uint8Array, directory: Directory, little: boolean): readonly ByteRange[] {
  const start = numberOf(bytes, directory, tags.thumbnail, little)
  const length = numberOf(bytes, directory, tags.thumbnailLength, little)
  return start === undefined ? [] : [{ start, end: start + (length ?? bytes.length) }]
}

function readTiff(bytes: Uint8Array, cost: PictureCost, isExif: boolean): Tiff | undefined {
  const little = hasText(bytes, 0, 'II\x2a\0')
  if (!little && !hasText(bytes, 0, 'MM\0\x2a')) return undefined
  const places: ByteRange[] = []
  const seen = new Set<number>([0])
  let first: Directory | undefined
  const waiting = [{ offset: uint32(bytes, 4, little), hasPlaces: false }]
  for (const { offset, hasPlaces } of waiting) {
    if (seen.has(offset)) continue
    seen.add(offset)
    const directory = directoryAt(bytes, offset, little, cost)
    first ??= directory
    if (!first) return undefined
    if (!directory) continue
    const { entries, start, entriesEnd, next } = directory
    for (const entry of entries) {
      if (hasPlaces || placeTags.has(entry.tag)) places.push(entry.value)
      else if (directoryTags.has(entry.tag) || entry.tag === tags.places) {
        const isPlaces = entry.tag === tags.places
        for (const at of offsetsIn(bytes, entry, little)) waiting.push({ offset: at, hasPlaces: isPlaces })
      }
    }
    if (hasPlaces) places.push({ start, end: entriesEnd })
    else waiting.push({ offset: next, hasPlaces })
    if (isExif) places.push(...thumbnailIn(bytes, directory, little))
  }
  return first && { little, first, places }
}

/**
 * Returns a copy with zeros in the ranges; undefined if they are longer than the file together, so that the
 * time is linear.
 */
function emptied(bytes: Uint8Array, ranges: readonly ByteRange[]): Uint8Array | undefined {
  const length = ranges.reduce((sum, { start, end }) => sum + Math.min(end, bytes.length) - start, 0)
  if (length > bytes.length) return undefined
  const copy = bytes.slice()
  for (const { start, end } of ranges) copy.fill(0, start, end)
  return copy
}

/** Empties what can hold a place. Undefined if that would change what else is read, as in a crafted file. */
function withoutPlaces(bytes: Uint8Array, cost: PictureCost, isExif: boolean) {
  const tiff = readTiff(bytes, cost, isExif)
  const cleaned = tiff && emptied(bytes, tiff.places)
  const again = cleaned && readTiff(cleaned, { ...cost }, isExif)
  const twice = again && emptied(cleaned, again.places)
  if (!tiff || !twice || !sameBytes(cleaned, twice)) return undefined
  const isSame = JSON.stringify(tiff.first) === JSON.stringify(again.first)
  return isSame ? { ...tiff, cleaned } : undefined
}

/** A block of EXIF without places, and the orientation that it says. */
export interface Exif {
  readonly bytes: Uint8Array
  readonly orientation: Orientation
}

/**
 * Empties what can hold a place in a block of EXIF, which has a header in a JPEG. Undefined if the block
 * cannot be read: it is then left out.
 */
export function cleanExif(bytes: Uint8Array, cost: PictureCost): Exif | undefined {
  const header = hasText(bytes, 0, 'Exif\0') ? 6 : 0
  const tiff = withoutPlaces(bytes.subarray(header), cost, true)
  if (!tiff) return undefined
  const whole = bytes.slice()
  whole.set(tiff.cleaned, header)
  return { bytes: whole, orientation: orientationIn(bytes.subarray(header), tiff) }
}

function orientationIn(bytes: Uint8Array, { first, little }: Tiff): Orientation {
  const entry = first.entries.find(({ tag }) => tag === tags.orientation)
  return orientationOf((entry?.type === SHORT && numberOf(bytes, first, tags.orientation, little)) || 1)
}

/**
 * Reads a TIFF, and empties what can hold a place (PHO-041). Its size is that of the first page. BigTIFF,
 * with offsets of 64 bits, is not accepted.
 */
export function cleanTiff(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const tiff = withoutPlaces(bytes, cost, false)
  if (!tiff) return undefined
  const { first, little, cleaned } = tiff
  const number = (tag: number) => numberOf(bytes, first, tag, little)
  const hasPixels = first.entries.some(({ tag }) => tags.pixels.some((each) => each === tag))
  if (!hasPixels || fileCompressions.has(number(tags.compression) ?? 1)) return undefined
  const packet = first.entries.find(({ tag }) => tag === tags.xmp)?.value
  const picture = pictureOf(
    'tiff',
    { width: number(tags.width) ?? 0, height: number(tags.height) ?? 0 },
    {
      orientation: orientationIn(bytes, tiff),
      spherical: packet !== undefined && isSpherical(bytes.subarray(packet.start, packet.end)),
    },
  )
  return picture && { picture, bytes: cleaned }
}
