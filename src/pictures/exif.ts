import { joined } from '../engine/values/byte-arrays.ts'
import { bytesOf, hasText, setUint16, setUint32, uint16, uint32 } from './bytes.ts'
import { type Orientation, orientationOf } from './format.ts'

/** The tags of TIFF 6.0 that a cleaned EXIF block keeps. */
export const exifTags = {
  orientation: 0x0112,
  xResolution: 0x011a,
  yResolution: 0x011b,
  resolutionUnit: 0x0128,
} as const

/** Bytes before the first directory of a TIFF file or EXIF block. */
export const tiffHeaderLength = 8

/** Bytes of an entry in a TIFF directory: tag, type, count, and the value or its offset. */
export const entryLength = 12

const [SHORT, RATIONAL] = [3, 5] as const
const rationalLength = 8

/**
 * The fields of an EXIF block that a cleaned picture keeps. A resolution is a numerator and a denominator.
 */
export interface Exif {
  readonly orientation: Orientation
  readonly resolutions: readonly (readonly [tag: number, rational: readonly [number, number]])[]
  readonly unit: number | undefined
}

/** The byte order of a TIFF file or EXIF block; undefined if it is neither. */
export function byteOrderOf(bytes: Uint8Array): 'little' | 'big' | undefined {
  if (hasText(bytes, 0, 'II\x2a\0')) return 'little'
  return hasText(bytes, 0, 'MM\0\x2a') ? 'big' : undefined
}

/** The place of the first entry with this tag in the first directory. */
function entryAt(block: Uint8Array, tag: number, little: boolean): number | undefined {
  const directory = uint32(block, 4, little)
  const end = directory + 2 + entryLength * uint16(block, directory, little)
  if (directory < tiffHeaderLength || end > block.length) return undefined
  for (let at = directory + 2; at < end; at += entryLength) {
    if (uint16(block, at, little) === tag) return at
  }
  return undefined
}

/** The place of the value in the entry with this tag, if it is one value of this type. */
function valueAt(block: Uint8Array, tag: number, type: number, little: boolean): number | undefined {
  const at = entryAt(block, tag, little)
  if (at === undefined || uint16(block, at + 2, little) !== type) return undefined
  return uint32(block, at + 4, little) === 1 ? at + 8 : undefined
}

function resolutionIn(block: Uint8Array, tag: number, little: boolean): Exif['resolutions'] {
  const offsetAt = valueAt(block, tag, RATIONAL, little)
  const at = offsetAt === undefined ? block.length : uint32(block, offsetAt, little)
  if (at + rationalLength > block.length) return []
  return [[tag, [uint32(block, at, little), uint32(block, at + 4, little)]]]
}

/** Reads an EXIF block, with or without the header that it has in a JPEG segment. */
export function readExif(bytes: Uint8Array): Exif {
  const block = hasText(bytes, 0, 'Exif\0') ? bytes.subarray(6) : bytes
  const order = byteOrderOf(block)
  if (order === undefined) return { orientation: 1, resolutions: [], unit: undefined }
  const little = order === 'little'
  const short = (tag: number) => {
    const at = valueAt(block, tag, SHORT, little)
    return at === undefined ? undefined : uint16(block, at, little)
  }
  return {
    orientation: orientationOf(short(exifTags.orientation) ?? 1),
    resolutions: [exifTags.xResolution, exifTags.yResolution].flatMap((tag) =>
      resolutionIn(block, tag, little),
    ),
    unit: short(exifTags.resolutionUnit),
  }
}

function entry(tag: number, type: number, write: (value: Uint8Array) => void): Uint8Array {
  const bytes = new Uint8Array(entryLength)
  setUint16(bytes, 0, tag)
  setUint16(bytes, 2, type)
  setUint32(bytes, 4, 1)
  write(bytes.subarray(8))
  return bytes
}

/**
 * Writes a big-endian EXIF block with only orientation and resolution. Undefined if the orientation is 1 and
 * there is no resolution.
 */
export function minimalExif({ orientation, resolutions, unit }: Exif): Uint8Array | undefined {
  const isTurned = orientation !== 1
  if (!isTurned && resolutions.length === 0) return undefined
  const count = Number(isTurned) + resolutions.length + Number(unit !== undefined)
  const valuesAt = tiffHeaderLength + 2 + entryLength * count + 4
  const short = (tag: number, number: number) => entry(tag, SHORT, (value) => setUint16(value, 0, number))
  const values = new Uint8Array(rationalLength * resolutions.length)
  const resolutionEntries = resolutions.map(([tag, [numerator, denominator]], index) => {
    setUint32(values, rationalLength * index, numerator)
    setUint32(values, rationalLength * index + 4, denominator)
    return entry(tag, RATIONAL, (value) => setUint32(value, 0, valuesAt + rationalLength * index))
  })
  return joined([
    bytesOf(`MM\0\x2a\0\0\0\x08\0${String.fromCharCode(count)}`),
    ...(isTurned ? [short(exifTags.orientation, orientation)] : []),
    ...resolutionEntries,
    ...(unit === undefined ? [] : [short(exifTags.resolutionUnit, unit)]),
    new Uint8Array(4),
    values,
  ])
}
