import { type ByteRange, hasText, setUint32, uint8, uint16, uint32 } from './bytes.ts'
import { type CleanPicture, pictureOf, type Size } from './format.ts'
import { pictureWriter } from './writer.ts'

const fileHeaderLength = 14

/** Bytes of the information header by version. */
const headerLengths = {
  os21: 12,
  windows3: 40,
  masks: 52,
  alphaMasks: 56,
  os22: 64,
  v4: 108,
  v5: 124,
} as const
const knownHeaderLengths: ReadonlySet<number> = new Set(Object.values(headerLengths))

const compressions = { none: 0, runs8: 1, runs4: 2, masks: 3, alphaMasks: 6 } as const

/** Bits per pixel by compression. JPEG (4) and PNG (5) are refused: the pixels would be a second file with
 * metadata of its own. */
const bitCounts: ReadonlyMap<number, readonly number[]> = new Map([
  [compressions.none, [1, 2, 4, 8, 16, 24, 32]],
  [compressions.runs8, [8]],
  [compressions.runs4, [4]],
  [compressions.masks, [16, 32]],
  [compressions.alphaMasks, [16, 32]],
])

/** Places in a file with a Windows header, and values of its color space in versions 4 and 5. */
const places = {
  fileLength: 2,
  reserved: 6,
  pixels: 10,
  pixelsLength: 34,
  colors: 46,
  importantColors: 50,
  colorSpace: 70,
  endpoints: 74,
  gammaEnd: 122,
  profile: 126,
  profileLength: 130,
} as const
const colorSpaces = { calibrated: 0, embedded: 0x4d424544, linked: 0x4c494e4b, srgb: 0x73524742 } as const

interface Header extends Size {
  readonly length: number
  readonly bits: number
  readonly compression: number
  /** The number of colors in the palette; 0 means all that the bits of a pixel can name. */
  readonly colors: number
  readonly paletteStart: number
  readonly pixelsStart: number
}

function sizeAndBits(bytes: Uint8Array, length: number) {
  if (length === headerLengths.os21) {
    const [width, height] = [uint16(bytes, 18, true), uint16(bytes, 20, true)]
    return { width, height, planes: uint16(bytes, 22, true), bits: uint16(bytes, 24, true) }
  }
  const height = uint32(bytes, 22, true)
  return {
    width: uint32(bytes, 18, true),
    // A negative height means that the first row is the top one.
    height: height >= 2 ** 31 ? 2 ** 32 - height : height,
    planes: uint16(bytes, 26, true),
    bits: uint16(bytes, 28, true),
  }
}

/** The bytes of the bit masks between header and palette. Longer headers have the masks inside. */
function masksLength(length: number, compression: number): number {
  if (length !== headerLengths.windows3) return 0
  return compression === compressions.masks ? 12 : compression === compressions.alphaMasks ? 16 : 0
}

/** Reads the headers; undefined if they are unknown or contradict themselves. */
function headerOf(bytes: Uint8Array): Header | undefined {
  const length = uint32(bytes, fileHeaderLength, true)
  const pixelsStart = uint32(bytes, places.pixels, true)
  if (!hasText(bytes, 0, 'BM') || !knownHeaderLengths.has(length)) return undefined
  const { planes, bits, ...size } = sizeAndBits(bytes, length)
  const isShort = length === headerLengths.os21
  const compression = isShort ? compressions.none : uint32(bytes, 30, true)
  if (planes !== 1 || !bitCounts.get(compression)?.includes(bits)) return undefined
  // OS/2 gives these numbers to other compressions.
  if (length === headerLengths.os22 && compression >= compressions.masks) return undefined
  const paletteStart = fileHeaderLength + length + masksLength(length, compression)
  if (pixelsStart < paletteStart || pixelsStart >= bytes.length) return undefined
  const colors = isShort ? 0 : uint32(bytes, places.colors, true)
  return { ...size, length, bits, compression, colors, paletteStart, pixelsStart }
}

/** The palette: its end, and the number of its colors. Pixels of more than 8 bits need none. */
function paletteOf(header: Header): { end: number; colors: number } {
  const { paletteStart: start, pixelsStart } = header
  if (header.bits > 8) return { end: start, colors: 0 }
  const all = 1 << header.bits
  const bytesEach = header.length === headerLengths.os21 ? 3 : 4
  const room = Math.floor((pixelsStart - start) / bytesEach)
  const count = Math.min(header.colors || all, all, room)
  return { end: start + count * bytesEach, colors: header.colors === 0 && count === all ? 0 : count }
}

