import { hasText, uint16, uint32 } from '../../pictures/bytes.ts'

/** Where the central directory of a zip file stands, and how many records it has. */
export interface ZipEnd {
  readonly disk: number
  readonly directoryDisk: number
  readonly entriesHere: number
  readonly entries: number
  readonly directoryAt: number
  readonly directoryLength: number
  /** Where the first end record begins: the directory reaches up to it. */
  readonly at: number
}

const [END_LENGTH, COMMENT_MAX, LOCATOR_LENGTH, ZIP64_END_LENGTH] = [22, 0xffff, 20, 56] as const

/** The value that says that zip64 has a longer one elsewhere. */
export const ZIP64_MARK = 0xffffffff

const little16 = (bytes: Uint8Array, at: number) => uint16(bytes, at, true)
const little32 = (bytes: Uint8Array, at: number) => uint32(bytes, at, true)

/** Reads a 64-bit number. Those beyond 2^53 lose their last digits, and name no place of any file here. */
export const little64 = (bytes: Uint8Array, at: number): number =>
  little32(bytes, at) + little32(bytes, at + 4) * 2 ** 32

/** Where the end record stands: its comment has to reach to the last byte, so that nothing follows it. */
export function findEndRecord(bytes: Uint8Array): number | undefined {
  const last = bytes.length - END_LENGTH
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at -= 1) {
    if (hasText(bytes, at, 'PK\x05\x06') && little16(bytes, at + 20) === last - at) return at
  }
  return undefined
}

/** The zip64 end record, with its locator right behind it and the end record behind that. */
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

/** Reads the end of a zip file, also that of zip64; undefined when it is cut short. */
export function readZipEnd(bytes: Uint8Array): ZipEnd | undefined {
  const at = findEndRecord(bytes)
  if (at === undefined) return undefined
  const [disk = 0, directoryDisk = 0, entriesHere = 0, entries = 0] = [4, 6, 8, 10].map((offset) =>
    little16(bytes, at + offset),
  )
  const [directoryLength, directoryAt] = [little32(bytes, at + 12), little32(bytes, at + 16)]
  const plain = { disk, directoryDisk, entriesHere, entries, directoryAt, directoryLength, at }
  return readZip64End(bytes, at) ?? plain
}
