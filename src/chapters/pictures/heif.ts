import { type ByteRange, bytesOf, hasText, latin1Text, uint8, uint16, uint32 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'

// HEIC is HEIF with pictures of HEVC (ISO/IEC 23008-12). The file is a list of boxes: `meta` describes items
// and names their bytes in `mdat` or `idat`, and an item has properties such as its size (`ispe`).

const brands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Whether a file begins as a HEIC or HEIF picture does. AVIF has a brand of its own. */
export const isHeif = (bytes: Uint8Array): boolean =>
  hasText(bytes, 4, 'ftyp') && brands.includes(latin1Text(bytes, 8, 12))

/** A box of an ISO base media file. `start` and `end` enclose all of it, its content begins at `body`. */
type Box = { type: string; start: number; body: number; end: number }

const HEADER_LENGTH = 8
const LARGE_HEADER_LENGTH = 16

/** Returns the length of a box that begins at `start`: that of the rest if it says 0. */
function lengthOf(bytes: Uint8Array, start: number, limit: number): number {
  const length = uint32(bytes, start)
  if (length === 0) return limit - start
  return length === 1 ? uint32(bytes, start + 8) * 2 ** 32 + uint32(bytes, start + 12) : length
}

/**
 * Returns the boxes from `from` to `limit`; undefined if one is cut short or shorter than its header, or
 * beyond the bound on parts.
 */
function boxesOf(
  bytes: Uint8Array,
  cost: PictureCost,
  from = 0,
  limit = bytes.length,
): readonly Box[] | undefined {
  const boxes: Box[] = []
  for (let start = from; start < limit; ) {
    if (!countParts(cost)) return undefined
    const body = start + (uint32(bytes, start) === 1 ? LARGE_HEADER_LENGTH : HEADER_LENGTH)
    const end = start + lengthOf(bytes, start, limit)
    if (end < body || end > limit) return undefined
    boxes.push({ type: latin1Text(bytes, start + 4, start + 8), start, body, end })
    start = end
  }
  return boxes
}

/** The boxes that are kept. What others contain, such as `uuid`, `udta` and `xml `, is overwritten. */
const keptBoxes: ReadonlySet<string> = new Set(['ftyp', 'meta', 'mdat'])
const keptInMeta: ReadonlySet<string> = new Set([
  'hdlr',
  'pitm',
  'iinf',
  'iref',
  'iprp',
  'iloc',
  'idat',
  'dinf',
  'grpl',
])
const keptProperties: ReadonlySet<string> = new Set(
  'ispe hvcC av1C avcC colr pixi pasp clap irot imir auxC rloc lsel clli mdcv'.split(' '),
)
/** Items that are metadata: Exif, and XMP as `mime`. */
const metadataItems: ReadonlySet<string> = new Set(['Exif', 'mime', 'uri '])

/** The bytes of an item. `inIdat` says that they are positions in the box `idat`, not in the file. */
interface Item {
  readonly id: number
  readonly inIdat: boolean
  readonly extents: readonly ByteRange[]
}

/** Reads numbers of any width one after the other. */
function readerAt(bytes: Uint8Array, from: number, end: number) {
  let at = from
  return {
    /** Reads a number of 0 to 8 bytes. */
    number(width: number): number {
      let value = 0
      for (let index = 0; index < width; index += 1) value = value * 256 + uint8(bytes, at + index)
      at += width
      return value
    },
    isBehindEnd: () => at > end,
  }
}

type NumberReader = ReturnType<typeof readerAt>

const find = (boxes: readonly Box[] | undefined, type: string): Box | undefined =>
  boxes?.find((box) => box.type === type)

function readItem(reader: NumberReader, version: number, widths: readonly number[], cost: PictureCost) {
  const [offsetWidth = 0, lengthWidth = 0, baseWidth = 0, indexWidth = 0] = widths
  const id = reader.number(version < 2 ? 2 : 4)
  const method = version > 0 ? reader.number(2) & 15 : 0
  reader.number(2)
  const base = reader.number(baseWidth)
  const extents: ByteRange[] = []
  for (let count = reader.number(2); count > 0; count -= 1) {
    if (!countParts(cost)) return undefined
    if (version > 0) reader.number(indexWidth)
    const start = base + reader.number(offsetWidth)
    extents.push({ start, end: start + reader.number(lengthWidth) })
  }
  // Bytes in another file, or made of those of other items.
  return method > 1 ? undefined : { id, inIdat: method === 1, extents }
}

/** Returns where the bytes of each item are; undefined if that cannot be read. */
function itemsOf(bytes: Uint8Array, { body, end }: Box, cost: PictureCost): readonly Item[] | undefined {
  const version = uint8(bytes, body)
  const sizes = uint16(bytes, body + 4)
  const widths = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, sizes & 15]
  if (version > 2 || widths.some((width) => width > 8)) return undefined
  const reader = readerAt(bytes, body + 6, end)
  const items: Item[] = []
  for (let count = reader.number(version < 2 ? 2 : 4); count > 0; count -= 1) {
    const item = readItem(reader, version, widths, cost)
    if (!item || !countParts(cost)) return undefined
    items.push(item)
  }
  return reader.isBehindEnd() ? undefined : items
}

