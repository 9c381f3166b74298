import { bytesOf, joined, setUint16, uint8, uint16 } from './bytes.ts'
import type { PictureCost } from './cost.ts'
import { minimalExif, readExif } from './exif.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { piecesOf } from './pieces.ts'
import { kindOf, markers, type Segment, segmentsOf } from './segments.ts'
import { isSpherical, xmpHeader } from './xmp.ts'

/** The start of a frame: 0xC0 to 0xCF without the tables for Huffman and arithmetic codes. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function frameSize(bytes: Uint8Array, { start, end }: Segment): Size | undefined {
  const components = uint8(bytes, start + 5)
  if (components === 0 || end - start !== 6 + 3 * components) return undefined
  return { width: uint16(bytes, start + 3), height: uint16(bytes, start + 1) }
}

/** Bytes of the two headers that have a fixed length. JFIF ends with the two sides of a thumbnail. */
const lengths = { jfif: 14, adobe: 12 } as const
const thumbnailAt = 12

function segmentOf(marker: number, payload: Uint8Array): Uint8Array {
  const head = Uint8Array.of(0xff, marker, 0, 0)
  setUint16(head, 2, payload.length + 2)
  return joined([head, payload])
}

/** A JFIF or Adobe header without the thumbnail or anything else behind it; nothing where it is too short. */
function headerOf(bytes: Uint8Array, { marker, start, end }: Segment, kind: keyof typeof lengths) {
  const length = lengths[kind]
  if (end - start < length) return new Uint8Array()
  return segmentOf(marker, bytes.slice(start, start + length).fill(0, thumbnailAt))
}

/** The EXIF segment that stays of another: orientation and resolution. */
function exifOf(exif: ReturnType<typeof readExif>): Uint8Array {
  const block = minimalExif(exif)
  return block ? segmentOf(0xe1, joined([bytesOf('Exif\0\0'), block])) : new Uint8Array()
}

/** Reads and cleans a JPEG. What follows the end of the image goes, because phones append further pictures
 * and films with positions of their own; so do the bytes between segments. */
export function cleanJpeg(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const pieces = piecesOf(bytes)
  pieces.keep(0, 2)
  let size: Size | undefined
  let exif: ReturnType<typeof readExif> | undefined
  let packet: Uint8Array | undefined
  let hasPixels = false
  for (const segment of segmentsOf(bytes, cost)) {
    const { marker, at, start, end, scanEnd } = segment
    const kind = kindOf(bytes, segment)
    if (kind === 'picture' || kind === 'profile') pieces.keep(at, scanEnd)
    if (kind === 'jfif' || kind === 'adobe') pieces.add(headerOf(bytes, segment, kind))
    if (kind === 'exif' && exif === undefined) {
      exif = readExif(bytes.subarray(start, end))
      pieces.add(exifOf(exif))
    }
    if (kind === 'xmp') packet ??= bytes.subarray(start + xmpHeader.length, end)
    if (isFrame(marker) && !hasPixels) size ??= frameSize(bytes, segment)
    hasPixels ||= marker === markers.scan
    if (hasPixels && size === undefined) return undefined
  }
  if (size === undefined || !hasPixels) return undefined
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = pictureOf('jpeg', size, { orientation: exif?.orientation, spherical })
  return picture && { picture, bytes: pieces.joined() }
}
