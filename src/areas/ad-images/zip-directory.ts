import type { CallError } from '../../graph/contract/errors.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import { hasText, uint16, uint32 } from '../../pictures/bytes.ts'
import { little64, readZipEnd, ZIP64_MARK } from './zip-end.ts'

/** A member of a zip file, as its directory says it is and its own header confirms. */
export interface ZipMember {
  /** The name as it is written, in the letters of nobody yet. */
  readonly name: Uint8Array
  /** Whether the file says that the name is UTF-8. */
  readonly isUtf8: boolean
  readonly isDeflated: boolean
  readonly checksum: number
  readonly size: number
  /** The bytes as they are packed. */
  readonly packed: Uint8Array
}

/** A record of the central directory, and where the next one begins. */
interface DirectoryEntry {
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  readonly name: Uint8Array
  readonly disk: number
  readonly headerAt: number
  readonly next: number
}

/** A member and the stretch of the file that is its own, from its header to its last byte. */
interface LocatedMember {
  readonly member: ZipMember
  readonly from: number
  readonly to: number
}

const [STORED, DEFLATED] = [0, 8] as const
const [ENCRYPTED, DESCRIBED_BEHIND, UTF8_NAME] = [0x2041, 0x0008, 0x0800] as const
const ZIP64_FIELD = 1
const [LISTED_LENGTH, HEADER_LENGTH] = [46, 30] as const

const little16 = (bytes: Uint8Array, at: number) => uint16(bytes, at, true)
const little32 = (bytes: Uint8Array, at: number) => uint32(bytes, at, true)

/** What is wrong with a zip file. */
export const zipError = (message: string): CallError => ({
  code: 100,
  message: `The zip file cannot be taken: ${message}`,
})

/**
 * Numbers of 32 bits. One that is marked is replaced by the next number of the zip64 field among the extra
 * fields, or stays marked where there is none.
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
  const nameEnd = at + LISTED_LENGTH + little16(bytes, at + 28)
  const extraEnd = nameEnd + little16(bytes, at + 30)
  const said = [24, 20, 42].map((offset) => little32(bytes, at + offset))
  const [size = 0, packedSize = 0, headerAt = 0] = withZip64Sizes(said, bytes.subarray(nameEnd, extraEnd))
  return {
    flags: little16(bytes, at + 8),
    method: little16(bytes, at + 10),
    checksum: little32(bytes, at + 16),
    packedSize,
    size,
    name: bytes.subarray(at + LISTED_LENGTH, nameEnd),
    disk: little16(bytes, at + 34),
    headerAt,
    next: extraEnd + little16(bytes, at + 32),
  }
}

/** What is wrong with a member before any byte of it is read. */
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
    return `a file in it is packed by the method ${method}, only stored and deflated are read`
  if ([packedSize, size, headerAt].includes(ZIP64_MARK))
    return 'a file in it is of the kind zip64 and lacks a size'
  if (disk !== 0) return 'it is one part of several'
  if (method === STORED && packedSize !== size) return 'a stored file in it has two sizes'
  if (size > packedSize * limits.zipRatioMax)
    return `a file in it grows by more than ${limits.zipRatioMax} times`
  return undefined
}

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** The end of the record behind a member that repeats its sizes; undefined when it says something else. */
function dataDescriptorEnd(bytes: Uint8Array, at: number, listed: DirectoryEntry): number | undefined {
  const saysShort = (from: number) =>
    little32(bytes, from) === listed.checksum &&
    little32(bytes, from + 4) === listed.packedSize &&
    little32(bytes, from + 8) === listed.size
  const saysLong = (from: number) =>
    little32(bytes, from) === listed.checksum &&
    little64(bytes, from + 4) === listed.packedSize &&
    little64(bytes, from + 12) === listed.size
  const from = hasText(bytes, at, 'PK\x07\x08') ? at + 4 : at
  if (saysLong(from)) return from + 20
  if (saysShort(from)) return from + 12
  return from !== at && saysShort(at) ? at + 12 : undefined
}

