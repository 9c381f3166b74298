import { zlibSync } from 'fflate'
import { hasText, joined, text, uint8, uint32 } from './bytes.ts'
import { checksum } from './checksum.ts'
import { type Chunk, pngChunk, pngChunksOf, pngSignature } from './chunks.ts'
import { exifOrientation } from './exif.ts'
import { type Orientation, type Picture, pictureOf, type Size } from './format.ts'
import { type Inflate, inflater } from './inflate.ts'
import { cleanExifBlock, exifHeaderLength, rawProfileWithoutLocation } from './profile.ts'
import { isLocationName, isSpherical, xmpWithoutLocation } from './xmp.ts'

const xmpKeyword = 'XML:com.adobe.xmp'
const rawProfileKeyword = 'Raw profile type '
const keywordLengthMax = 79
const textTypes: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt'])

/** Compressed EXIF and content credentials, which nothing here parses. */
const unreadableTypes: ReadonlySet<string> = new Set(['zxIf', 'caBX'])

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

/** A text chunk: its keyword, the bytes up to its content, and whether the content is compressed. */
type Text = { keyword: string; head: Uint8Array; content: Uint8Array; compressed: boolean }

function textOf({ type, data }: Chunk): Text | undefined {
  const keywordEnd = data.indexOf(0)
  if (keywordEnd < 1 || keywordEnd > keywordLengthMax) return undefined
  const keyword = text(data, 0, keywordEnd)
  const at = (start: number, compressed: boolean) => ({
    keyword,
    head: data.subarray(0, start),
    content: data.subarray(start),
    compressed,
  })
  if (type === 'tEXt') return at(keywordEnd + 1, false)
  if (type === 'zTXt') return at(keywordEnd + 2, true)
  const languageEnd = data.indexOf(0, keywordEnd + 3)
  const translationEnd = languageEnd === -1 ? -1 : data.indexOf(0, languageEnd + 1)
  return translationEnd === -1 ? undefined : at(translationEnd + 1, uint8(data, keywordEnd + 1) !== 0)
}

const contentOf = ({ content, compressed }: Text, inflate: Inflate): Uint8Array | undefined =>
  compressed ? inflate(content) : content

/** Reads a PNG's chunks. Pixels must begin; whether they are all there takes decoding them. */
export function readPng(bytes: Uint8Array): Picture | undefined {
  const size = headerSize(bytes)
  if (size === undefined) return undefined
  const inflate = inflater()
  let orientation: Orientation | undefined
  let spherical = false
  let pixels = false
  for (const chunk of pngChunksOf(bytes)) {
    if (chunk.type === 'IDAT') pixels = true
    if (chunk.type === 'eXIf') {
      orientation ??= exifOrientation(chunk.data.subarray(exifHeaderLength(chunk.data)))
    }
    const note = textTypes.has(chunk.type) ? textOf(chunk) : undefined
    if (note?.keyword === xmpKeyword) spherical ||= isSpherical(contentOf(note, inflate) ?? new Uint8Array())
  }
  return pixels ? pictureOf('png', size, { orientation, spherical }) : undefined
}

function cleanedContent(keyword: string, content: Uint8Array): Uint8Array | undefined {
  if (keyword === xmpKeyword) return xmpWithoutLocation(content)
  return rawProfileWithoutLocation(keyword.slice(rawProfileKeyword.length), content)
}

function cleanedText(bytes: Uint8Array, chunk: Chunk, inflate: Inflate): Uint8Array[] {
  const note = textOf(chunk)
  if (note === undefined || isLocationName(note.keyword)) return []
  const nested = note.keyword === xmpKeyword || note.keyword.startsWith(rawProfileKeyword)
  if (!nested) return [bytes.subarray(chunk.at, chunk.end)]
  const content = contentOf(note, inflate)
  const cleaned = content && cleanedContent(note.keyword, content)
  if (cleaned === undefined) return []
  return [pngChunk(chunk.type, joined([note.head, note.compressed ? zlibSync(cleaned) : cleaned]))]
}

function cleanedChunk(bytes: Uint8Array, chunk: Chunk, inflate: Inflate): Uint8Array[] {
  if (unreadableTypes.has(chunk.type)) return []
  if (textTypes.has(chunk.type)) return cleanedText(bytes, chunk, inflate)
  if (chunk.type !== 'eXIf') return [bytes.subarray(chunk.at, chunk.end)]
  const cleaned = cleanExifBlock(chunk.data)
  return cleaned ? [pngChunk('eXIf', cleaned)] : []
}

/** A PNG without location: its EXIF chunk, its XMP and the older raw profiles in its texts cleaned,
 * checksums right. Metadata that cannot be parsed goes, and so does what follows the end chunk. */
export function pngWithoutLocation(bytes: Uint8Array): Uint8Array {
  const inflate = inflater()
  const parts = [bytes.subarray(0, pngSignature.length)]
  for (const chunk of pngChunksOf(bytes)) parts.push(...cleanedChunk(bytes, chunk, inflate))
  return joined(parts)
}
