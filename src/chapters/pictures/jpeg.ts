import { joined } from '../../engine/values/byte-arrays.ts'
import { hasText, setUint16, uint8, uint16 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { cleanExif, type Exif } from './tiff.ts'
import { pictureWriter } from './writer.ts'
import { isSpherical, xmpHeader } from './xmp.ts'

/** A marker segment of a JPEG. It begins with the 0xFF of its marker. `scanEnd` is the end of the compressed
 * pixels that follow a scan header; in other segments it equals `end`. */
export type Segment = { marker: number; start: number; payloadStart: number; end: number; scanEnd: number }

const markers = {
  huffmanTables: 0xc4,
  reserved: 0xc8,
  arithmeticTables: 0xcc,
  end: 0xd9,
  scan: 0xda,
} as const

/**
 * Headers of applications that a decoder reads, with the lengths that are kept. JFIF ends with a thumbnail.
 */
const headers = { jfif: [0xe0, 'JFIF\0', 14], adobe: [0xee, 'Adobe', 12] } as const
const thumbnailAt = 12

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

function segmentAt(bytes: Uint8Array, start: number): Segment | undefined {
  const marker = uint8(bytes, start + 1)
  if (hasNoLength(marker)) {
    const end = start + 2
    return { marker, start, payloadStart: end, end, scanEnd: end }
  }
  const length = uint16(bytes, start + 2)
  const end = start + 2 + length
  if (length < 2 || end > bytes.length) return undefined
  const scanEnd = marker === markers.scan ? (nextMarker(bytes, end) ?? bytes.length) : end
  return { marker, start, payloadStart: start + 4, end, scanEnd }
}

/** Yields the segments of a JPEG in order, up to the end of the image, the first unreadable segment or the
 * bound on parts. Bytes between segments and bytes after the end of the image belong to no segment. */
export function* segmentsOf(bytes: Uint8Array, cost: PictureCost): Generator<Segment> {
  let start = hasText(bytes, 0, '\xff\xd8') ? nextMarker(bytes, 2) : undefined
  while (start !== undefined && countParts(cost)) {
    const segment = segmentAt(bytes, start)
    if (segment === undefined) return
    yield segment
    if (segment.marker === markers.end) return
    start = nextMarker(bytes, segment.scanEnd)
  }
}

/** Whether a marker begins a frame: 0xC0 to 0xCF, except the markers of tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 &&
  marker <= 0xcf &&
  marker !== markers.huffmanTables &&
  marker !== markers.reserved &&
  marker !== markers.arithmeticTables

/** The size in the header of a frame; undefined if its length is not that of its components. */
function frameSize(bytes: Uint8Array, { payloadStart, end }: Segment): Size | undefined {
  const components = uint8(bytes, payloadStart + 5)
  if (components === 0 || end - payloadStart !== 6 + 3 * components) return undefined
  return { width: uint16(bytes, payloadStart + 3), height: uint16(bytes, payloadStart + 1) }
}

function segmentOf(marker: number, payload: Uint8Array): Uint8Array {
  const head = Uint8Array.of(0xff, marker, 0, 0)
  setUint16(head, 2, payload.length + 2)
  return joined([head, payload])
}

/** Returns a JFIF or Adobe segment without its thumbnail and other extra bytes. */
function headerOf(bytes: Uint8Array, { marker, payloadStart, end }: Segment): Uint8Array | undefined {
  const known = Object.values(headers).find(
    ([code, text, length]) =>
      code === marker && hasText(bytes, payloadStart, text) && end - payloadStart >= length,
  )
  return known && segmentOf(marker, bytes.slice(payloadStart, payloadStart + known[2]).fill(0, thumbnailAt))
}

/**
 * Reads a JPEG, and leaves out the segments that can hold a place (PHO-041): all but those of a decoder, the
 * color profile and EXIF. Bytes after the end of the image are left out too: phones append more pictures and
 * videos there, with places of their own.
 */
export function cleanJpeg(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const writer = pictureWriter(bytes)
  writer.copy(0, 2)
  let size: Size | undefined
  let exif: Exif | undefined
  let packet: Uint8Array | undefined
  let [hasPixels, hasExif] = [false, false]
  for (const each of segmentsOf(bytes, cost)) {
    const { marker, start, payloadStart, end, scanEnd } = each
    const begins = (code: number, text: string) => marker === code && hasText(bytes, payloadStart, text)
    if (isFrame(marker)) {
      const own = size === undefined ? frameSize(bytes, each) : undefined
      if (own) writer.copy(start, end)
      size ??= own
    } else if (marker >= 0xc4 && marker <= 0xdf && marker !== markers.reserved) {
      writer.copy(start, scanEnd)
      hasPixels ||= marker === markers.scan
      if (hasPixels && size === undefined) return undefined
    } else if (begins(0xe2, 'ICC_PROFILE\0')) writer.copy(start, end)
    else if (begins(0xe1, 'Exif\0') && !hasExif) {
      hasExif = true
      exif = cleanExif(bytes.subarray(payloadStart, end), cost)
      if (exif) writer.append(segmentOf(marker, exif.bytes))
    } else if (begins(0xe1, xmpHeader)) packet ??= bytes.subarray(payloadStart + xmpHeader.length, end)
    else writer.append(headerOf(bytes, each) ?? new Uint8Array())
  }
  if (size === undefined || !hasPixels) return undefined
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = pictureOf('jpeg', size, { orientation: exif?.orientation, spherical })
  return picture && { picture, bytes: writer.bytes() }
}
