import { joined } from '../../engine/values/byte-arrays.ts'
import { bytesOf, hasText, setUint32, uint8, uint16, uint24, uint32 } from './bytes.ts'
import { type Chunk, riffEnd, webpChunk, webpChunksOf } from './chunks.ts'
import type { PictureCost } from './cost.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { cleanExif, type Exif } from './tiff.ts'
import { pictureWriter } from './writer.ts'
import { isSpherical } from './xmp.ts'

/** Bits in the first byte of the extended header. */
const flags = { animation: 0x02, xmp: 0x04, exif: 0x08 }

const extendedHeaderLength = 10
const frameHeaderLength = 16

/** Chunks of an extended file before its pixels: a color profile, the header of an animation, and alpha. */
const headerTypes: ReadonlySet<string> = new Set(['ICCP', 'ANIM', 'ALPH'])

/** The first chunk of a WebP gives the canvas size, and whether the file is extended or animated. */
interface Canvas {
  readonly first: Chunk
  readonly size: Size
  readonly isExtended: boolean
  readonly isAnimated: boolean
}

function lossySize(data: Uint8Array): Size | undefined {
  const isKeyFrame = (uint8(data, 0) & 1) === 0
  if (data.length < 10 || !isKeyFrame || !hasText(data, 3, '\x9d\x01\x2a')) return undefined
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
  if (type !== 'VP8X' || data.length < extendedHeaderLength) return undefined
  return { width: uint24(data, 4) + 1, height: uint24(data, 7) + 1 }
}

function canvasOf(first: Chunk): Canvas | undefined {
  const size = canvasSize(first)
  const isExtended = first.type === 'VP8X'
  const isAnimated = isExtended && (uint8(first.data, 0) & flags.animation) !== 0
  return size && { first, size, isExtended, isAnimated }
}

const isBitstream = ({ type }: Chunk): boolean => type === 'VP8 ' || type === 'VP8L'

/** Whether the pixels of a still picture fill the canvas. */
function fills(chunk: Chunk, { size }: Canvas): boolean {
  const { width, height } = canvasSize(chunk) ?? {}
  return width === size.width && height === size.height
}

/** The extended header. It declares an EXIF chunk if there is one, and no XMP. Reserved bytes are 0. */
function extendedHeader({ data }: Chunk, hasExif: boolean): Uint8Array {
  const header = data.slice(0, extendedHeaderLength).fill(0, 1, 4)
  header[0] = (uint8(header, 0) & ~(flags.exif | flags.xmp)) | (hasExif ? flags.exif : 0)
  return webpChunk('VP8X', header)
}

/** Makes a WebP file of these chunks. Only an extended file can have EXIF. */
function webpFile(
  { first, isExtended }: Canvas,
  chunks: Uint8Array,
  exif: Uint8Array | undefined,
): Uint8Array {
  const head = isExtended ? [extendedHeader(first, exif !== undefined)] : []
  const tail = isExtended && exif ? [webpChunk('EXIF', exif)] : []
  const file = joined([bytesOf('RIFF\0\0\0\0WEBP'), ...head, chunks, ...tail])
  setUint32(file, 4, file.length - 8, true)
  return file
}

/**
 * Reads a WebP, and leaves out the chunks that can hold a place, and what follows the RIFF container
 * (PHO-041). A still picture has one bitstream, which fills the canvas.
 */
export function cleanWebp(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  if ((riffEnd(bytes) ?? Number.POSITIVE_INFINITY) > bytes.length) return undefined
  const [first] = webpChunksOf(bytes, { ...cost })
  const canvas = first && canvasOf(first)
  if (!canvas) return undefined
  const writer = pictureWriter(bytes)
  let [hasPixels, hasExif] = [false, false]
  let exif: Exif | undefined
  let packet: Uint8Array | undefined
  for (const chunk of webpChunksOf(bytes, cost)) {
    const { type, start, end, data } = chunk
    if (type === 'EXIF' && !hasExif) {
      hasExif = true
      exif = cleanExif(data, cost)
    }
    if (type === 'XMP ') packet ??= data
    const isFrame = canvas.isAnimated && type === 'ANMF' && data.length >= frameHeaderLength
    const isStill = !canvas.isAnimated && !hasPixels && isBitstream(chunk)
    if (isStill && !fills(chunk, canvas)) return undefined
    const isBefore = !hasPixels && headerTypes.has(type) && canvas.isExtended
    if (isFrame || isStill || isBefore) writer.copy(start, end)
    hasPixels ||= isFrame || isStill
  }
  if (!hasPixels) return undefined
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = pictureOf('webp', canvas.size, { orientation: exif?.orientation, spherical })
  return picture && { picture, bytes: webpFile(canvas, writer.bytes(), exif?.bytes) }
}
