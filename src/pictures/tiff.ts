import { setUint16, setUint32 } from './bytes.ts'
import type { PictureCost } from './cost.ts'
import { type Directory, directoriesOf, type Entry } from './directories.ts'
import { byteOrderOf, entryLength, tiffHeaderLength } from './exif.ts'
import { type CleanPicture, orientationOf, pictureOf } from './format.ts'
import { cleanJpegStream } from './jpeg.ts'
import { fieldNumber, keptEntries, type Tiff, tags } from './tiff-fields.ts'
import { type KeptRange, pixelsIn } from './tiff-pixels.ts'
import { isSpherical } from './xmp.ts'

/** A directory with the kept entries, and the pixels that they name. */
interface Page {
  readonly directory: Directory
  readonly entries: readonly Entry[]
  readonly pixels: readonly KeptRange[]
}

/** Reads the pages of a TIFF; undefined if the pixels of one cannot be read. */
function pagesOf(tiff: Tiff): Page[] | undefined {
  const pages: Page[] = []
  for (const directory of directoriesOf(tiff.bytes, tiff.little, tiff.cost)) {
    const entries = keptEntries(tiff, directory)
    const pixels = pixelsIn(tiff, entries)
    if (pixels === undefined) return undefined
    pages.push({ directory, entries, pixels })
  }
  return pages
}

const isOutside = ({ at, value }: Entry): boolean => value.start !== at + 8

/** The ranges of a page: the entries of its directory, their values, and its pixels. */
function rangesOf({ directory: { start, entriesEnd }, entries, pixels }: Page): KeptRange[] {
  const values = entries
    .filter(isOutside)
    .map(({ tag, value }) => ({ ...value, isJpeg: tag === tags.jpegTables }))
  return [{ start, end: entriesEnd + 4, isJpeg: false }, ...values, ...pixels]
}

/**
 * Sorts ranges, removes repeated and empty ones, and cuts them at the end of the file. Returns undefined if
 * two overlap, which no common writer produces.
 */
function sorted(ranges: readonly KeptRange[], length: number): KeptRange[] | undefined {
  const ordered: KeptRange[] = []
  for (const range of ranges.toSorted(
    // If two ranges are equal, the JPEG stream comes first, and is kept.
    (one, other) =>
      one.start - other.start || one.end - other.end || Number(other.isJpeg) - Number(one.isJpeg),
  )) {
    const { start } = range
    const end = Math.min(range.end, length)
    const last = ordered.at(-1) ?? { start: 0, end: tiffHeaderLength }
    if (end <= start || (start === last.start && end === last.end)) continue
    if (start < last.end) return undefined
    ordered.push({ ...range, end })
  }
  return ordered
}

/** Writes a directory with the kept entries. Values keep their places. */
function writeDirectory(out: Uint8Array, { bytes, little }: Tiff, page: Page, next: number): void {
  const { directory, entries } = page
  setUint16(out, directory.start, entries.length, little)
  let to = directory.start + 2
  for (const { at } of entries) {
    out.set(bytes.subarray(at, at + entryLength), to)
    to += entryLength
  }
  out.fill(0, to, directory.entriesEnd + 4)
  if (to + 4 <= out.length) setUint32(out, to, next, little)
}

/** Returns a file of the same length with the kept ranges in their places and zeros in between; undefined if
 * ranges overlap or a JPEG stream has no beginning. */
function cleanFile(tiff: Tiff, pages: readonly Page[]): Uint8Array | undefined {
  const { bytes, cost } = tiff
  const ranges = sorted(pages.flatMap(rangesOf), bytes.length)
  if (ranges === undefined) return undefined
  const out = new Uint8Array(bytes.length)
  out.set(bytes.subarray(0, tiffHeaderLength))
  for (const { start, end, isJpeg } of ranges) {
    const range = bytes.subarray(start, end)
    const kept = isJpeg ? cleanJpegStream(range, cost) : range
    if (kept === undefined) return undefined
    out.set(kept, start)
  }
  for (const [index, page] of pages.entries()) {
    writeDirectory(out, tiff, page, pages[index + 1]?.directory.start ?? 0)
  }
  return out
}

/**
 * Reads and cleans a TIFF (PHO-041). Its size is that of the first page, and all pages are kept. BigTIFF,
 * with offsets of 64 bits, is not accepted.
 */
export function cleanTiff(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const tiff = { bytes, little: byteOrderOf(bytes) === 'little', cost }
  const pages = pagesOf(tiff)
  const first = pages?.[0]
  const cleaned = pages && cleanFile(tiff, pages)
  if (!first || !cleaned) return undefined
  const { directory, entries } = first
  const packet = directory.entries.find(({ tag }) => tag === tags.xmp)?.value
  const picture = pictureOf(
    'tiff',
    {
      width: fieldNumber(tiff, entries, tags.width) ?? 0,
      height: fieldNumber(tiff, entries, tags.height) ?? 0,
    },
    {
      orientation: orientationOf(fieldNumber(tiff, entries, tags.orientation) ?? 1),
      spherical: packet !== undefined && isSpherical(bytes.subarray(packet.start, packet.end)),
    },
  )
  return picture && { picture, bytes: cleaned }
}
