import { hasText, uint8, uint16, uint24, uint32 } from './bytes.ts'
import { type Chunk, riffEnd, webpChunksOf, webpOf } from './chunks.ts'
import { exifOrientation } from './exif.ts'
import { type Orientation, type Picture, pictureOf, type Size } from './format.ts'
import { cleanExifBlock, exifHeaderLength } from './profile.ts'
import { isSpherical, xmpWithoutLocation } from './xmp.ts'

/** Bits of the first byte of the extended header: whether the file has a chunk of that kind. */
const flags = { animation: 0x02, xmp: 0x04, exif: 0x08 }

function lossySize(data: Uint8Array): Size | undefined {
  const keyFrame = (uint8(data, 0) & 1) === 0
  if (data.length < 10 || !keyFrame || !hasText(data, 3, '\x9d\x01\x2a')) return undefined
  return { width: uint16(data, 6, true) & 0x3fff, height: uint16(data, 8, true) & 0x3fff }
}

function losslessSize(data: Uint8Array): Size | undefined {
  if (data.length < 5 || data[0] !== 0x2f) return undefined
  const bits = uint32(data, 1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function canvasSize({ type, data }: Chunk): Size | undefined {
  if (type === 'VP8 ') return lossySize(data)
  if (type === 'VP8L') return losslessSize(data)
  if (type !== 'VP8X' || data.length < 10) return undefined
  return { width: uint24(data, 4) + 1, height: uint24(data, 7) + 1 }
}

/** Whether a chunk has pixels that fit the canvas: those of a still picture fill it exactly. */
function fills(chunk: Chunk, canvas: Size, animated: boolean): boolean {
  if (animated) return chunk.type === 'ANMF' && chunk.data.length >= 16
  if (chunk.type !== 'VP8 ' && chunk.type !== 'VP8L') return false
  const size = canvasSize(chunk)
  return size?.width === canvas.width && size.height === canvas.height
}

/** Reads a WebP's chunks. The first gives the size, in one of three ways. */
export function readWebp(bytes: Uint8Array): Picture | undefined {
  if ((riffEnd(bytes) ?? Number.POSITIVE_INFINITY) > bytes.length) return undefined
  let size: Size | undefined
  let animated = false
  let pixels = false
  let orientation: Orientation | undefined
  let spherical = false
  for (const chunk of webpChunksOf(bytes)) {
    if (size === undefined) {
      size = canvasSize(chunk)
      if (size === undefined) return undefined
      animated = chunk.type === 'VP8X' && (uint8(chunk.data, 0) & flags.animation) !== 0
    }
    pixels ||= fills(chunk, size, animated)
    if (chunk.type === 'EXIF') {
      orientation ??= exifOrientation(chunk.data.subarray(exifHeaderLength(chunk.data)))
    }
    if (chunk.type === 'XMP ') spherical ||= isSpherical(chunk.data)
  }
  return size && pixels ? pictureOf('webp', size, { orientation, spherical }) : undefined
}

function cleanedData({ type, data }: Chunk): Uint8Array | undefined {
  if (type === 'EXIF') return cleanExifBlock(data)
  if (type === 'XMP ') return xmpWithoutLocation(data)
  return type === 'C2PA' ? undefined : data
}

/** A WebP without location: its EXIF and XMP chunks cleaned. Those that cannot be parsed go, with their
 * bits in the extended header, and so does what follows the RIFF container. */
export function webpWithoutLocation(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  const found = new Set<string>()
  for (const chunk of webpChunksOf(bytes)) {
    const cleaned = cleanedData(chunk)
    if (cleaned === undefined) continue
    const part = bytes.slice(chunk.at, chunk.end)
    part.set(cleaned, 8)
    parts.push(part)
    found.add(chunk.type)
  }
  const first = parts[0]
  if (first && hasText(first, 0, 'VP8X') && first.length > 8) {
    const gone = (found.has('EXIF') ? 0 : flags.exif) | (found.has('XMP ') ? 0 : flags.xmp)
    first[8] = uint8(first, 8) & ~gone
  }
  return webpOf(parts)
}
