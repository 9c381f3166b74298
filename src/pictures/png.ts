import { hasText, uint8, uint32 } from './bytes.ts'
import { checksum } from './checksum.ts'
import { type Chunk, pngChunk, pngChunksOf, pngSignature } from './chunks.ts'
import type { PictureCost } from './cost.ts'
import { type Exif, minimalExif, readExif } from './exif.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { inflateZlib } from './inflate.ts'
import { type PictureWriter, pictureWriter } from './writer.ts'
import { isSpherical } from './xmp.ts'

const xmpKeyword = 'XML:com.adobe.xmp\0'
const xmpBytesMax = 4 * 1024 * 1024
const headerEnd = 33
const paletteColorsMax = 256

/**
 * Chunks that a cleaned file keeps, with the lengths of their data in bytes. They hold colors, resolution
 * and animation.
 */
const fixedLengths: ReadonlyMap<string, number> = new Map([
  ['pHYs', 9],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['cICP', 4],
  ['acTL', 8],
  ['fcTL', 26],
  ['IEND', 0],
])

/** Chunks that a cleaned file keeps if they have this length for the color type of the header. */
const lengthsByColorType: ReadonlyMap<string, Readonly<Record<number, number>>> = new Map([
  ['sBIT', { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 }],
  ['bKGD', { 0: 2, 2: 6, 3: 1, 4: 2, 6: 6 }],
  ['tRNS', { 0: 2, 2: 6 }],
])

/**
 * Chunks that a cleaned file keeps with any length: pixels, pixels of an animation, and the color profile.
 */
const anyLength: ReadonlySet<string> = new Set(['IDAT', 'fdAT', 'iCCP'])

/** Chunks that a file may contain more than once. */
const repeatable: ReadonlySet<string> = new Set(['IDAT', 'fcTL', 'fdAT'])

/** The bit depths that the PNG specification allows for each color type. */
const bitDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const indexedColors = 3

function headerOf(bytes: Uint8Array): (Size & { colorType: number }) | undefined {
  if (!hasText(bytes, 0, pngSignature) || !hasText(bytes, 12, 'IHDR')) return undefined
  if (bytes.length < headerEnd || uint32(bytes, 8) !== 13) return undefined
  if (uint32(bytes, 29) !== checksum(bytes.subarray(12, 29))) return undefined
  const [depth = 0, colorType = 0, compression, filter, interlace = 2] = bytes.subarray(24, 29)
  if (!bitDepths[colorType]?.includes(depth)) return undefined
  if (compression !== 0 || filter !== 0 || interlace > 1) return undefined
  return { width: uint32(bytes, 16), height: uint32(bytes, 20), colorType }
}

/**
 * Whether a cleaned file keeps a chunk: its type is known, and its data has exactly the length in the format.
 */
function isKept({ type, start, end, data: { length } }: Chunk, colorType: number): boolean {
  if (anyLength.has(type)) return true
  if (end - start !== length + 12) return false
  if (colorType === indexedColors) {
    if (type === 'PLTE') return length % 3 === 0 && length <= 3 * paletteColorsMax
    if (type === 'tRNS') return length <= paletteColorsMax
  }
  return length === (fixedLengths.get(type) ?? lengthsByColorType.get(type)?.[colorType])
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

/** Returns a function that writes a chunk if the cleaned file keeps it. */
function chunkWriter(writer: PictureWriter, colorType: number): (chunk: Chunk) => void {
  const written = new Set<string>()
  return (chunk) => {
    const { type, start, end } = chunk
    if (isKept(chunk, colorType) && (repeatable.has(type) || !written.has(type))) {
      written.add(type)
      writer.copy(start, end)
    } else if (type === 'IEND') writer.append(pngChunk('IEND', new Uint8Array()))
  }
}

/** Reads and cleans a PNG (PHO-041). It must have an IDAT chunk. Bytes after IEND are dropped. */
export function cleanPng(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const header = headerOf(bytes)
  if (header === undefined) return undefined
  const writer = pictureWriter(bytes)
  writer.copy(0, headerEnd)
  const write = chunkWriter(writer, header.colorType)
  let exif: Exif | undefined
  let packet: Uint8Array | undefined
  let hasPixels = false
  for (const chunk of pngChunksOf(bytes, cost)) {
    hasPixels ||= chunk.type === 'IDAT'
    write(chunk)
    if (chunk.type === 'eXIf' && exif === undefined) {
      exif = readExif(chunk.data)
      const block = minimalExif(exif)
      if (block) writer.append(pngChunk('eXIf', block))
    }
    packet ??= packetOf(chunk, cost)
  }
  if (!hasPixels) return undefined
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = pictureOf('png', header, { orientation: exif?.orientation, spherical })
  return picture && { picture, bytes: writer.bytes() }
}
