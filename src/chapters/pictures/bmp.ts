import { hasText, uint16, uint32 } from './bytes.ts'
import { type CleanPicture, pictureOf } from './format.ts'

const headerLengths: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124])
const OS_2 = 12

/** Bits per pixel by compression: none, runs of 8 and 4 bits, and masks without and with alpha. JPEG (4) and
 * PNG (5) are refused: the pixels would be a second file with metadata of its own. */
const bitCounts: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16, 24, 32],
  1: [8],
  2: [4],
  3: [16, 32],
  6: [16, 32],
}

/** Reads the size of a BMP. No field of the format holds a place, so the file stays as it is (PHO-041). */
export function cleanBmp(bytes: Uint8Array): CleanPicture | undefined {
  const [pixelsStart, headerLength] = [uint32(bytes, 10, true), uint32(bytes, 14, true)]
  if (!hasText(bytes, 0, 'BM') || !headerLengths.has(headerLength)) return undefined
  const isShort = headerLength === OS_2
  const number = (at: number) => (isShort ? uint16(bytes, 14 + at / 2, true) : uint32(bytes, 10 + at, true))
  const [width, signedHeight] = [number(8), number(12)]
  // A negative height means that the first row is the top one.
  const height = signedHeight >= 2 ** 31 ? 2 ** 32 - signedHeight : signedHeight
  const [planes, bits] = [uint16(bytes, isShort ? 22 : 26, true), uint16(bytes, isShort ? 24 : 28, true)]
  const compression = isShort ? 0 : uint32(bytes, 30, true)
  if (planes !== 1 || !bitCounts[compression]?.includes(bits)) return undefined
  const isPacked = compression === 1 || compression === 2
  const pixelsLength = isPacked ? 1 : Math.ceil((width * bits) / 32) * 4 * height
  if (pixelsStart < 14 + headerLength || pixelsStart + pixelsLength > bytes.length) return undefined
  const picture = pictureOf('bmp', { width, height })
  return picture && { picture, bytes }
}
