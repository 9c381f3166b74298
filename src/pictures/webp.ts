import { bytesOf, hasText, joined, setUint32, uint8, uint16, uint24, uint32 } from './bytes.ts'
import { type Chunk, riffEnd, webpChunk, webpChunksOf } from './chunks.ts'
import type { PictureCost } from './cost.ts'
import { minimalExif, readExif } from './exif.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { type Pieces, piecesOf } from './pieces.ts'
import { isSpherical } from './xmp.ts'

/** Bits of the first byte of the extended header: whether the file has a chunk of that kind. */
const flags = { animation: 0x02, xmp: 0x04, exif: 0x08 }

const keptTypes: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP'])
const frameTypes: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH'])
const frameHeaderLength = 16

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
  if (animated) return chunk.type === 'ANMF' && chunk.data.length >= frameHeaderLength
  if (chunk.type !== 'VP8 ' && chunk.type !== 'VP8L') return false
  const size = canvasSize(chunk)
  return size?.width === canvas.width && size.height === canvas.height
}

/** Keeps a frame of an animation, without the chunks in it that are no part of its picture. */
function keepFrame(pieces: Pieces, bytes: Uint8Array, { at, end, data }: Chunk, cost: PictureCost): void {
  const dataAt = at + 8
  const chunksAt = dataAt + frameHeaderLength
  const inner = [...webpChunksOf(bytes, cost, chunksAt, dataAt + data.length)]
  const stay = inner.filter(({ type }) => frameTypes.has(type))
  if (stay.length === inner.length && inner.at(-1)?.end === dataAt + data.length) {
    pieces.keep(at, end)
    return
  }
  const parts = stay.map((chunk) => bytes.subarray(chunk.at, chunk.end))
  pieces.add(webpChunk('ANMF', joined([bytes.subarray(dataAt, chunksAt), ...parts])))
}

/** The extended header, which says what else the file has: an EXIF chunk or none, and no XMP. */
function extendedHeader({ data }: Chunk, hasExif: boolean): Uint8Array {
  const header = data.slice(0, 10)
  header[0] = (uint8(header, 0) & ~(flags.exif | flags.xmp)) | (hasExif ? flags.exif : 0)
  return webpChunk('VP8X', header)
}

/** Reads and cleans a WebP. The first chunk gives the size, in one of three ways. What follows the RIFF
 * container goes. */
export function cleanWebp(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  if ((riffEnd(bytes) ?? Number.POSITIVE_INFINITY) > bytes.length) return undefined
  const pieces = piecesOf(bytes)
  let [first, size, packet]: [Chunk?, Size?, Uint8Array?] = []
  let exif: ReturnType<typeof readExif> | undefined
  let hasPixels = false
  for (const chunk of webpChunksOf(bytes, cost)) {
    first ??= chunk
    size ??= canvasSize(chunk)
    if (size === undefined) return undefined
    const animated = first.type === 'VP8X' && (uint8(first.data, 0) & flags.animation) !== 0
    hasPixels ||= fills(chunk, size, animated)
    if (keptTypes.has(chunk.type)) pieces.keep(chunk.at, chunk.end)
    if (chunk.type === 'ANMF') keepFrame(pieces, bytes, chunk, cost)
    if (chunk.type === 'EXIF') exif ??= readExif(chunk.data)
    if (chunk.type === 'XMP ') packet ??= chunk.data
  }
  if (!first || !size || !hasPixels) return undefined
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = pictureOf('webp', size, { orientation: exif?.orientation, spherical })
  return picture && { picture, bytes: webpOf(first, pieces.joined(), exif && minimalExif(exif)) }
}

/** A WebP file of these chunks, its length right. Without the extended header it has no place for EXIF. */
function webpOf(first: Chunk, chunks: Uint8Array, exif: Uint8Array | undefined): Uint8Array {
  const isExtended = first.type === 'VP8X'
  const head = isExtended ? [extendedHeader(first, exif !== undefined)] : []
  const tail = isExtended && exif ? [webpChunk('EXIF', exif)] : []
  const file = joined([bytesOf('RIFF\0\0\0\0WEBP'), ...head, chunks, ...tail])
  setUint32(file, 4, file.length - 8, true)
  return file
}
