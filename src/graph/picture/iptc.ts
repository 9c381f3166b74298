import { hasText, type Range, uint8, uint16, uint32 } from './bytes.ts'
import { xmpWithoutLocation } from './xmp.ts'

const marker = 0x1c
const space = 0x20
const applicationRecord = 2

/** Content location code and name, city, sublocation, province, country code and name, original
 * transmission place. */
const locationDatasets: ReadonlySet<number> = new Set([26, 27, 90, 92, 95, 100, 101, 103])

const lowBytes = (value: number, width: number): number =>
  width >= 4 ? value : value & ((1 << (8 * width)) - 1)

function datasetValue(bytes: Uint8Array, at: number): Range {
  const length = uint16(bytes, at + 3)
  if (length < 0x8000) return { start: at + 5, end: at + 5 + length }
  // An extended dataset: the low bits count the bytes of the length that follows.
  const width = length & 0x7fff
  const start = at + 5 + width
  return {
    start,
    end: width <= 4 ? start + lowBytes(uint32(bytes, start - 4), width) : Number.POSITIVE_INFINITY,
  }
}

/** The IPTC datasets with those that name a place turned into spaces, at the same length.
 * Undefined when they cannot be parsed to their end; zeros at the end are padding. */
export function iptcWithoutLocation(bytes: Uint8Array): Uint8Array | undefined {
  const cleaned = bytes.slice()
  let at = 0
  while (bytes[at] === marker) {
    const { start, end } = datasetValue(bytes, at)
    if (end > bytes.length) return undefined
    const names = uint8(bytes, at + 1) === applicationRecord && locationDatasets.has(uint8(bytes, at + 2))
    if (names) cleaned.fill(space, start, end)
    at = end
  }
  return bytes.subarray(at).every((byte) => byte === 0) ? cleaned : undefined
}

/** Cleans the value of one kind of metadata at the same length; undefined when it cannot be parsed. */
export type Cleaner = (bytes: Uint8Array) => Uint8Array | undefined

const resources = { iptc: 0x0404, exif: 0x0422, moreExif: 0x0423, xmp: 0x0424 }

function resourceCleaner(id: number, exif: Cleaner): Cleaner | undefined {
  if (id === resources.iptc) return iptcWithoutLocation
  if (id === resources.xmp) return xmpWithoutLocation
  if (id === resources.exif) return exif
  return id === resources.moreExif ? () => undefined : undefined
}

const signatures = ['8BIM', 'PHUT', 'DCSR', 'AgHg', 'MeSa']

/** The Photoshop image resources with the location in their IPTC, XMP and EXIF gone, at the same length.
 * A resource that cannot be parsed becomes zeros; undefined when the list of resources itself cannot be. */
export function resourcesWithoutLocation(bytes: Uint8Array, exif: Cleaner): Uint8Array | undefined {
  const cleaned = bytes.slice()
  let at = 0
  while (at < bytes.length && bytes[at] !== 0) {
    if (!signatures.some((signature) => hasText(bytes, at, signature))) return undefined
    const nameLength = uint8(bytes, at + 6) + 1
    const start = at + 6 + nameLength + (nameLength % 2) + 4
    const end = start + uint32(bytes, start - 4)
    if (end > bytes.length) return undefined
    const cleaner = resourceCleaner(uint16(bytes, at + 4), exif)
    if (cleaner) cleaned.set(cleaner(bytes.subarray(start, end)) ?? new Uint8Array(end - start), start)
    at = end + ((end - start) % 2)
  }
  return bytes.subarray(at).every((byte) => byte === 0) ? cleaned : undefined
}
