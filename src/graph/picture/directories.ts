import { hasText, type Range, uint8, uint16, uint32 } from './bytes.ts'

/** One field of a TIFF directory. `value` is where its value stands, in the entry itself or elsewhere;
 * it may reach past the end of the file. */
export type Entry = { tag: number; type: number; count: number; at: number; value: Range }

/** A TIFF directory: its table of entries, and the offset of the next one if it belongs to the chain of
 * pictures. */
export type Directory = { table: Range; entries: Entry[]; chained: boolean; next: number }

/** All directories of a TIFF file or EXIF block. Those that only a GPS pointer reaches stand apart. */
export type DirectoryTree = {
  little: boolean
  first: Directory
  kept: ReadonlyMap<number, Directory>
  location: ReadonlyMap<number, Directory>
}

/** The tags of TIFF 6.0, EXIF 2.32, XMP and IPTC that this package asks for. */
export const tags = {
  width: 0x0100,
  height: 0x0101,
  stripOffsets: 0x0111,
  orientation: 0x0112,
  subDirectories: 0x014a,
  tileOffsets: 0x0144,
  jpegOffset: 0x0201,
  jpegLength: 0x0202,
  xmp: 0x02bc,
  iptc: 0x83bb,
  photoshop: 0x8649,
  exif: 0x8769,
  gps: 0x8825,
  makerNote: 0x927c,
  interoperability: 0xa005,
} as const

const header = { length: 8, magic: 42 }
const entryLength = 12

/** Bytes per value of each field type; a type that is not listed has its value in the entry. */
const typeLengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

const pointerTags: ReadonlySet<number> = new Set([
  tags.exif,
  tags.gps,
  tags.interoperability,
  tags.subDirectories,
])

/** Whether an entry points to other directories. */
export const isPointer = ({ tag }: Entry): boolean => pointerTags.has(tag)

function entryAt(bytes: Uint8Array, at: number, little: boolean): Entry {
  const type = uint16(bytes, at + 2, little)
  const count = uint32(bytes, at + 4, little)
  const length = (typeLengths[type] ?? 0) * count
  const start = length > 4 ? uint32(bytes, at + 8, little) : at + 8
  return { tag: uint16(bytes, at, little), type, count, at, value: { start, end: start + length } }
}

function directoryAt(bytes: Uint8Array, at: number, little: boolean, chained: boolean) {
  const start = at + 2
  const end = start + entryLength * uint16(bytes, at, little)
  if (at < header.length || start > bytes.length || end > bytes.length) return undefined
  const entries: Entry[] = []
  for (let place = start; place < end; place += entryLength) entries.push(entryAt(bytes, place, little))
  return { table: { start: at, end }, entries, chained, next: uint32(bytes, end, little) }
}

function numberAt(bytes: Uint8Array, at: number, type: number, little: boolean): number | undefined {
  if (type === 1) return uint8(bytes, at)
  if (type === 3) return uint16(bytes, at, little)
  return type === 4 || type === 13 ? uint32(bytes, at, little) : undefined
}

/** The whole numbers of an entry, of one, two or four bytes each. None when they are not all there. */
export function numbersOf(bytes: Uint8Array, { type, value }: Entry, little: boolean): number[] {
  const width = typeLengths[type] ?? 0
  const numbers: number[] = []
  if (value.end > bytes.length) return numbers
  for (let at = value.start; at < value.end; at += width) {
    const number = numberAt(bytes, at, type, little)
    if (number === undefined) return []
    numbers.push(number)
  }
  return numbers
}

/** The number in the first entry with this tag. Only one that stands in the entry itself counts. */
export function numberOf(bytes: Uint8Array, directory: Directory, tag: number, little: boolean) {
  const entry = directory.entries.find((candidate) => candidate.tag === tag)
  if (entry?.count !== 1) return undefined
  return numberAt(bytes, entry.value.start, entry.type, little)
}

type Pending = { at: number; role: 'chained' | 'kept' | 'location' }

function pendingOf(
  bytes: Uint8Array,
  directory: Directory,
  role: Pending['role'],
  little: boolean,
): Pending[] {
  const pending: Pending[] = []
  for (const entry of directory.entries.filter(isPointer)) {
    const pointed = role === 'location' || entry.tag === tags.gps ? 'location' : 'kept'
    for (const at of numbersOf(bytes, entry, little)) pending.push({ at, role: pointed })
  }
  if (role === 'chained' && directory.next !== 0) pending.push({ at: directory.next, role })
  return pending
}

function lengthOf({ table, entries }: Directory): number {
  const pointers = entries.filter((entry) => isPointer(entry) && entry.count > 1)
  return pointers.reduce((sum, { value }) => sum + value.end - value.start, table.end - table.start)
}

function overlap(directories: readonly Directory[]): boolean {
  const tables = directories.map(({ table }) => table).sort((one, other) => one.start - other.start)
  return tables.some((table, index) => table.start < (tables[index - 1]?.end ?? 0))
}

function walk(bytes: Uint8Array, little: boolean) {
  const found = { kept: new Map<number, Directory>(), location: new Map<number, Directory>() }
  const pending: Pending[] = [{ at: uint32(bytes, 4, little), role: 'chained' }]
  // Tables and lists of pointers that do not overlap cannot be longer than the bytes: this bounds the walk.
  let budget = bytes.length
  for (let next = pending.shift(); next !== undefined; next = pending.pop()) {
    if (found.kept.has(next.at) || found.location.has(next.at)) continue
    const directory = directoryAt(bytes, next.at, little, next.role === 'chained')
    if (directory === undefined) continue
    budget -= lengthOf(directory)
    if (budget < 0) return undefined
    found[next.role === 'location' ? 'location' : 'kept'].set(next.at, directory)
    for (const pointed of pendingOf(bytes, directory, next.role, little)) pending.push(pointed)
  }
  return found
}

/** Reads all directories of a TIFF file or EXIF block, each once, whatever cycles they form.
 * Undefined when the first one cannot be read, or when tables overlap, as no writer's do. */
export function directoriesOf(bytes: Uint8Array): DirectoryTree | undefined {
  const little = hasText(bytes, 0, 'II')
  if (!little && !hasText(bytes, 0, 'MM')) return undefined
  if (bytes.length < header.length || uint16(bytes, 2, little) !== header.magic) return undefined
  const found = walk(bytes, little)
  const first = found?.kept.get(uint32(bytes, 4, little))
  if (found === undefined || first === undefined) return undefined
  if (overlap([...found.kept.values(), ...found.location.values()])) return undefined
  return { little, first, ...found }
}
