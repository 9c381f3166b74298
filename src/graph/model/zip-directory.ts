import type { Problem } from '../errors.ts'
import { limits } from '../limits.ts'
import { hasText, uint16, uint32 } from '../picture/bytes.ts'
import { isProblem } from '../problem.ts'

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
interface Listed {
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
interface Placed {
  readonly member: ZipMember
  readonly from: number
  readonly to: number
}

const [STORED, DEFLATED] = [0, 8] as const
const [ENCRYPTED, DESCRIBED_BEHIND, UTF8_NAME] = [0x2041, 0x0008, 0x0800] as const
const ZIP64_MARK = 0xffffffff
const [END_LENGTH, LISTED_LENGTH, HEADER_LENGTH, COMMENT_MAX] = [22, 46, 30, 0xffff] as const

const little16 = (bytes: Uint8Array, at: number) => uint16(bytes, at, true)
const little32 = (bytes: Uint8Array, at: number) => uint32(bytes, at, true)

/** What is wrong with a zip file. */
export const zipProblem = (message: string): Problem => ({
  code: 100,
  message: `The zip file cannot be taken: ${message}`,
})

/** Where the end record stands: its comment has to reach to the last byte, so that nothing follows it. */
function endRecordAt(bytes: Uint8Array): number | undefined {
  const last = bytes.length - END_LENGTH
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at -= 1) {
    if (hasText(bytes, at, 'PK\x05\x06') && little16(bytes, at + 20) === last - at) return at
  }
  return undefined
}

function listedAt(bytes: Uint8Array, at: number): Listed {
  const nameLength = little16(bytes, at + 28)
  const nameEnd = at + LISTED_LENGTH + nameLength
  return {
    flags: little16(bytes, at + 8),
    method: little16(bytes, at + 10),
    checksum: little32(bytes, at + 16),
    packedSize: little32(bytes, at + 20),
    size: little32(bytes, at + 24),
    name: bytes.subarray(at + LISTED_LENGTH, nameEnd),
    disk: little16(bytes, at + 34),
    headerAt: little32(bytes, at + 42),
    next: nameEnd + little16(bytes, at + 30) + little16(bytes, at + 32),
  }
}

/** What is wrong with a member before any byte of it is read. */
function listedProblem({ flags, method, packedSize, size, disk, headerAt }: Listed): string | undefined {
  if (flags & ENCRYPTED) return 'a file in it is encrypted'
  if (method !== STORED && method !== DEFLATED)
    return `a file in it is packed by the method ${method}, only stored and deflated are read`
  if ([packedSize, size, headerAt].includes(ZIP64_MARK)) return 'it is of the kind zip64'
  if (disk !== 0) return 'it is one part of several'
  if (method === STORED && packedSize !== size) return 'a stored file in it has two sizes'
  if (size > packedSize * limits.zipRatioMax)
    return `a file in it grows by more than ${limits.zipRatioMax} times`
  return undefined
}

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** The end of the record behind a member that repeats its sizes; undefined when it says something else. */
function descriptionEnd(bytes: Uint8Array, at: number, listed: Listed): number | undefined {
  const says = (from: number) =>
    little32(bytes, from) === listed.checksum &&
    little32(bytes, from + 4) === listed.packedSize &&
    little32(bytes, from + 8) === listed.size
  if (hasText(bytes, at, 'PK\x07\x08') && says(at + 4)) return at + 16
  return says(at) ? at + 12 : undefined
}

/** Finds a member by its directory record: its own header has to say the same, so that there is one truth. */
function placedAt(bytes: Uint8Array, listed: Listed): Placed | Problem {
  const { headerAt: at, flags, method, checksum, packedSize, size, name } = listed
  if (!hasText(bytes, at, 'PK\x03\x04')) return zipProblem('a file in it is not where its directory says')
  const nameEnd = at + HEADER_LENGTH + little16(bytes, at + 26)
  if (!sameBytes(bytes.subarray(at + HEADER_LENGTH, nameEnd), name))
    return zipProblem('a file in it has two names')
  const isDescribedBehind = (flags & DESCRIBED_BEHIND) !== 0
  const told = [14, 18, 22].map((offset) => little32(bytes, at + offset))
  const agrees = told.every(
    (value, index) => value === [checksum, packedSize, size][index] || (isDescribedBehind && value === 0),
  )
  const sameWay = little16(bytes, at + 8) === method
  const sameFlags = ((little16(bytes, at + 6) ^ flags) & (ENCRYPTED | DESCRIBED_BEHIND)) === 0
  if (!agrees || !sameWay || !sameFlags) return zipProblem('a file in it is not as its directory says')
  const from = nameEnd + little16(bytes, at + 28)
  const end = from + packedSize
  const to = isDescribedBehind ? descriptionEnd(bytes, end, listed) : end
  if (to === undefined) return zipProblem('a file in it is not as its directory says')
  const isUtf8 = (flags & UTF8_NAME) !== 0
  const packed = bytes.subarray(from, end)
  return { member: { name, isUtf8, isDeflated: method === DEFLATED, checksum, size, packed }, from: at, to }
}

/** The records of the central directory, which has to fill the stretch up to the end record exactly. */
function listedIn(bytes: Uint8Array, start: number, end: number, count: number): Listed[] | Problem {
  const records: Listed[] = []
  let at = start
  for (let index = 0; index < count; index += 1) {
    if (!hasText(bytes, at, 'PK\x01\x02')) return zipProblem('its directory is broken')
    const listed = listedAt(bytes, at)
    const problem = listed.next > end ? 'its directory is broken' : listedProblem(listed)
    if (problem) return zipProblem(problem)
    records.push(listed)
    at = listed.next
  }
  if (at !== end) return zipProblem('its directory is longer than it says')
  const total = records.reduce((sum, { size }) => sum + size, 0)
  if (total <= limits.zipInflatedBytesMax) return records
  return zipProblem(`its files have ${total} bytes, the most are ${limits.zipInflatedBytesMax}`)
}

/**
 * The members of a zip file, in the order of its directory. The directory is read and checked as a whole
 * before a byte is unpacked: count and sizes, names told twice, and no two members over the same bytes.
 */
export function zipMembers(bytes: Uint8Array): readonly ZipMember[] | Problem {
  const end = endRecordAt(bytes)
  if (end === undefined) return zipProblem('it has no end, so it was cut short')
  const [disk, firstDisk, here, count = 0] = [4, 6, 8, 10].map((offset) => little16(bytes, end + offset))
  if (disk !== 0 || firstDisk !== 0 || here !== count) return zipProblem('it is one part of several')
  if (count > limits.zipEntriesMax)
    return zipProblem(`it has more than ${limits.zipEntriesMax} entries, got ${count}`)
  const start = little32(bytes, end + 16)
  if (start + little32(bytes, end + 12) !== end) return zipProblem('its directory is not where it should be')
  const listed = listedIn(bytes, start, end, count)
  if (isProblem(listed)) return listed
  const placed: Placed[] = []
  for (const record of listed) {
    const found = placedAt(bytes, record)
    if (isProblem(found)) return found
    placed.push(found)
  }
  const stretches = [...placed.toSorted((one, other) => one.from - other.from), { from: start, to: end }]
  const overlap = stretches.some(({ from }, index) => from < (stretches[index - 1]?.to ?? 0))
  return overlap ? zipProblem('two files in it overlap') : placed.map(({ member }) => member)
}
