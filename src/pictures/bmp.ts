import { hasText, uint16, uint32 } from './bytes.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'

const fileHeaderLength = 14
const coreHeaderLength = 12
const bitCounts: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 24, 32])

/** Compressions whose rows have a length that the header tells: none, and bit fields. */
const plainCompressions: ReadonlySet<number> = new Set([0, 3, 6])

type Header = Size & { planes: number; bits: number; compression: number }

function headerOf(bytes: Uint8Array): Header {
  if (uint32(bytes, fileHeaderLength, true) === coreHeaderLength) {
    const [width, height, planes, bits] = [18, 20, 22, 24].map((at) => uint16(bytes, at, true))
    return { width: width ?? 0, height: height ?? 0, planes: planes ?? 0, bits: bits ?? 0, compression: 0 }
  }
  const height = uint32(bytes, 22, true)
  return {
    width: uint32(bytes, 18, true),
    // A negative height says that the rows go from top to bottom.
    height: height >= 2 ** 31 ? 2 ** 32 - height : height,
    planes: uint16(bytes, 26, true),
    bits: uint16(bytes, 28, true),
    compression: uint32(bytes, 30, true),
  }
}

/** Reads a BMP, which has no place for metadata. Rows without compression have a known length: a size that
 * the file cannot hold is a lie. */
export function cleanBmp(bytes: Uint8Array): CleanPicture | undefined {
  const headerLength = uint32(bytes, fileHeaderLength, true)
  const pixelsAt = uint32(bytes, 10, true)
  const known = headerLength === coreHeaderLength || (headerLength >= 40 && headerLength <= 124)
  if (!hasText(bytes, 0, 'BM') || !known || pixelsAt < fileHeaderLength + headerLength) return undefined
  const { width, height, planes, bits, compression } = headerOf(bytes)
  if (planes !== 1 || !bitCounts.has(bits) || pixelsAt >= bytes.length) return undefined
  const rowLength = Math.ceil((width * bits) / 32) * 4
  if (plainCompressions.has(compression) && rowLength * height > bytes.length - pixelsAt) return undefined
  const picture = pictureOf('bmp', { width, height })
  return picture && { picture, bytes }
}
