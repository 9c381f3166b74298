import { hasText, joined, text } from './bytes.ts'
import { exifWithoutLocation } from './exif.ts'
import { type Cleaner, iptcWithoutLocation, resourcesWithoutLocation } from './iptc.ts'
import { xmpHeader, xmpWithoutLocation } from './xmp.ts'

/** Cleans what follows a header, if it is there, and keeps the header. */
export function cleanAfter(bytes: Uint8Array, header: number, cleaner: Cleaner): Uint8Array | undefined {
  const cleaned = cleaner(bytes.subarray(header))
  if (cleaned === undefined) return undefined
  const whole = bytes.slice()
  whole.set(cleaned, header)
  return whole
}

/** The bytes before a TIFF header in blocks that copy the EXIF segment of a JPEG with its name. */
export const exifHeaderLength = (block: Uint8Array): number => (hasText(block, 0, 'Exif\0') ? 6 : 0)

/** Cleans an EXIF block with or without the header of its JPEG segment. */
export const cleanExifBlock: Cleaner = (block) =>
  cleanAfter(block, exifHeaderLength(block), exifWithoutLocation)

function cleanSegmentCopy(bytes: Uint8Array) {
  if (hasText(bytes, 0, xmpHeader)) return cleanAfter(bytes, xmpHeader.length, xmpWithoutLocation)
  return cleanExifBlock(bytes)
}

const cleanResources: Cleaner = (bytes) =>
  hasText(bytes, 0, '8BIM')
    ? resourcesWithoutLocation(bytes, exifWithoutLocation)
    : iptcWithoutLocation(bytes)

const cleaners: ReadonlyMap<string, Cleaner> = new Map([
  ['exif', cleanSegmentCopy],
  ['APP1', cleanSegmentCopy],
  ['xmp', xmpWithoutLocation],
  ['iptc', cleanResources],
  ['8bim', cleanResources],
  ['icc', (bytes: Uint8Array) => bytes],
  ['icm', (bytes: Uint8Array) => bytes],
])

const newline = 10
const bytesPerLine = 36
const hexDigits = '0123456789abcdef'

function hexDigit(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const upper = code & 0xdf
  return upper >= 0x41 && upper <= 0x46 ? upper - 0x41 + 10 : undefined
}

/** Reads pairs of hexadecimal digits; line ends and spaces may stand anywhere. */
function fromHex(bytes: Uint8Array): Uint8Array | undefined {
  const out = new Uint8Array(bytes.length >> 1)
  let digits = 0
  for (const code of bytes) {
    const digit = hexDigit(code)
    if (digit === undefined) {
      if (code > 0x20) return undefined
      continue
    }
    out[digits >> 1] = digits % 2 === 0 ? digit << 4 : (out[digits >> 1] ?? 0) | digit
    digits += 1
  }
  return digits % 2 === 0 ? out.subarray(0, digits / 2) : undefined
}

function toHex(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length * 2 + Math.ceil(bytes.length / bytesPerLine)).fill(newline)
  for (const [index, byte] of bytes.entries()) {
    const at = index * 2 + Math.floor(index / bytesPerLine)
    out[at] = hexDigits.charCodeAt(byte >> 4)
    out[at + 1] = hexDigits.charCodeAt(byte & 15)
  }
  return out
}

/** Cleans a raw profile of ImageMagick: a name, a length and hexadecimal digits, on lines of a PNG text.
 * Undefined when it is of another kind or cannot be parsed. */
export function rawProfileWithoutLocation(name: string, profile: Uint8Array): Uint8Array | undefined {
  const cleaner = cleaners.get(name)
  const nameEnd = profile.indexOf(newline, 1)
  const lengthEnd = nameEnd === -1 ? -1 : profile.indexOf(newline, nameEnd + 1)
  if (cleaner === undefined || lengthEnd === -1 || profile[0] !== newline) return undefined
  const content = fromHex(profile.subarray(lengthEnd + 1))
  const length = Number(text(profile, nameEnd + 1, Math.min(lengthEnd, nameEnd + 20)).trim())
  const cleaned = content?.length === length ? cleaner(content) : undefined
  if (cleaned === undefined) return undefined
  return joined([profile.subarray(0, lengthEnd + 1), toHex(cleaned)])
}
