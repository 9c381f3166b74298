import { hasText, uint8, uint32 } from './bytes.ts'
import { checksum } from './checksum.ts'
import { type Chunk, pngChunk, pngChunksOf, pngSignature } from './chunks.ts'
import type { PictureCost } from './cost.ts'
import { minimalExif, readExif } from './exif.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { inflateZlib } from './inflate.ts'
import { piecesOf } from './pieces.ts'
import { isSpherical } from './xmp.ts'

const xmpKeyword = 'XML:com.adobe.xmp\0'
const xmpBytesMax = 4 * 1024 * 1024

/** Pixels, colours, resolution and animation. */
const keptTypes: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'pHYs'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'cICP'],
  ...['acTL', 'fcTL', 'fdAT'],
])

/** The bit depths of each colour type, as the PNG specification allows them. */
const bitDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

function headerSize(bytes: Uint8Array): Size | undefined {
  if (!hasText(bytes, 0, pngSignature) || !hasText(bytes, 12, 'IHDR') || bytes.length < 33) return undefined
  if (uint32(bytes, 8) !== 13 || uint32(bytes, 29) !== checksum(bytes.subarray(12, 29))) return undefined
  const [depth, colour, compression, filter, interlace] = bytes.subarray(24, 29)
  if (!bitDepths[colour ?? 0]?.includes(depth ?? 0)) return undefined
  if (compression !== 0 || filter !== 0 || (interlace ?? 2) > 1) return undefined
  return { width: uint32(bytes, 16), height: uint32(bytes, 20) }
}

/** The XMP packet of a text chunk, empty where it cannot be inflated. Two more texts stand before it. */
function packetOf({ type, data }: Chunk, cost: PictureCost): Uint8Array | undefined {
  const at = xmpKeyword.length
  if (type !== 'iTXt' || !hasText(data, 0, xmpKeyword)) return undefined
  const languageEnd = data.indexOf(0, at + 2)
  const translationEnd = languageEnd === -1 ? -1 : data.indexOf(0, languageEnd + 1)
  if (translationEnd === -1) return undefined
  const content = data.subarray(translationEnd + 1)
  return uint8(data, at) === 0 ? content : (inflateZlib(content, xmpBytesMax, cost) ?? new Uint8Array())
}

/** Reads and cleans a PNG. Pixels must begin; whether they are all there takes decoding them. What follows
 * the end chunk goes. */
export function cleanPng(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const size = headerSize(bytes)
  if (size === undefined) return undefined
  const pieces = piecesOf(bytes)
  pieces.keep(0, pngSignature.length)
  let exif: ReturnType<typeof readExif> | undefined
  let packet: Uint8Array | undefined
  let hasPixels = false
  for (const chunk of pngChunksOf(bytes, cost)) {
    hasPixels ||= chunk.type === 'IDAT'
    if (keptTypes.has(chunk.type)) pieces.keep(chunk.at, chunk.end)
    if (chunk.type === 'eXIf' && exif === undefined) {
      exif = readExif(chunk.data)
      const block = minimalExif(exif)
      if (block) pieces.add(pngChunk('eXIf', block))
    }
    packet ??= packetOf(chunk, cost)
  }
  if (!hasPixels) return undefined
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = pictureOf('png', size, { orientation: exif?.orientation, spherical })
  return picture && { picture, bytes: pieces.joined() }
}
