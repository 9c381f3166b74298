import { hasText, uint8, uint32 } from './bytes.ts'
import { type Chunk, checksum, pngChunk, pngChunksOf, pngSignature } from './chunks.ts'
import type { PictureCost } from './cost.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { inflateZlib } from './inflate.ts'
import { cleanExif, type Exif } from './tiff.ts'
import { pictureWriter } from './writer.ts'
import { isSpherical } from './xmp.ts'

const xmpKeyword = 'XML:com.adobe.xmp\0'
const xmpBytesMax = 4 * 1024 * 1024
const headerEnd = 33

/** The chunks that stay: pixels, colors, resolution and animation. Others can hold a place. */
const keptTypes: ReadonlySet<string> = new Set(
  'IDAT PLTE tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT IEND'.split(' '),
)

/** The bit depths that the PNG specification allows for each color type. */
const bitDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

function headerOf(bytes: Uint8Array): Size | undefined {
  if (!hasText(bytes, 0, pngSignature) || !hasText(bytes, 12, 'IHDR')) return undefined
  if (bytes.length < headerEnd || uint32(bytes, 8) !== 13) return undefined
  if (uint32(bytes, 29) !== checksum(bytes.subarray(12, 29))) return undefined
  const [depth = 0, colorType = 0, compression, filter, interlace = 2] = bytes.subarray(24, 29)
  if (!bitDepths[colorType]?.includes(depth)) return undefined
  if (compression !== 0 || filter !== 0 || interlace > 1) return undefined
  return { width: uint32(bytes, 16), height: uint32(bytes, 20) }
}

/**
 * Returns the XMP packet of an iTXt chunk, empty if it cannot be inflated. A language and a translated
 * keyword precede the packet.
 */
function packetOf({ type, data }: Chunk, cost: PictureCost): Uint8Array | undefined {
  const compressedAt = xmpKeyword.length
  if (type !== 'iTXt' || !hasText(data, 0, xmpKeyword)) return undefined
  const languageEnd = data.indexOf(0, compressedAt + 2)
  const keywordEnd = languageEnd === -1 ? -1 : data.indexOf(0, languageEnd + 1)
  if (keywordEnd === -1) return undefined
  const text = data.subarray(keywordEnd + 1)
  return uint8(data, compressedAt) === 0 ? text : (inflateZlib(text, xmpBytesMax, cost) ?? new Uint8Array())
}

/** Reads a PNG, and leaves out the chunks that can hold a place and the bytes after IEND (PHO-041). */
export function cleanPng(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const header = headerOf(bytes)
  if (header === undefined) return undefined
  const writer = pictureWriter(bytes)
  writer.copy(0, headerEnd)
  let exif: Exif | undefined
  let packet: Uint8Array | undefined
  let [hasPixels, hasExif] = [false, false]
  for (const chunk of pngChunksOf(bytes, cost)) {
    hasPixels ||= chunk.type === 'IDAT'
    if (keptTypes.has(chunk.type)) writer.copy(chunk.start, chunk.end)
    if (chunk.type === 'eXIf' && !hasExif) {
      hasExif = true
      exif = cleanExif(chunk.data, cost)
      if (exif) writer.append(pngChunk('eXIf', exif.bytes))
    }
    packet ??= packetOf(chunk, cost)
  }
  if (!hasPixels) return undefined
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = pictureOf('png', header, { orientation: exif?.orientation, spherical })
  return picture && { picture, bytes: writer.bytes() }
}
