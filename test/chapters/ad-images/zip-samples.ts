import { deflateRawSync } from 'node:zlib'
import { setUint16, setUint32 } from '../../../src/chapters/pictures/bytes.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'

/** Fields of a header or directory entry. A test sets the ones that shall be wrong. */
export interface Said {
  name?: string | Uint8Array
  flags?: number
  method?: number
  checksum?: number
  packedSize?: number
  size?: number
  extra?: Uint8Array
  disk?: number
  headerAt?: number
}

/** A file of a zip file. Its sizes stand in the header or, with `described`, in a data descriptor. */
export interface Packing extends Said {
  data?: Uint8Array
  packed?: Uint8Array
  described?: 'signed' | 'plain'
  /** Puts the sizes and the offset in a zip64 field, and marks the 32-bit fields. */
  zip64?: boolean
  /** Fields that differ in its local header. */
  header?: Said
  /** Fields that differ in its directory entry. */
  listing?: Said
}

/** Fields of the end record, and bytes around the records. */
export interface Ending {
  disk?: number
  firstDisk?: number
  here?: number
  count?: number
  directorySize?: number
  directoryAt?: number
  comment?: Uint8Array
  /** Bytes before the first file. */
  before?: Uint8Array
  /** The offset from which all offsets count: the length of a program that was put before a finished file. */
  origin?: number
  /** Adds a zip64 end record, and marks the fields of the end record. */
  zip64?: boolean
  /** Bytes between the last file and the directory. */
  between?: Uint8Array
  /** Bytes between the directory and the end record. */
  behind?: Uint8Array
}

const encoder = new TextEncoder()

const codes = Array.from({ length: 256 }, (_, index) =>
  Array.from({ length: 8 }).reduce<number>((value) => (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0), index),
)

/** CRC-32 as ISO 3309 defines it. */
export const crc32 = (bytes: Uint8Array): number =>
  ~bytes.reduce((value, byte) => (value >>> 8) ^ (codes[(value ^ byte) & 0xff] ?? 0), -1) >>> 0

/** Fields of 16 and 32 bits in a row, little-endian, as APPNOTE.TXT lists them. */
function fields(...parts: readonly (readonly [16 | 32, number])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, [bits]) => sum + bits / 8, 0))
  let at = 0
  for (const [bits, value] of parts) {
    if (bits === 16) setUint16(bytes, at, value, true)
    else setUint32(bytes, at, value, true)
    at += bits / 8
  }
  return bytes
}

const nameBytes = (name: string | Uint8Array = 'a.png') =>
  typeof name === 'string' ? encoder.encode(name) : name

const none = new Uint8Array(0)

function truthOf(packing: Packing) {
  const { data = none, method = 8, flags = 0x0800, described } = packing
  const packed = packing.packed ?? (method === 8 ? new Uint8Array(deflateRawSync(data)) : data)
  return {
    name: packing.name ?? 'a.png',
    flags: described ? flags | 8 : flags,
    method,
    checksum: packing.checksum ?? crc32(data),
    packedSize: packing.packedSize ?? packed.length,
    size: packing.size ?? data.length,
    extra: packing.extra ?? none,
    disk: 0,
    packed,
  }
}

const zip64Field = (...values: readonly number[]): Uint8Array =>
  fields(
    [16, 1],
    [16, 8 * values.length],
    ...values.flatMap((value) => [[32, value] as const, [32, 0] as const]),
  )

const mark = 0xffffffff

function zip64End(count: number, directoryLength: number, directoryAt: number): Uint8Array {
  const long = (value: number) => [[32, value] as const, [32, 0] as const]
  return joined([
    encoder.encode('PK\x06\x06'),
    fields(...long(44), [16, 45], [16, 45], [32, 0], [32, 0], ...long(count), ...long(count)),
    fields(...long(directoryLength), ...long(directoryAt)),
    encoder.encode('PK\x06\x07'),
    fields([32, 0], ...long(directoryAt + directoryLength), [32, 1]),
  ])
}

function descriptionOf({ described, zip64 }: Packing, truth: Required<Omit<Said, 'headerAt'>>): Uint8Array {
  if (!described) return none
  const high = zip64 ? ([[32, 0]] as const) : []
  const said = fields([32, truth.checksum], [32, truth.packedSize], ...high, [32, truth.size], ...high)
  return described === 'signed' ? joined([encoder.encode('PK\x07\x08'), said]) : said
}

/** Builds a zip file by APPNOTE.TXT, with the differences that the arguments name. */
export function zipOf(packings: readonly Packing[], ending: Ending = {}): Uint8Array {
  const pieces: Uint8Array[] = [ending.before ?? none]
  const listings: Uint8Array[] = []
  const length = () => pieces.reduce((sum, piece) => sum + piece.length, 0)
  for (const packing of packings) {
    const truth = truthOf(packing)
    const sizesLater = packing.described ? { checksum: 0, packedSize: 0, size: 0 } : {}
    const headerAt = length() - (ending.origin ?? 0)
    const { size, packedSize } = truth
    const [ownLong, listedLong] = packing.zip64
      ? [
          { size: mark, packedSize: mark, extra: zip64Field(size, packedSize) },
          { size: mark, packedSize: mark, headerAt: mark, extra: zip64Field(size, packedSize, headerAt) },
        ]
      : [{}, {}]
    const own = { ...truth, ...ownLong, ...sizesLater, ...packing.header }
    const listed = { ...truth, headerAt, ...listedLong, ...packing.listing }
    const [name, listedName] = [nameBytes(own.name), nameBytes(listed.name)]
    pieces.push(
      encoder.encode('PK\x03\x04'),
      fields([16, 20], [16, own.flags], [16, own.method], [32, 0], [32, own.checksum]),
      fields([32, own.packedSize], [32, own.size], [16, name.length], [16, own.extra.length]),
      name,
      own.extra,
      truth.packed,
      descriptionOf(packing, truth),
    )
    listings.push(
      encoder.encode('PK\x01\x02'),
      fields([16, 20], [16, 20], [16, listed.flags], [16, listed.method], [32, 0], [32, listed.checksum]),
      fields([32, listed.packedSize], [32, listed.size], [16, listedName.length], [16, listed.extra.length]),
      fields([16, 0], [16, listed.disk], [16, 0], [32, 0], [32, listed.headerAt]),
      listedName,
      listed.extra,
    )
  }
  pieces.push(ending.between ?? none)
  const directory = joined(listings)
  const { count = packings.length, comment = none, zip64 = false } = ending
  const directoryAt = ending.directoryAt ?? length() - (ending.origin ?? 0)
  const end = [
    ...(zip64 ? [zip64End(count, directory.length, directoryAt)] : []),
    encoder.encode('PK\x05\x06'),
    ...(zip64
      ? [fields([16, 0], [16, 0], [16, 0xffff], [16, 0xffff], [32, mark], [32, mark])]
      : [
          fields(
            [16, ending.disk ?? 0],
            [16, ending.firstDisk ?? 0],
            [16, ending.here ?? count],
            [16, count],
          ),
          fields([32, ending.directorySize ?? directory.length], [32, directoryAt]),
        ]),
    fields([16, comment.length]),
    comment,
  ]
  return joined([...pieces, directory, ending.behind ?? none, ...end])
}
