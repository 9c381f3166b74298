import { fillRanges, hasText, type Range, setUint16, setUint32 } from './bytes.ts'
import {
  type Directory,
  type DirectoryTree,
  directoriesOf,
  type Entry,
  isPointer,
  numberOf,
  numbersOf,
  tags,
} from './directories.ts'
import { type Orientation, orientationOf } from './format.ts'
import { type Cleaner, iptcWithoutLocation, resourcesWithoutLocation } from './iptc.ts'
import { blankMetadata } from './segments.ts'
import { xmpWithoutLocation } from './xmp.ts'

/** The tags of GeoTIFF, which place every pixel on the map, and the maker's note, which nobody can parse in
 * general and in which several makers keep places. */
const blankedTags: ReadonlySet<number> = new Set([
  tags.gps,
  tags.makerNote,
  ...[0x830e, 0x8480, 0x8482, 0x85d8, 0x87af, 0x87b0, 0x87b1, 0xa480],
])

/** How an EXIF block is to be turned for display; 1 when it does not say or cannot be read. */
export function exifOrientation(block: Uint8Array): Orientation {
  const tree = directoriesOf(block)
  return orientationOf((tree && numberOf(block, tree.first, tags.orientation, tree.little)) ?? 1)
}

const dropped: Cleaner = () => undefined

const nestedCleaners: ReadonlyMap<number, Cleaner> = new Map([
  [tags.xmp, xmpWithoutLocation],
  [tags.iptc, iptcWithoutLocation],
  [tags.photoshop, (bytes) => resourcesWithoutLocation(bytes, dropped)],
])

const isOutside = ({ at, value }: Entry): boolean => value.start !== at + 8

function clipped({ start, end }: Range, bytes: Uint8Array): Range {
  return { start: Math.min(start, bytes.length), end: Math.min(end, bytes.length) }
}

/** The ranges that hold location: GPS directories, what their entries point to, and the values of blanked
 * tags. */
function locationRanges(bytes: Uint8Array, tree: DirectoryTree): Range[] {
  const ranges: Range[] = []
  for (const { table, entries } of tree.location.values()) {
    ranges.push(table)
    for (const entry of entries) if (isOutside(entry)) ranges.push(clipped(entry.value, bytes))
  }
  for (const { entries } of tree.kept.values()) {
    for (const entry of entries) {
      if (blankedTags.has(entry.tag) && isOutside(entry)) ranges.push(clipped(entry.value, bytes))
    }
  }
  return ranges
}

/** What is being cleaned. `left` bounds work that repeats over the same bytes: it is refused once it has gone
 * over as many bytes as there are. `drops` are values that are to become zeros. */
type Cleaning = { out: Uint8Array; left: number; drops: Range[] }

/** Cleans a value in place; false when it could not be parsed and is to be dropped. */
function cleanNested(cleaning: Cleaning, { value }: Entry, cleaner: Cleaner): boolean {
  const range = clipped(value, cleaning.out)
  cleaning.left -= range.end - range.start
  const cleaned = cleaning.left < 0 ? undefined : cleaner(cleaning.out.subarray(range.start, range.end))
  if (cleaned) cleaning.out.set(cleaned, range.start)
  else cleaning.drops.push(range)
  return cleaned !== undefined
}

function cleanThumbnail(cleaning: Cleaning, directory: Directory, little: boolean): void {
  const { out } = cleaning
  const start = numberOf(out, directory, tags.jpegOffset, little) ?? 0
  const length = numberOf(out, directory, tags.jpegLength, little) ?? 0
  if (length === 0 || !hasText(out, start, '\xff\xd8')) return
  const range = clipped({ start, end: start + length }, out)
  cleaning.left -= range.end - range.start
  if (cleaning.left < 0) cleaning.drops.push(range)
  else blankMetadata(out.subarray(range.start, range.end))
}

function staysWith(bytes: Uint8Array, entry: Entry, tree: DirectoryTree): boolean {
  if (blankedTags.has(entry.tag)) return false
  if (!isPointer(entry)) return true
  const targets = numbersOf(bytes, entry, tree.little)
  return targets.length > 0 && targets.every((target) => tree.kept.has(target))
}

/** Writes a directory's table again with the entries that stay; what follows it keeps its place. */
function rewrite(
  out: Uint8Array,
  bytes: Uint8Array,
  tree: DirectoryTree,
  directory: Directory,
  stay: Entry[],
) {
  const { table, chained, next } = directory
  setUint16(out, table.start, stay.length, tree.little)
  let at = table.start + 2
  for (const entry of stay) {
    out.set(bytes.subarray(entry.at, entry.at + 12), at)
    at += 12
  }
  const follows = chained && tree.kept.get(next)?.chained ? next : 0
  if (at < table.end) {
    out.fill(0, at, table.end)
    setUint32(out, at, follows, tree.little)
  } else if (chained && follows !== next && table.end + 4 <= out.length) {
    setUint32(out, at, follows, tree.little)
  }
}

/** A TIFF file or EXIF block without location, at the same length and with every other offset as it was:
 * GPS directories and GeoTIFF values are zeros and no entry points to them, XMP and IPTC are cleaned in
 * place. Undefined when its directories cannot be read, or hold nothing else. */
export function exifWithoutLocation(bytes: Uint8Array): Uint8Array | undefined {
  const tree = directoriesOf(bytes)
  if (tree === undefined) return undefined
  const cleaning = { out: bytes.slice(), left: bytes.length, drops: [] }
  fillRanges(cleaning.out, locationRanges(bytes, tree), 0)
  const rewrites = [...tree.kept.values()].map((directory) => {
    cleanThumbnail(cleaning, directory, tree.little)
    const stay = directory.entries.filter((entry) => {
      const cleaner = isOutside(entry) && nestedCleaners.get(entry.tag)
      return (!cleaner || cleanNested(cleaning, entry, cleaner)) && staysWith(bytes, entry, tree)
    })
    return { directory, stay }
  })
  if (rewrites.every(({ stay }) => stay.length === 0)) return undefined
  fillRanges(cleaning.out, cleaning.drops, 0)
  // The header and the tables go last: no value that a hostile file lays over them can undo them.
  cleaning.out.set(bytes.subarray(0, 8))
  for (const { directory, stay } of rewrites) rewrite(cleaning.out, bytes, tree, directory, stay)
  return cleaning.out
}
