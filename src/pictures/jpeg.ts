import { joined } from '../engine/values/byte-arrays.ts'
import { bytesOf, hasText, setUint16, uint16 } from './bytes.ts'
import type { PictureCost } from './cost.ts'
import { type Exif, minimalExif, readExif } from './exif.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { type PictureWriter, pictureWriter } from './writer.ts'
import { isSpherical, xmpHeader } from './xmp.ts'

/** Payload lengths in bytes. A JFIF header ends with width and height of a thumbnail. */
const headerLengths = { jfif: 14, adobe: 12 } as const
const thumbnailAt = 12

const frameSize = (bytes: Uint8Array, { payloadStart }: Segment): Size => ({
  width: uint16(bytes, payloadStart + 3),
  height: uint16(bytes, payloadStart + 1),
})

function segment(marker: number, payload: Uint8Array): Uint8Array {
  const head = Uint8Array.of(0xff, marker, 0, 0)
  setUint16(head, 2, payload.length + 2)
  return joined([head, payload])
}

/** Returns a JFIF or Adobe segment without the thumbnail and other extra bytes; empty if it is too short. */
function headerSegment(
  bytes: Uint8Array,
  { marker, payloadStart, end }: Segment,
  length: number,
): Uint8Array {
  if (end - payloadStart < length) return new Uint8Array()
  return segment(marker, bytes.slice(payloadStart, payloadStart + length).fill(0, thumbnailAt))
}

/** Returns an EXIF segment with only orientation and resolution; empty if there is neither. */
function exifSegment(exif: Exif): Uint8Array {
  const block = minimalExif(exif)
  return block ? segment(0xe1, joined([bytesOf('Exif\0\0'), block])) : new Uint8Array()
}

/** Writes a segment that a decoder needs. Returns false for every other segment. */
function writeForDecoder(writer: PictureWriter, bytes: Uint8Array, each: Segment): boolean {
  const { kind, start, scanEnd } = each
  if (kind === 'adobe') writer.append(headerSegment(bytes, each, headerLengths.adobe))
  else if (kind === 'frame' || kind === 'scan' || kind === 'table' || kind === 'end')
    writer.copy(start, scanEnd)
  else return false
  return true
}

/**
 * Reads and cleans a JPEG (PHO-041). Bytes between segments are dropped, and also bytes after the end of the
 * image, where phones append more pictures and videos with locations of their own.
 */
export function cleanJpeg(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const writer = pictureWriter(bytes)
  writer.copy(0, 2)
  let size: Size | undefined
  let exif: Exif | undefined
  let packet: Uint8Array | undefined
  let [hasJfif, hasPixels] = [false, false]
  for (const each of segmentsOf(bytes, cost)) {
    const { kind, start, payloadStart, end } = each
    if (writeForDecoder(writer, bytes, each)) {
      if (kind === 'frame') size = frameSize(bytes, each)
      hasPixels ||= kind === 'scan'
      if (hasPixels && size === undefined) return undefined
    } else if (kind === 'profile') writer.copy(start, end)
    else if (kind === 'jfif' && !hasJfif) {
      hasJfif = true
      writer.append(headerSegment(bytes, each, headerLengths.jfif))
    } else if (kind === 'exif' && exif === undefined) {
      exif = readExif(bytes.subarray(payloadStart, end))
      writer.append(exifSegment(exif))
    } else if (kind === 'xmp') packet ??= bytes.subarray(payloadStart + xmpHeader.length, end)
  }
  if (size === undefined || !hasPixels) return undefined
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = pictureOf('jpeg', size, { orientation: exif?.orientation, spherical })
  return picture && { picture, bytes: writer.bytes() }
}

/**
 * Cleans a JPEG stream inside a TIFF file, which may have only tables. Keeps only the segments that a decoder
 * needs (PHO-041). Undefined if the bytes do not begin like a JPEG.
 */
export function cleanJpegStream(bytes: Uint8Array, cost: PictureCost): Uint8Array | undefined {
  if (!hasText(bytes, 0, '\xff\xd8')) return undefined
  const writer = pictureWriter(bytes)
  writer.copy(0, 2)
  for (const each of segmentsOf(bytes, cost)) writeForDecoder(writer, bytes, each)
  return writer.bytes()
}