/** An entry of `iinf`: the id and the type of an item, and where its name begins. */
interface Entry {
  readonly id: number
  readonly type: string
  readonly name: ByteRange
}

function entryOf(bytes: Uint8Array, { body, end }: Box): Entry {
  const wide = uint8(bytes, body) > 2
  const id = wide ? uint32(bytes, body + 4) : uint16(bytes, body + 4)
  const type = body + (wide ? 10 : 8)
  return { id, type: latin1Text(bytes, type, type + 4), name: { start: type + 4, end } }
}

/** Returns the properties of an item, in their order; undefined if they cannot be read. */
function propertiesOf(
  bytes: Uint8Array,
  iprp: Box,
  item: number,
  properties: readonly Box[],
  cost: PictureCost,
): readonly Box[] | undefined {
  const ipma = find(boxesOf(bytes, cost, iprp.body, iprp.end), 'ipma')
  if (!ipma) return undefined
  const [version, isWide] = [uint8(bytes, ipma.body), (uint8(bytes, ipma.body + 3) & 1) === 1]
  const reader = readerAt(bytes, ipma.body + 4, ipma.end)
  for (let entries = reader.number(4); entries > 0; entries -= 1) {
    const id = reader.number(version < 1 ? 2 : 4)
    const indexes: number[] = []
    for (let count = reader.number(1); count > 0; count -= 1)
      indexes.push(isWide ? reader.number(2) & 0x7fff : reader.number(1) & 0x7f)
    if (reader.isBehindEnd() || !countParts(cost)) return undefined
    if (id === item) return indexes.flatMap((index) => properties[index - 1] ?? [])
  }
  return undefined
}

/** Returns the size of an item as it is displayed: `irot` turns it by a number of quarters. */
function sizeOf(bytes: Uint8Array, properties: readonly Box[]): Size | undefined {
  const ispe = find(properties, 'ispe')
  if (!ispe || ispe.end - ispe.body < 12) return undefined
  const [width, height] = [uint32(bytes, ispe.body + 4), uint32(bytes, ispe.body + 8)]
  const irot = find(properties, 'irot')
  const isTurned = irot !== undefined && (uint8(bytes, irot.body) & 1) === 1
  return isTurned ? { width: height, height: width } : { width, height }
}

/** Overwrites a box with nothing of the same length, so that what is behind it stays at its place. */
function free(bytes: Uint8Array, { start, body, end }: Box): void {
  bytes.set(bytesOf('free'), start + 4)
  bytes.fill(0, body, end)
}

/** Overwrites the bytes of a box that no range contains. */
function keepRanges(bytes: Uint8Array, { body, end }: Box, ranges: readonly ByteRange[]): void {
  let at = body
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    bytes.fill(0, at, Math.min(range.start, end))
    at = Math.max(at, range.end)
  }
  bytes.fill(0, at, end)
}

