import { sameBytes } from '../../engine/values/byte-arrays.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter, isCallError } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import { hasText } from '../pictures/bytes.ts'
import { little16, little32, little64, readZipEnd, ZIP64_MARK } from './zip-end.ts'

/** A file in a zip file, whose central directory entry and local header agree. */
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

/** A member and its range of bytes, from its local header to its last byte. */
interface LocatedMember {
  readonly member: ZipMember
  readonly from: number
  readonly to: number
}

const [STORED, DEFLATED] = [0, 8] as const
const [ENCRYPTED, HAS_DATA_DESCRIPTOR, UTF8_NAME] = [0x2041, 0x0008, 0x0800] as const
const ZIP64_FIELD = 1
const [ENTRY_LENGTH, HEADER_LENGTH] = [46, 30] as const

const headerDiffers = 'the header of a file in it differs from the central directory'

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

/**
 * Returns the end of the data descriptor at an offset, which repeats the checksum and the sizes; undefined if
 * they differ from the entry. Its signature is optional, and its sizes have 32 or 64 bits.
 */
function dataDescriptorEnd(bytes: Uint8Array, at: number, entry: DirectoryEntry): number | undefined {
  const matches32 = (from: number) =>
    little32(bytes, from) === entry.checksum &&
    little32(bytes, from + 4) === entry.packedSize &&
    little32(bytes, from + 8) === entry.size
  const matches64 = (from: number) =>
    little32(bytes, from) === entry.checksum &&
    little64(bytes, from + 4) === entry.packedSize &&
    little64(bytes, from + 12) === entry.size
  const from = hasText(bytes, at, 'PK\x07\x08') ? at + 4 : at
  if (matches64(from)) return from + 20
  if (matches32(from)) return from + 12
  return from !== at && matches32(at) ? at + 12 : undefined
}

/**
 * Locates the member of a directory entry, or returns the error. The local header must agree with the entry,
 * so that every reader sees the same file. `shift` is the number of bytes before the first file.
 */
function locateMember(bytes: Uint8Array, entry: DirectoryEntry, shift: number): LocatedMember | CallError {
  const { flags, method, checksum, packedSize, size, name } = entry
  const at = entry.headerAt + shift
  if (!hasText(bytes, at, 'PK\x03\x04'))
    return zipError('a file in it is not where the central directory says')
  const nameEnd = at + HEADER_LENGTH + little16(bytes, at + 26)
  if (!sameBytes(bytes.subarray(at + HEADER_LENGTH, nameEnd), name))
    return zipError('a file in it has another name than in the central directory')
  const from = nameEnd + little16(bytes, at + 28)
  const hasDataDescriptor = (flags & HAS_DATA_DESCRIPTOR) !== 0
  const sizes = [22, 18].map((offset) => little32(bytes, at + offset))
  const inHeader = [little32(bytes, at + 14), ...withZip64Sizes(sizes, bytes.subarray(nameEnd, from))]
  const agrees = inHeader.every(
    (value, index) => value === [checksum, size, packedSize][index] || (hasDataDescriptor && value === 0),
  )
  const hasSameMethod = little16(bytes, at + 8) === method
  const hasSameFlags = ((little16(bytes, at + 6) ^ flags) & (ENCRYPTED | HAS_DATA_DESCRIPTOR)) === 0
  if (!agrees || !hasSameMethod || !hasSameFlags) return zipError(headerDiffers)
  const end = from + packedSize
  const to = hasDataDescriptor ? dataDescriptorEnd(bytes, end, entry) : end
  if (to === undefined) return zipError(headerDiffers)
  const isUtf8 = (flags & UTF8_NAME) !== 0
  const packed = bytes.subarray(from, end)
  return { member: { name, isUtf8, isDeflated: method === DEFLATED, checksum, size, packed }, from: at, to }
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
 * directory before anything is unpacked: number of entries, sizes, headers, and that no members overlap.
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
  const located: LocatedMember[] = []
  for (const entry of entries) {
    const member = locateMember(bytes, entry, shift)
    if (isCallError(member)) return member
    located.push(member)
  }
  const ranges = [...located.toSorted((one, other) => one.from - other.from), { from: start, to: end.at }]
  const overlaps = ranges.some(({ from }, index) => from < (ranges[index - 1]?.to ?? 0))
  return overlaps ? zipError('two files in it overlap') : located.map(({ member }) => member)
}
