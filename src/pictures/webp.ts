import { joined } from '../engine/values/byte-arrays.ts'
import { bytesOf, hasText, setUint32, uint8, uint16, uint24, uint32 } from './bytes.ts'
import { type Chunk, riffEnd, webpChunk, webpChunksOf } from './chunks.ts'
import type { PictureCost } from './cost.ts'
import { type Exif, minimalExif, readExif } from './exif.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { type PictureWriter, pictureWriter } from './writer.ts'
import { isSpherical } from './xmp.ts'

/** Bits in the first byte of the extended header. */
const flags = { animation: 0x02, xmp: 0x04, exif: 0x08 }

const extendedHeaderLength = 10
const animationHeaderLength = 6
const frameHeaderLength = 16

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

/** Makes a filter for the chunks of one picture: the first bitstream, and the first ALPH chunk before it. */
function pixelFilter(): (chunk: Chunk) => boolean {
  let [hasAlpha, hasBitstream] = [false, false]
  return (chunk) => {
    if (hasBitstream || (!isBitstream(chunk) && (chunk.type !== 'ALPH' || hasAlpha))) return false
    hasBitstream = isBitstream(chunk)
    hasAlpha ||= chunk.type === 'ALPH'
    return true
  }
}

/** Writes a frame of an animation with only the chunks of its picture. */
function writeFrame(writer: PictureWriter, bytes: Uint8Array, frame: Chunk, cost: PictureCost): void {
  const dataStart = frame.start + 8
  const chunksStart = dataStart + frameHeaderLength
  const dataEnd = dataStart + frame.data.length
  const chunks = [...webpChunksOf(bytes, cost, chunksStart, dataEnd)]
  const kept = chunks.filter(pixelFilter())
  if (kept.length === chunks.length && chunks.at(-1)?.end === dataEnd) {
    writer.copy(frame.start, frame.end)
    return
  }
  const pixels = kept.map(({ start, end }) => bytes.subarray(start, end))
  writer.append(webpChunk('ANMF', joined([bytes.subarray(dataStart, chunksStart), ...pixels])))
}

/**
 * Returns a filter for the kept chunks other than pixels: a color profile and the header of an animation,
 * each once.
 */
function headerFilter({ isExtended, isAnimated }: Canvas): (chunk: Chunk) => boolean {
  let [hasProfile, hasAnimation] = [!isExtended, !isAnimated]
  return ({ type, data }) => {
    const isProfile = type === 'ICCP' && !hasProfile
    const isAnimation = type === 'ANIM' && !hasAnimation && data.length === animationHeaderLength
    hasProfile ||= isProfile
    hasAnimation ||= isAnimation
    return isProfile || isAnimation
  }
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

/** Reads and cleans a WebP (PHO-041). Bytes after the RIFF container are dropped. */
export function cleanWebp(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  if ((riffEnd(bytes) ?? Number.POSITIVE_INFINITY) > bytes.length) return undefined
  const [first] = webpChunksOf(bytes, { ...cost })
  const canvas = first && canvasOf(first)
  if (!canvas) return undefined
  const writer = pictureWriter(bytes)
  const [isHeader, isPixels] = [headerFilter(canvas), pixelFilter()]
  let hasPixels = false
  let exif: Exif | undefined
  let packet: Uint8Array | undefined
  for (const chunk of webpChunksOf(bytes, cost)) {
    const { type, start, end, data } = chunk
    if (isHeader(chunk)) writer.copy(start, end)
    if (type === 'EXIF') exif ??= readExif(data)
    if (type === 'XMP ') packet ??= data
    if (canvas.isAnimated) {
      if (type !== 'ANMF' || data.length < frameHeaderLength) continue
      hasPixels = true
      writeFrame(writer, bytes, chunk, cost)
    } else if (isPixels(chunk)) {
      if (isBitstream(chunk) && !fills(chunk, canvas)) return undefined
      hasPixels ||= isBitstream(chunk)
      writer.copy(start, end)
    }
  }
  if (!hasPixels) return undefined
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = pictureOf('webp', canvas.size, { orientation: exif?.orientation, spherical })
  return picture && { picture, bytes: webpFile(canvas, writer.bytes(), exif && minimalExif(exif)) }
}
