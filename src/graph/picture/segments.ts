import { hasText, uint8, uint16 } from './bytes.ts'

/** A marker segment of a JPEG: from `at` (its 0xFF) to `end`, its payload from `start`. A segment without
 * a length, like the end of the image, has no payload. `scanEnd` is where the pixels that follow it end. */
export type Segment = { marker: number; at: number; start: number; end: number; scanEnd: number }

/** The markers that this package asks for. */
export const markers = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  application0: 0xe0,
  application15: 0xef,
} as const

const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)

/** The place of the next marker's 0xFF; stuffed bytes, restarts and fill bytes are passed over, as decoders
 * do. */
function nextMarker(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1]
    if (code === undefined) return undefined
    const passes = code === 0 || code === 0xff || code === 0x01 || (code >= 0xd0 && code <= 0xd7)
    if (!passes) return at
  }
  return undefined
}

function segmentAt(bytes: Uint8Array, at: number): Segment | undefined {
  const marker = uint8(bytes, at + 1)
  if (standsAlone(marker)) return { marker, at, start: at + 2, end: at + 2, scanEnd: at + 2 }
  const length = uint16(bytes, at + 2)
  const end = at + 2 + length
  if (length < 2 || end > bytes.length) return undefined
  const scanEnd = marker === markers.scan ? (nextMarker(bytes, end) ?? bytes.length) : end
  return { marker, at, start: at + 4, end, scanEnd }
}

/** The segments of a JPEG in order, up to the end of the image or as far as they can be read.
 * Bytes between segments belong to none, and neither does what follows the end of the image. */
export function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  if (!hasText(bytes, 0, '\xff\xd8')) return
  let at = nextMarker(bytes, 2)
  while (at !== undefined) {
    const segment = segmentAt(bytes, at)
    if (segment === undefined) return
    yield segment
    if (segment.marker === markers.end) return
    at = nextMarker(bytes, segment.scanEnd)
  }
}

/** What a segment of metadata holds. `unreadable` are those that no reader here understands. */
export type SegmentKind = 'picture' | 'exif' | 'xmp' | 'photoshop' | 'unreadable'

const kept: readonly (readonly [marker: number, header: string])[] = [
  [0xe0, 'JFIF\0'],
  [0xe0, 'JFXX\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xec, 'Ducky'],
  [0xee, 'Adobe'],
]

const readable: readonly (readonly [marker: number, header: string, kind: SegmentKind])[] = [
  [0xe1, 'Exif\0', 'exif'],
  [0xe1, 'http://ns.adobe.com/xap/1.0/\0', 'xmp'],
  [0xed, 'Photoshop 3.0\0', 'photoshop'],
]

/** Tells metadata from picture. Application segments are unreadable unless listed, because cameras and
 * drones keep positions in many of their own. */
export function kindOf(bytes: Uint8Array, { marker, start, end }: Segment): SegmentKind {
  if (marker < markers.application0 || marker > markers.application15) return 'picture'
  const payload = bytes.subarray(start, end)
  const known = readable.find(([code, header]) => code === marker && hasText(payload, 0, header))
  if (known) return known[2]
  const keep = kept.some(([code, header]) => code === marker && hasText(payload, 0, header))
  return keep ? 'picture' : 'unreadable'
}

/** A JPEG inside of other metadata, such as a thumbnail, with all of its own metadata turned into zeros, in
 * place. */
export function blankMetadata(bytes: Uint8Array): void {
  let end = 0
  for (const segment of segmentsOf(bytes)) {
    if (kindOf(bytes, segment) !== 'picture') bytes.fill(0, segment.start, segment.end)
    end = segment.scanEnd
  }
  bytes.fill(0, end)
}
