import type { ByteRange } from './bytes.ts'
import { countParts } from './cost.ts'
import { type Entry, numbersOf } from './directories.ts'
import { entryOf, fieldNumber, type Tiff, tags } from './tiff-fields.ts'

/** A range that the cleaned file keeps. A JPEG stream is cleaned on its own. */
export type KeptRange = ByteRange & { isJpeg: boolean }

const noCompression = 1
const jpegCompressions: ReadonlySet<number> = new Set([6, 7])

/**
 * Compressions whose data contains only pixels: CCITT, LZW, Deflate, NeXT, PackBits, ThunderScan, PixarLog,
 * SGILog, LERC, LZMA and Zstandard. Others, like PNG, WebP and JPEG 2000, are files with metadata of their
 * own.
 */
const pixelCompressions: ReadonlySet<number> = new Set([
  ...[noCompression, 2, 3, 4, 5, 8, 32_766, 32_771, 32_773, 32_809, 32_909, 32_946],
  ...[34_676, 34_677, 34_887, 34_925, 50_000],
])

/** Tags of the offsets of pixels, each with the tag of their lengths. */
const pixelTags = [
  [tags.stripOffsets, tags.stripLengths],
  [tags.tileOffsets, tags.tileLengths],
  [tags.jpegOffset, tags.jpegLength],
] as const

const photometricYCbCr = 6

/** The most pixels that chroma subsampling adds to a side. */
const subsamplingMax = 3

/** Returns the most bytes of one strip or tile without compression. */
function rawLengthMax(tiff: Tiff, entries: readonly Entry[], offsetTag: number, count: number): number {
  const number = (tag: number) => fieldNumber(tiff, entries, tag)
  const [width = 0, height = 0] = [number(tags.width), number(tags.height)]
  const isTile = offsetTag === tags.tileOffsets
  const columns = isTile ? (number(tags.tileWidth) ?? 0) : width
  const stripRows = count === 1 ? height : Math.min(number(tags.rowsPerStrip) ?? height, height)
  const rows = isTile ? (number(tags.tileHeight) ?? 0) : stripRows
  const bitsEntry = entryOf(entries, tags.bitsPerSample)
  const bits = Math.max(1, ...(bitsEntry ? numbersOf(tiff.bytes, bitsEntry, tiff.little, 16) : []))
  const extra = number(tags.photometric) === photometricYCbCr ? subsamplingMax : 0
  const samples = number(tags.samplesPerPixel) ?? 1
  return Math.ceil(((columns + extra) * bits * samples) / 8) * (rows + extra)
}

/**
 * Returns the compression of the pixels: none, JPEG, or another whose data contains only pixels. Returns
 * undefined for one that is not accepted.
 */
function compressionOf(tiff: Tiff, entries: readonly Entry[]): 'none' | 'jpeg' | 'other' | undefined {
  const isStated = entryOf(entries, tags.compression) !== undefined
  const compression = isStated ? fieldNumber(tiff, entries, tags.compression) : noCompression
  if (compression === undefined) return undefined
  if (compression === noCompression) return 'none'
  if (jpegCompressions.has(compression)) return 'jpeg'
  return pixelCompressions.has(compression) ? 'other' : undefined
}

/** Returns the ranges of the pixels; undefined if there are none, if their offsets and lengths do not match,
 * or for a compression that is not accepted. */
export function pixelsIn(tiff: Tiff, entries: readonly Entry[]): KeptRange[] | undefined {
  const { bytes, little, cost } = tiff
  const compression = compressionOf(tiff, entries)
  if (compression === undefined) return undefined
  const ranges: KeptRange[] = []
  for (const [offsetTag, lengthTag] of pixelTags) {
    const [offsets, lengths] = [entryOf(entries, offsetTag), entryOf(entries, lengthTag)]
    if (offsets?.count !== lengths?.count) return undefined
    if (!offsets || !lengths) continue
    const { count } = offsets
    if (!countParts(cost, count)) return undefined
    const [starts, sizes] = [numbersOf(bytes, offsets, little), numbersOf(bytes, lengths, little)]
    if (starts.length !== count || sizes.length !== count) return undefined
    const isJpeg = compression === 'jpeg' || offsetTag === tags.jpegOffset
    // Bytes after the pixels are left out. In compressed data the end of the pixels is unknown.
    const isRaw = compression === 'none' && !isJpeg
    const most = isRaw ? rawLengthMax(tiff, entries, offsetTag, count) : Number.POSITIVE_INFINITY
    for (const [index, start] of starts.entries())
      ranges.push({ start, end: start + Math.min(sizes[index] ?? 0, most), isJpeg })
  }
  return ranges.length === 0 ? undefined : ranges
}
