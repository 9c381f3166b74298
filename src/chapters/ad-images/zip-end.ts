import { hasText, uint16, uint32 } from '../pictures/bytes.ts'

/** The end record of a zip file. Offsets and lengths are in bytes. */
interface ZipEnd {
  readonly disk: number
  readonly directoryDisk: number
  readonly entriesHere: number
  readonly entries: number
  readonly directoryAt: number
  readonly directoryLength: number
  /** The offset of this record, or of the zip64 end record before it: the directory ends there. */
  readonly at: number
}

const [END_LENGTH, COMMENT_MAX, LOCATOR_LENGTH, ZIP64_END_LENGTH] = [22, 0xffff, 20, 56] as const

/** A 32-bit field with this value has its real value in a zip64 field. */
export const ZIP64_MARK = 0xffffffff

/** Reads a 16-bit number. Numbers in a zip file are little-endian. */
export const little16 = (bytes: Uint8Array, at: number): number => uint16(bytes, at, true)

/** Reads a 32-bit number. */
export const little32 = (bytes: Uint8Array, at: number): number => uint32(bytes, at, true)

/** Reads a 64-bit number. A number above 2^53 is rounded, but it is beyond the end of any file. */
export const little64 = (bytes: Uint8Array, at: number): number =>
  little32(bytes, at) + little32(bytes, at + 4) * 2 ** 32

/** Returns the offset of the end record. Its comment must reach to the last byte, so that nothing follows. */
export function findEndRecord(bytes: Uint8Array): number | undefined {
  const last = bytes.length - END_LENGTH
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at -= 1) {
    if (hasText(bytes, at, 'PK\x05\x06') && little16(bytes, at + 20) === last - at) return at
  }
  return undefined
}

/** Reads the zip64 end record, which must be directly before its locator and the end record. */
function readZip64End(bytes: Uint8Array, end: number): ZipEnd | undefined {
  const locator = end - LOCATOR_LENGTH
  const at = locator - ZIP64_END_LENGTH
  if (!hasText(bytes, locator, 'PK\x06\x07') || at < 0 || !hasText(bytes, at, 'PK\x06\x06')) return undefined
  return {
    disk: little32(bytes, at + 16),
    directoryDisk: little32(bytes, at + 20),
    entriesHere: little64(bytes, at + 24),
    entries: little64(bytes, at + 32),
    directoryLength: little64(bytes, at + 40),
    directoryAt: little64(bytes, at + 48),
    at,
  }
}

/** Reads the end record of a zip file, the zip64 one if there is one; undefined if the file is cut short. */
export function readZipEnd(bytes: Uint8Array): ZipEnd | undefined {
  const at = findEndRecord(bytes)
  if (at === undefined) return undefined
  const [disk = 0, directoryDisk = 0, entriesHere = 0, entries = 0] = [4, 6, 8, 10].map((offset) =>
    little16(bytes, at + offset),
  )
  const [directoryLength, directoryAt] = [little32(bytes, at + 12), little32(bytes, at + 16)]
  const end = { disk, directoryDisk, entriesHere, entries, directoryAt, directoryLength, at }
  return readZip64End(bytes, at) ?? end
}
