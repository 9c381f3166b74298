import { uint8 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { codeBitsMax, fillCode, type HuffmanCode, huffmanCode } from './huffman.ts'

/** The state of an inflation. `bits` holds the next `bitCount` bits, lowest first. */
interface Stream {
  readonly input: Uint8Array
  at: number
  bits: number
  bitCount: number
  output: Uint8Array
  length: number
  readonly bytesMax: number
}

/** The Huffman codes of a block, and the code in which their lengths are written. */
interface Codes {
  readonly literals: HuffmanCode
  readonly distances: HuffmanCode
  readonly lengths: HuffmanCode
}

const [literalCount, distanceCount, lengthCount] = [288, 32, 19] as const
const [STORED, FIXED, DYNAMIC] = [0, 1, 2] as const
const endOfBlock = 256
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Extra bits of each length symbol and distance symbol, and the smallest length or distance of each. */
const lengthBits = Uint8Array.of(
  ...[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0],
)
const distanceBits = Uint8Array.from({ length: 30 }, (_, index) => Math.max(0, (index >> 1) - 1))
const lengthBases = basesOf(lengthBits, 3).fill(258, 28)
const distanceBases = basesOf(distanceBits, 1)

function basesOf(bits: Uint8Array, first: number): Uint16Array {
  let next = first
  return Uint16Array.from(bits, (count) => {
    const base = next
    next += 1 << count
    return base
  })
}

/** Whether more bits were read than the input has. Bits past the end are 0. */
const isPastEnd = ({ input, at, bitCount }: Stream): boolean => at - (bitCount >> 3) > input.length

function fillBits(stream: Stream, count: number): void {
  while (stream.bitCount < count) {
    stream.bits |= uint8(stream.input, stream.at) << stream.bitCount
    stream.at += 1
    stream.bitCount += 8
  }
}

/** Reads up to 16 bits. */
function readBits(stream: Stream, count: number): number {
  fillBits(stream, count)
  const bits = stream.bits & ((1 << count) - 1)
  stream.bits >>>= count
  stream.bitCount -= count
  return bits
}

/** Reads the next symbol. Returns -1 if the bits are not a code. */
function readSymbol(stream: Stream, { fast, fastBits, counts, symbols }: HuffmanCode): number {
  fillBits(stream, codeBitsMax)
  const entry = fast[stream.bits & ((1 << fastBits) - 1)] ?? 0
  if (entry !== 0) {
    stream.bits >>>= entry & 15
    stream.bitCount -= entry & 15
    return entry >> 4
  }
  let [code, first, index] = [0, 0, 0]
  for (let bits = 1; bits <= codeBitsMax; bits += 1) {
    code |= (stream.bits >>> (bits - 1)) & 1
    const count = counts[bits] ?? 0
    if (code - first < count) {
      stream.bits >>>= bits
      stream.bitCount -= bits
      return symbols[index + code - first] ?? -1
    }
    index += count
    first = (first + count) << 1
    code <<= 1
  }
  return -1
}

/** Grows the output for more bytes. Returns false beyond the maximum. */
function reserve(stream: Stream, count: number): boolean {
  const needed = stream.length + count
  if (needed > stream.bytesMax) return false
  if (needed > stream.output.length) {
    const larger = new Uint8Array(Math.min(stream.bytesMax, Math.max(needed, stream.output.length * 2)))
    larger.set(stream.output)
    stream.output = larger
  }
  return true
}

/** Copies a stored block. Returns false if it is broken or too long. */
function readStored(stream: Stream): boolean {
  stream.at -= stream.bitCount >> 3
  stream.bits = 0
  stream.bitCount = 0
  const { input, at } = stream
  const count = uint8(input, at) | (uint8(input, at + 1) << 8)
  const inverse = uint8(input, at + 2) | (uint8(input, at + 3) << 8)
  const end = at + 4 + count
  if ((count ^ inverse) !== 0xffff || end > input.length || !reserve(stream, count)) return false
  stream.output.set(input.subarray(at + 4, end), stream.length)
  stream.length += count
  stream.at = end
  return true
}

const fixedLengths = Uint8Array.from({ length: literalCount }, (_, symbol) =>
  symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
)

const useFixedCodes = ({ literals, distances }: Codes): boolean =>
  fillCode(literals, fixedLengths) && fillCode(distances, new Uint8Array(distanceCount).fill(5))

/** Reads how often the value of a length symbol repeats. Symbols below 16 are lengths, 16 repeats the last
 * length, and 17 and 18 repeat 0. */
function readRepeats(stream: Stream, symbol: number): number {
  if (symbol < 16) return 1
  if (symbol === 16) return 3 + readBits(stream, 2)
  return symbol === 17 ? 3 + readBits(stream, 3) : 11 + readBits(stream, 7)
}

/** Reads the codes of a dynamic block. Returns false if they are invalid. */
function readCodes(stream: Stream, { literals, distances, lengths }: Codes): boolean {
  const literalsHere = readBits(stream, 5) + 257
  const all = new Uint8Array(literalsHere + readBits(stream, 5) + 1)
  const ownLengths = new Uint8Array(lengthCount)
  for (const symbol of lengthOrder.slice(0, readBits(stream, 4) + 4)) ownLengths[symbol] = readBits(stream, 3)
  if (!fillCode(lengths, ownLengths)) return false
  for (let at = 0; at < all.length; ) {
    const symbol = readSymbol(stream, lengths)
    if (symbol < 0 || (symbol === 16 && at === 0)) return false
    const length = symbol === 16 ? (all[at - 1] ?? 0) : symbol < 16 ? symbol : 0
    const repeats = readRepeats(stream, symbol)
    if (at + repeats > all.length) return false
    all.fill(length, at, at + repeats)
    at += repeats
  }
  if ((all[endOfBlock] ?? 0) === 0) return false
  return fillCode(literals, all.subarray(0, literalsHere)) && fillCode(distances, all.subarray(literalsHere))
}

/** Repeats earlier output. Returns false if the distance is invalid or the output gets too long. */
function copyMatch(stream: Stream, symbol: number, distances: HuffmanCode): boolean {
  const count = (lengthBases[symbol] ?? 0) + readBits(stream, lengthBits[symbol] ?? 0)
  const distanceSymbol = readSymbol(stream, distances)
  const base = distanceBases[distanceSymbol]
  if (base === undefined || symbol >= lengthBits.length) return false
  const distance = base + readBits(stream, distanceBits[distanceSymbol] ?? 0)
  if (distance > stream.length || !reserve(stream, count)) return false
  const { output, length } = stream
  if (distance >= count) output.copyWithin(length, length - distance, length - distance + count)
  else for (let at = length; at < length + count; at += 1) output[at] = uint8(output, at - distance)
  stream.length += count
  return true
}

/** Reads the symbols of a block up to its end. Returns false if one is invalid. */
function readSymbols(stream: Stream, { literals, distances }: Codes): boolean {
  while (!isPastEnd(stream)) {
    const symbol = readSymbol(stream, literals)
    if (symbol === endOfBlock) return true
    if (symbol < 0) return false
    if (symbol > endOfBlock) {
      if (!copyMatch(stream, symbol - endOfBlock - 1, distances)) return false
      continue
    }
    if (stream.length === stream.output.length && !reserve(stream, 1)) return false
    stream.output[stream.length] = symbol
    stream.length += 1
  }
  return false
}

function readBlock(stream: Stream, codes: Codes, type: number): boolean {
  if (type === STORED) return readStored(stream)
  const hasCodes = type === FIXED ? useFixedCodes(codes) : type === DYNAMIC && readCodes(stream, codes)
  return hasCodes && readSymbols(stream, codes)
}

/**
 * Inflates Deflate data (RFC 1951) to at most `bytesMax` bytes. Undefined if the data is broken, inflates to
 * more, or exceeds the bound on parts. Every block counts as a part, because a block of a few bytes can have
 * codes that take long to read. Common libraries do not count blocks.
 */
export function inflate(packed: Uint8Array, bytesMax: number, cost: PictureCost): Uint8Array | undefined {
  const output = new Uint8Array(Math.min(bytesMax, 4 * packed.length))
  const stream: Stream = { input: packed, at: 0, bits: 0, bitCount: 0, output, length: 0, bytesMax }
  const codes: Codes = {
    literals: huffmanCode(literalCount, 9),
    distances: huffmanCode(distanceCount, 6),
    lengths: huffmanCode(lengthCount, 7),
  }
  for (let isLast = false; !isLast; ) {
    if (!countParts(cost)) return undefined
    isLast = readBits(stream, 1) === 1
    if (!readBlock(stream, codes, readBits(stream, 2)) || isPastEnd(stream)) return undefined
  }
  return stream.output.subarray(0, stream.length)
}

/** Inflates a zlib stream (RFC 1950). It does not check the checksum. */
export function inflateZlib(bytes: Uint8Array, bytesMax: number, cost: PictureCost): Uint8Array | undefined {
  const [method = 0, flags = 0] = bytes
  const isZlib = (method & 15) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 0x20) === 0
  return isZlib ? inflate(bytes.subarray(2), bytesMax, cost) : undefined
}
