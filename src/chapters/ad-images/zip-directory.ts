import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter, isCallError } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
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
const ZIP64_MARK = 0xffffffff

/** Reads a 16-bit number. Numbers in a zip file are little-endian. */
const little16 = (bytes: Uint8Array, at: number): number => uint16(bytes, at, true)

/** Reads a 32-bit number. */
const little32 = (bytes: Uint8Array, at: number): number => uint32(bytes, at, true)

/** Reads a 64-bit number. A number above 2^53 is rounded, but it is beyond the end of any file. */
const little64 = (bytes: Uint8Array, at: number): number =>
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
function readZipEnd(bytes: Uint8Array): ZipEnd | undefined {
  const at = findEndRecord(bytes)
  if (at === undefined) return undefined
  const [disk = 0, directoryDisk = 0, entriesHere = 0, entries = 0] = [4, 6, 8, 10].map((offset) =>
    little16(bytes, at + offset),
  )
  const [directoryLength, directoryAt] = [little32(bytes, at + 12), little32(bytes, at + 16)]
  const end = { disk, directoryDisk, entriesHere, entries, directoryAt, directoryLength, at }
  return readZip64End(bytes, at) ?? end
}

/** A file in a zip file. */
export interface ZipMember {
  /** The bytes of the name. */
  readonly name: Uint8Array
  /** Whether the zip file declares the name as UTF-8. */
  readonly isUtf8: boolean
  readonly isDeflated: boolean
  readonly checksum: number
  readonly size: number
  /** The compressed content. */
  readonly packed: Uint8Array
}

/** An entry of the central directory. */
interface DirectoryEntry {
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  readonly name: Uint8Array
  readonly disk: number
  readonly headerAt: number
  /** The offset of the next entry. */
  readonly next: number
}

const [STORED, DEFLATED] = [0, 8] as const
const [ENCRYPTED, UTF8_NAME] = [0x2041, 0x0800] as const
const ZIP64_FIELD = 1
const [ENTRY_LENGTH, HEADER_LENGTH] = [46, 30] as const

/** The error of a zip file that cannot be read, with the reason. */
export const zipError = (reason: string): CallError =>
  invalidParameter(`The zip file cannot be read: ${reason}`)

/**
 * Replaces each number that equals `ZIP64_MARK` by the next number in the zip64 extra field. Without enough
 * numbers in that field, a number stays as it is.
 */
function withZip64Sizes(numbers: readonly number[], extra: Uint8Array): readonly number[] {
  let at = 0
  while (at + 4 <= extra.length && little16(extra, at) !== ZIP64_FIELD) at += 4 + little16(extra, at + 2)
  const end = Math.min(at + 4 + little16(extra, at + 2), extra.length)
  let next = at + 4
  return numbers.map((number) => {
    if (number !== ZIP64_MARK || next + 8 > end) return number
    next += 8
    return little64(extra, next - 8)
  })
}

function readEntry(bytes: Uint8Array, at: number): DirectoryEntry {
  const nameEnd = at + ENTRY_LENGTH + little16(bytes, at + 28)
  const extraEnd = nameEnd + little16(bytes, at + 30)
  const numbers = [24, 20, 42].map((offset) => little32(bytes, at + offset))
  const [size = 0, packedSize = 0, headerAt = 0] = withZip64Sizes(numbers, bytes.subarray(nameEnd, extraEnd))
  return {
    flags: little16(bytes, at + 8),
    method: little16(bytes, at + 10),
    checksum: little32(bytes, at + 16),
    packedSize,
    size,
    name: bytes.subarray(at + ENTRY_LENGTH, nameEnd),
    disk: little16(bytes, at + 34),
    headerAt,
    next: extraEnd + little16(bytes, at + 32),
  }
}

/** Returns the reason why a member cannot be read, if its directory entry shows one. */
function entryReason({
  flags,
  method,
  packedSize,
  size,
  disk,
  headerAt,
}: DirectoryEntry): string | undefined {
  if (flags & ENCRYPTED) return 'a file in it is encrypted'
  if (method !== STORED && method !== DEFLATED)
    return `a file in it has the compression method ${method}; supported are 0 (stored) and 8 (deflate)`
  if ([packedSize, size, headerAt].includes(ZIP64_MARK)) return 'a file in it lacks its zip64 size or offset'
  if (disk !== 0) return 'it is one part of a multi-part archive'
  if (method === STORED && packedSize !== size)
    return 'a stored file in it has different compressed and uncompressed sizes'
  if (size > packedSize * limits.zipRatioMax)
    return `a file in it unpacks to more than ${limits.zipRatioMax} times its compressed size`
  return undefined
}

/** Finds the content of a directory entry. `shift` is the number of bytes before the first file. */
function readMember(bytes: Uint8Array, entry: DirectoryEntry, shift: number): ZipMember | CallError {
  const { flags, method, checksum, packedSize, size, name } = entry
  const at = entry.headerAt + shift
  if (!hasText(bytes, at, 'PK\x03\x04'))
    return zipError('a file in it is not where the central directory says')
  const from = at + HEADER_LENGTH + little16(bytes, at + 26) + little16(bytes, at + 28)
  const packed = bytes.subarray(from, from + packedSize)
  return { name, isUtf8: (flags & UTF8_NAME) !== 0, isDeflated: method === DEFLATED, checksum, size, packed }
}

/** Reads the central directory, which must fill the bytes from `start` to `end` exactly. */
function readDirectory(
  bytes: Uint8Array,
  start: number,
  end: number,
  count: number,
): DirectoryEntry[] | CallError {
  const entries: DirectoryEntry[] = []
  let at = start
  for (let index = 0; index < count; index += 1) {
    if (!hasText(bytes, at, 'PK\x01\x02')) return zipError('its central directory is malformed')
    const entry = readEntry(bytes, at)
    const reason = entry.next > end ? 'its central directory is malformed' : entryReason(entry)
    if (reason) return zipError(reason)
    entries.push(entry)
    at = entry.next
  }
  if (at !== end) return zipError('its central directory has more entries than its end record says')
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total <= limits.zipInflatedBytesMax) return entries
  return zipError(`its files unpack to ${total} bytes, at most ${limits.zipInflatedBytesMax} are allowed`)
}

/**
 * Returns the members of a zip file in the order of its central directory, or the error. It checks the whole
 * directory before anything is unpacked: number of entries, sizes and places.
 */
export function readMembers(bytes: Uint8Array): readonly ZipMember[] | CallError {
  const end = readZipEnd(bytes)
  if (end === undefined) return zipError('it has no end record, so it is cut short')
  const { disk, directoryDisk, entriesHere, entries: count } = end
  if (disk !== 0 || directoryDisk !== 0 || entriesHere !== count)
    return zipError('it is one part of a multi-part archive')
  if (count > limits.zipEntriesMax)
    return zipError(`it has more than ${limits.zipEntriesMax} entries, got ${count}`)
  // Offsets count from the first file. Bytes before it, such as a self-extracting program, shift them all.
  const shift = end.at - end.directoryAt - end.directoryLength
  if (shift < 0) return zipError('the offset of its central directory is wrong')
  const start = end.directoryAt + shift
  const entries = readDirectory(bytes, start, end.at, count)
  if (isCallError(entries)) return entries
  const members: ZipMember[] = []
  for (const entry of entries) {
    const member = readMember(bytes, entry, shift)
    if (isCallError(member)) return member
    members.push(member)
  }
  return members
}
