import { hasText, uint8, uint16 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { xmpHeader } from './xmp.ts'

/** The content of a JPEG segment. `frame` is the first frame header. `table` is every other segment that a
 * decoder needs. `other` is unknown metadata, or a segment that does not have the length in its format. */
type SegmentKind =
  | 'frame'
  | 'scan'
  | 'table'
  | 'end'
  | 'jfif'
  | 'exif'
  | 'xmp'
  | 'profile'
  | 'adobe'
  | 'other'

/** A marker segment of a JPEG. It begins with the 0xFF of its marker. `scanEnd` is the end of the compressed
 * pixels that follow a scan header; in other segments it equals `end`. */
export type Segment = {
  kind: SegmentKind
  marker: number
  start: number
  payloadStart: number
  end: number
  scanEnd: number
}

type Extent = Omit<Segment, 'kind'>

const markers = {
  huffmanTables: 0xc4,
  reserved: 0xc8,
  arithmeticTables: 0xcc,
  end: 0xd9,
  scan: 0xda,
  quantizationTables: 0xdb,
  lines: 0xdc,
  restartInterval: 0xdd,
  hierarchy: 0xde,
  expansion: 0xdf,
} as const

const applicationHeaders: readonly (readonly [kind: SegmentKind, marker: number, header: string])[] = [
  ['jfif', 0xe0, 'JFIF\0'],
  ['exif', 0xe1, 'Exif\0'],
  ['xmp', 0xe1, xmpHeader],
  ['profile', 0xe2, 'ICC_PROFILE\0'],
  ['adobe', 0xee, 'Adobe'],
]

const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)

/** Finds the 0xFF of the next marker. Stuffed bytes, restart markers and fill bytes are skipped. */
function nextMarker(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const code = uint8(bytes, at + 1)
    const isSkipped = code === 0 || code === 0xff || code === 0x01 || (code >= 0xd0 && code <= 0xd7)
    if (!isSkipped) return at
  }
  return undefined
}

function segmentAt(bytes: Uint8Array, start: number): Extent | undefined {
  const marker = uint8(bytes, start + 1)
  const payloadStart = start + 4
  if (hasNoLength(marker)) {
    const end = start + 2
    return { marker, start, payloadStart: end, end, scanEnd: end }
  }
  const length = uint16(bytes, start + 2)
  const end = start + 2 + length
  if (length < 2 || end > bytes.length) return undefined
  const scanEnd = marker === markers.scan ? (nextMarker(bytes, end) ?? bytes.length) : end
  return { marker, start, payloadStart, end, scanEnd }
}

/** Whether a marker starts a frame: 0xC0 to 0xCF, except the markers of tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 &&
  marker <= 0xcf &&
  marker !== markers.huffmanTables &&
  marker !== markers.reserved &&
  marker !== markers.arithmeticTables

/**
 * Whether a payload contains only tables, each of the length that `lengthAt` returns. A table begins with its
 * class (0 or 1) and its number (0 to 3), four bits each.
 */
function isTables(
  bytes: Uint8Array,
  { payloadStart, end }: Extent,
  lengthAt: (at: number) => number,
): boolean {
  let at = payloadStart
  while (at < end && (uint8(bytes, at) & 0xec) === 0) at += lengthAt(at)
  return at === end
}

function huffmanTableLength(bytes: Uint8Array, at: number): number {
  let length = 17
  for (let index = 1; index <= 16; index += 1) length += uint8(bytes, at + index)
  return length
}

/**
 * Whether a segment for the decoder has exactly the length in its format (ITU-T T.81, B.2), so that it
 * contains nothing else.
 */
function hasExactLength(bytes: Uint8Array, extent: Extent): boolean {
  const { marker, payloadStart, end } = extent
  const length = end - payloadStart
  const first = uint8(bytes, payloadStart)
  if (isFrame(marker) || marker === markers.hierarchy) {
    const components = uint8(bytes, payloadStart + 5)
    return components > 0 && length === 6 + 3 * components
  }
  if (marker === markers.scan) return first >= 1 && first <= 4 && length === 4 + 2 * first
  if (marker === markers.huffmanTables) return isTables(bytes, extent, (at) => huffmanTableLength(bytes, at))
  if (marker === markers.quantizationTables)
    return isTables(bytes, extent, (at) => (uint8(bytes, at) < 16 ? 65 : 129))
  if (marker === markers.arithmeticTables) return isTables(bytes, extent, () => 2)
  if (marker === markers.lines || marker === markers.restartInterval) return length === 2
  return marker === markers.expansion && length === 1
}

function kindOf(bytes: Uint8Array, extent: Extent): SegmentKind {
  const { marker, payloadStart, end } = extent
  if (marker === markers.end) return 'end'
  if (hasExactLength(bytes, extent)) {
    if (isFrame(marker)) return 'frame'
    return marker === markers.scan ? 'scan' : 'table'
  }
  const known = applicationHeaders.find(
    ([, code, header]) =>
      code === marker && payloadStart + header.length <= end && hasText(bytes, payloadStart, header),
  )
  return known?.[0] ?? 'other'
}

/** Yields the segments of a JPEG in order, up to the end of the image, the first unreadable segment or the
 * bound on parts. Bytes between segments and bytes after the end of the image belong to no segment. */
export function* segmentsOf(bytes: Uint8Array, cost: PictureCost): Generator<Segment> {
  if (!hasText(bytes, 0, '\xff\xd8')) return
  let hasFrame = false
  let start = nextMarker(bytes, 2)
  while (start !== undefined && countParts(cost)) {
    const extent = segmentAt(bytes, start)
    if (extent === undefined) return
    const kind = kindOf(bytes, extent)
    yield { ...extent, kind: kind === 'frame' && hasFrame ? 'other' : kind }
    if (kind === 'end') return
    hasFrame ||= kind === 'frame'
    start = nextMarker(bytes, extent.scanEnd)
  }
}