/** The length of run-length encoded pixels with their end-of-bitmap mark; undefined if there is no mark. */
function runsLength(bytes: Uint8Array, start: number, bits: number): number | undefined {
  for (let at = start; at + 1 < bytes.length; ) {
    const repeats = uint8(bytes, at)
    const value = uint8(bytes, at + 1)
    at += 2
    if (repeats > 0) continue
    if (value === 1) return at - start
    // A move has two more bytes, and literal pixels are padded to 16 bits.
    if (value === 2) at += 2
    else if (value > 2) at += 2 * Math.ceil((value * bits) / 16)
  }
  return undefined
}

/** The pixels; undefined if the file is too short for them. */
function pixelsOf(bytes: Uint8Array, header: Header): ByteRange | undefined {
  const { width, height, bits, compression, pixelsStart: start } = header
  const isEncoded = compression === compressions.runs8 || compression === compressions.runs4
  const length = isEncoded ? runsLength(bytes, start, bits) : Math.ceil((width * bits) / 32) * 4 * height
  return length === undefined || start + length > bytes.length ? undefined : { start, end: start + length }
}

/** The embedded ICC profile of a version 5 header, if there is one after the pixels. */
function profileOf(bytes: Uint8Array, { length }: Header, pixels: ByteRange): ByteRange | undefined {
  if (length !== headerLengths.v5) return undefined
  if (uint32(bytes, places.colorSpace, true) !== colorSpaces.embedded) return undefined
  const start = fileHeaderLength + uint32(bytes, places.profile, true)
  const end = start + uint32(bytes, places.profileLength, true)
  const isProfile = hasText(bytes, start + 36, 'acsp') && uint32(bytes, start) === end - start
  return isProfile && start >= pixels.end && end <= bytes.length ? { start, end } : undefined
}

/** Writes the color space of versions 4 and 5. A linked profile is a path on the writer's disk: sRGB
 * replaces it. */
function setColorSpace(out: Uint8Array, { length }: Header, profile: ByteRange | undefined, at: number) {
  if (length !== headerLengths.v4 && length !== headerLengths.v5) return
  const colorSpace = uint32(out, places.colorSpace, true)
  const isLost = colorSpace === colorSpaces.linked || colorSpace === colorSpaces.embedded
  if (isLost && !profile) setUint32(out, places.colorSpace, colorSpaces.srgb, true)
  if (colorSpace !== colorSpaces.calibrated) out.fill(0, places.endpoints, places.gammaEnd)
  if (length !== headerLengths.v5) return
  out.fill(0, places.profile, fileHeaderLength + length)
  if (!profile) return
  setUint32(out, places.profile, at - fileHeaderLength, true)
  setUint32(out, places.profileLength, profile.end - profile.start, true)
}

/** Returns headers and palette, with the places and lengths of the cleaned file. */
function cleanHead(bytes: Uint8Array, header: Header, pixels: ByteRange, profile?: ByteRange): Uint8Array {
  const { end, colors } = paletteOf(header)
  const out = bytes.slice(0, end)
  const pixelsLength = pixels.end - pixels.start
  const profileStart = end + pixelsLength
  setUint32(out, places.fileLength, profileStart + (profile ? profile.end - profile.start : 0), true)
  setUint32(out, places.reserved, 0)
  setUint32(out, places.pixels, end, true)
  if (header.length === headerLengths.os21) return out
  if (uint32(out, places.pixelsLength, true) !== 0) setUint32(out, places.pixelsLength, pixelsLength, true)
  const important = uint32(out, places.importantColors, true)
  setUint32(out, places.colors, colors, true)
  setUint32(out, places.importantColors, Math.min(important, 1 << Math.min(header.bits, 8)), true)
  setColorSpace(out, header, profile, profileStart)
  return out
}

/** Reads and cleans a BMP: headers, palette, pixels and an embedded color profile are kept (PHO-041). */
export function cleanBmp(bytes: Uint8Array): CleanPicture | undefined {
  const header = headerOf(bytes)
  const picture = header && pictureOf('bmp', header)
  const pixels = header && pixelsOf(bytes, header)
  if (!header || !picture || !pixels) return undefined
  const profile = profileOf(bytes, header, pixels)
  const head = cleanHead(bytes, header, pixels, profile)
  const writer = pictureWriter(bytes)
  // An unchanged head is copied, so that an unchanged file is a view.
  if (head.every((byte, index) => byte === bytes[index])) writer.copy(0, head.length)
  else writer.append(head)
  writer.copy(pixels.start, pixels.end)
  if (profile) writer.copy(profile.start, profile.end)
  return { picture, bytes: writer.bytes() }
}