/** Finds a member by its directory record: its own header has to say the same, so that there is one truth. */
function locateMember(bytes: Uint8Array, listed: DirectoryEntry, shift: number): LocatedMember | CallError {
  const { flags, method, checksum, packedSize, size, name } = listed
  const at = listed.headerAt + shift
  if (!hasText(bytes, at, 'PK\x03\x04')) return zipError('a file in it is not where its directory says')
  const nameEnd = at + HEADER_LENGTH + little16(bytes, at + 26)
  if (!sameBytes(bytes.subarray(at + HEADER_LENGTH, nameEnd), name))
    return zipError('a file in it has two names')
  const from = nameEnd + little16(bytes, at + 28)
  const isDescribedBehind = (flags & DESCRIBED_BEHIND) !== 0
  const sizes = [22, 18].map((offset) => little32(bytes, at + offset))
  const told = [little32(bytes, at + 14), ...withZip64Sizes(sizes, bytes.subarray(nameEnd, from))]
  const agrees = told.every(
    (value, index) => value === [checksum, size, packedSize][index] || (isDescribedBehind && value === 0),
  )
  const sameWay = little16(bytes, at + 8) === method
  const sameFlags = ((little16(bytes, at + 6) ^ flags) & (ENCRYPTED | DESCRIBED_BEHIND)) === 0
  if (!agrees || !sameWay || !sameFlags) return zipError('a file in it is not as its directory says')
  const end = from + packedSize
  const to = isDescribedBehind ? dataDescriptorEnd(bytes, end, listed) : end
  if (to === undefined) return zipError('a file in it is not as its directory says')
  const isUtf8 = (flags & UTF8_NAME) !== 0
  const packed = bytes.subarray(from, end)
  return { member: { name, isUtf8, isDeflated: method === DEFLATED, checksum, size, packed }, from: at, to }
}

/** The records of the central directory, which has to fill the stretch up to the end record exactly. */
function readDirectory(
  bytes: Uint8Array,
  start: number,
  end: number,
  count: number,
): DirectoryEntry[] | CallError {
  const records: DirectoryEntry[] = []
  let at = start
  for (let index = 0; index < count; index += 1) {
    if (!hasText(bytes, at, 'PK\x01\x02')) return zipError('its directory is broken')
    const listed = readEntry(bytes, at)
    const error = listed.next > end ? 'its directory is broken' : entryReason(listed)
    if (error) return zipError(error)
    records.push(listed)
    at = listed.next
  }
  if (at !== end) return zipError('its directory is longer than it says')
  const total = records.reduce((sum, { size }) => sum + size, 0)
  if (total <= limits.zipInflatedBytesMax) return records
  return zipError(`its files have ${total} bytes, the most are ${limits.zipInflatedBytesMax}`)
}

/**
 * The members of a zip file, in the order of its directory. The directory is read and checked as a whole
 * before a byte is unpacked: count and sizes, names told twice, and no two members over the same bytes.
 */
export function readMembers(bytes: Uint8Array): readonly ZipMember[] | CallError {
  const end = readZipEnd(bytes)
  if (end === undefined) return zipError('it has no end, so it was cut short')
  const { disk, directoryDisk, entriesHere, entries } = end
  if (disk !== 0 || directoryDisk !== 0 || entriesHere !== entries)
    return zipError('it is one part of several')
  if (entries > limits.zipEntriesMax)
    return zipError(`it has more than ${limits.zipEntriesMax} entries, got ${entries}`)
  // Places count from the first file on: what stands before it, such as a program, moves them all.
  const shift = end.at - end.directoryAt - end.directoryLength
  if (shift < 0) return zipError('its directory is not where it should be')
  const start = end.directoryAt + shift
  const listed = readDirectory(bytes, start, end.at, entries)
  if (isCallError(listed)) return listed
  const placed: LocatedMember[] = []
  for (const record of listed) {
    const found = locateMember(bytes, record, shift)
    if (isCallError(found)) return found
    placed.push(found)
  }
  const stretches = [...placed.toSorted((one, other) => one.from - other.from), { from: start, to: end.at }]
  const overlap = stretches.some(({ from }, index) => from < (stretches[index - 1]?.to ?? 0))
  return overlap ? zipError('two files in it overlap') : placed.map(({ member }) => member)
}
