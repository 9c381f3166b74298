import { joined, uint8, uint16 } from './bytes.ts'
import { exifOrientation, exifWithoutLocation } from './exif.ts'
import { type Orientation, type Picture, pictureOf, type Size } from './format.ts'
import { resourcesWithoutLocation } from './iptc.ts'
import { cleanAfter } from './profile.ts'
import { kindOf, markers, type Segment, type SegmentKind, segmentsOf } from './segments.ts'
import { isSpherical, xmpHeader, xmpWithoutLocation } from './xmp.ts'

const exifHeader = 6
const photoshopHeader = 14

/** The start of a frame: 0xC0 to 0xCF without the tables for Huffman and arithmetic codes. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function frameSize(bytes: Uint8Array, { start, end }: Segment): Size | undefined {
  const components = uint8(bytes, start + 5)
  if (components === 0 || end - start !== 6 + 3 * components) return undefined
  return { width: uint16(bytes, start + 3), height: uint16(bytes, start + 1) }
}

/** Reads a JPEG's headers, up to its first scan. */
export function readJpeg(bytes: Uint8Array): Picture | undefined {
  let size: Size | undefined
  let orientation: Orientation | undefined
  let spherical = false
  for (const segment of segmentsOf(bytes)) {
    if (segment.marker === markers.scan) return size && pictureOf('jpeg', size, { orientation, spherical })
    const kind = kindOf(bytes, segment)
    if (kind === 'exif')
      orientation ??= exifOrientation(bytes.subarray(segment.start + exifHeader, segment.end))
    if (kind === 'xmp') {
      spherical ||= isSpherical(bytes.subarray(segment.start + xmpHeader.length, segment.end))
    }
    if (isFrame(segment.marker)) size ??= frameSize(bytes, segment)
  }
  return undefined
}

function cleanedPayload(payload: Uint8Array, kind: Exclude<SegmentKind, 'picture'>): Uint8Array | undefined {
  if (kind === 'exif') return cleanAfter(payload, exifHeader, exifWithoutLocation)
  if (kind === 'xmp') return cleanAfter(payload, xmpHeader.length, xmpWithoutLocation)
  if (kind === 'unreadable') return undefined
  const cleaner = (resources: Uint8Array) => resourcesWithoutLocation(resources, exifWithoutLocation)
  return cleanAfter(payload, photoshopHeader, cleaner)
}

function cleanedSegment(bytes: Uint8Array, segment: Segment): Uint8Array[] {
  const kind = kindOf(bytes, segment)
  if (kind === 'picture') return [bytes.subarray(segment.at, segment.scanEnd)]
  const payload = cleanedPayload(bytes.subarray(segment.start, segment.end), kind)
  return payload ? [bytes.subarray(segment.at, segment.start), payload] : []
}

/** A JPEG without location. Segments that cannot be parsed go, and so does what follows the end of the image:
 * it is no part of the picture, and phones append further pictures and films with positions of their own. */
export function jpegWithoutLocation(bytes: Uint8Array): Uint8Array {
  const parts = [bytes.subarray(0, 2)]
  for (const segment of segmentsOf(bytes)) parts.push(...cleanedSegment(bytes, segment))
  return joined(parts)
}
