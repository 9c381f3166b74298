import { hasText, uint8, uint16 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { xmpHeader } from './xmp.ts'

/** A marker segment of a JPEG: from `at` (its 0xFF) to `end`, its payload from `start`. A segment without
 * a length, like the end of the image, has no payload. `scanEnd` is where the pixels that follow it end. */
export type Segment = { marker: number; at: number; start: number; end: number; scanEnd: number }

/** The markers that this package asks for. */
export const markers = { end: 0xd9, scan: 0xda, application0: 0xe0, application15: 0xef } as const

const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)

/** The place of the next marker's 0xFF; stuffed bytes, restarts and fill bytes are passed over, as decoders
 * do. */
function nextMarker(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const code = uint8(bytes, at + 1)
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

/** The segments of a JPEG in order, up to the end of the image, as far as they can be read or the bound on
 * the parts of pictures allows. Bytes between segments belong to none, and neither does what follows the end
 * of the image. */
export function* segmentsOf(bytes: Uint8Array, cost: PictureCost): Generator<Segment> {
  if (!hasText(bytes, 0, '\xff\xd8')) return
  let at = nextMarker(bytes, 2)
  while (at !== undefined && countParts(cost)) {
    const segment = segmentAt(bytes, at)
    if (segment === undefined) return
    yield segment
    if (segment.marker === markers.end) return
    at = nextMarker(bytes, segment.scanEnd)
  }
}

const headers = {
  jfif: [0xe0, 'JFIF\0'],
  exif: [0xe1, 'Exif\0'],
  xmp: [0xe1, xmpHeader],
  profile: [0xe2, 'ICC_PROFILE\0'],
  adobe: [0xee, 'Adobe'],
} as const

/** What a segment holds. `other` is metadata of any other kind. */
export type SegmentKind = keyof typeof headers | 'picture' | 'other'

const kinds = Object.entries(headers) as [keyof typeof headers, readonly [number, string]][]

/** Frames, tables and scans: what a decoder needs. Application segments and comments are not among them. */
const isPicture = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xd9 && marker <= 0xdf)

/** Tells picture from metadata, and the kinds of metadata apart. */
export function kindOf(bytes: Uint8Array, { marker, start, end }: Segment): SegmentKind {
  if (isPicture(marker)) return 'picture'
  const found = kinds.find(
    ([, [code, header]]) => code === marker && start + header.length <= end && hasText(bytes, start, header),
  )
  return found?.[0] ?? 'other'
}

/** A JPEG inside a TIFF file, with all of its own metadata and what follows its end turned into zeros, in
 * place. */
export function blankMetadata(bytes: Uint8Array, cost: PictureCost): void {
  let end = 0
  for (const segment of segmentsOf(bytes, cost)) {
    const kind = kindOf(bytes, segment)
    if (kind !== 'picture' && kind !== 'adobe') bytes.fill(0, segment.start, segment.end)
    end = segment.scanEnd
  }
  bytes.fill(0, end)
}