/** The boxes of a file that describe its pictures. */
interface Described {
  readonly boxes: readonly Box[]
  readonly inMeta: readonly Box[]
  readonly properties: readonly Box[]
  readonly entries: readonly Entry[]
  readonly items: readonly Item[]
}

/** Returns a copy of the file without metadata. Nothing changes its place, because items name places. */
function cleanBytes(file: Uint8Array, { boxes, inMeta, properties, entries, items }: Described): Uint8Array {
  const bytes = Uint8Array.from(file)
  for (const { name } of entries) {
    const nameEnd = bytes.subarray(name.start, name.end).indexOf(0)
    bytes.fill(0x20, name.start, nameEnd < 0 ? name.end : name.start + nameEnd)
  }
  for (const box of boxes) if (!keptBoxes.has(box.type)) free(bytes, box)
  for (const box of inMeta) if (!keptInMeta.has(box.type)) free(bytes, box)
  for (const box of properties) if (!keptProperties.has(box.type)) free(bytes, box)
  const metadata = new Set(entries.filter(({ type }) => metadataItems.has(type)).map(({ id }) => id))
  const kept = items.filter(({ id }) => !metadata.has(id))
  const idat = find(inMeta, 'idat')
  const rangesOf = (inIdat: boolean, from: number, end: number) =>
    kept
      .filter((item) => item.inIdat === inIdat)
      .flatMap(({ extents }) => extents)
      // A length of 0 means the rest.
      .map(({ start, end: last }) => ({ start: start + from, end: last === start ? end : last + from }))
  if (idat) keepRanges(bytes, idat, rangesOf(true, idat.body, idat.end))
  const inFile = rangesOf(false, 0, file.length)
  for (const box of boxes) if (box.type === 'mdat') keepRanges(bytes, box, inFile)
  return bytes
}

/** Whether the bytes of all items are in the file. */
function areWhole(items: readonly Item[], idat: Box | undefined, fileEnd: number): boolean {
  const idatEnd = idat ? idat.end - idat.body : 0
  return items.every(({ inIdat, extents }) => extents.every(({ end }) => end <= (inIdat ? idatEnd : fileEnd)))
}

function describedIn(bytes: Uint8Array, cost: PictureCost): (Described & { size: Size }) | undefined {
  const boxes = boxesOf(bytes, cost)
  const meta = find(boxes, 'meta')
  const inMeta = meta && boxesOf(bytes, cost, meta.body + 4, meta.end)
  const [pitm, iinf, iloc, iprp] = ['pitm', 'iinf', 'iloc', 'iprp'].map((type) => find(inMeta, type))
  if (!boxes || !inMeta || !pitm || !iinf || !iloc || !iprp) return undefined
  const ipco = find(boxesOf(bytes, cost, iprp.body, iprp.end), 'ipco')
  const properties = ipco && boxesOf(bytes, cost, ipco.body, ipco.end)
  const entriesStart = iinf.body + (uint8(bytes, iinf.body) === 0 ? 6 : 8)
  const entries = boxesOf(bytes, cost, entriesStart, iinf.end)?.map((box) => entryOf(bytes, box))
  const items = itemsOf(bytes, iloc, cost)
  const primary = uint8(bytes, pitm.body) === 0 ? uint16(bytes, pitm.body + 4) : uint32(bytes, pitm.body + 4)
  const own = properties && propertiesOf(bytes, iprp, primary, properties, cost)
  const size = own && sizeOf(bytes, own)
  if (!items || !areWhole(items, find(inMeta, 'idat'), bytes.length)) return undefined
  return size && entries && { boxes, inMeta, properties, entries, items, size }
}

/**
 * Reads and cleans a HEIC or HEIF picture. Its size is the property `ispe` of its primary item. Undefined if
 * it has none, or if a box is cut short: where metadata cannot be found, it cannot be removed.
 */
export function cleanHeif(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const described = isHeif(bytes) ? describedIn(bytes, cost) : undefined
  const picture = described && pictureOf('heic', described.size)
  return picture && { picture, bytes: cleanBytes(bytes, described) }
}
