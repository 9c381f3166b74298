import { uint8 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { codeBitsMax, fillCode, type HuffmanCode, huffmanCode } from './huffman.ts'

/** Deflated bytes being read, and what they have made so far. `hold` has the next `held` bits. */
interface Stream {
  readonly packed: Uint8Array
  at: number
  hold: number
  held: number
  out: Uint8Array
  length: number
  readonly bytesMax: number
}

/** The codes of one block, and room for those that say how long they are. */
interface Codes {
  readonly literals: HuffmanCode
  readonly distances: HuffmanCode
  readonly lengths: HuffmanCode
}

const [literalCount, distanceCount, lengthCount] = [288, 32, 19] as const
const endOfBlock = 256
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Extra bits of each length symbol and distance symbol, and the least length or distance that it says. */
const lengthBits = Uint8Array.of(
  ...[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0],
)
const distanceBits = Uint8Array.from({ length: 30 }, (_, index) => Math.max(0, (index >> 1) - 1))
const lengthBases = basesOf(lengthBits, 3).fill(258, 28)
const distanceBases = basesOf(distanceBits, 1)

function basesOf(bits: Uint8Array, first: number): Uint16Array {
  let base = first
  return Uint16Array.from(bits, (count) => {
    const own = base
    base += 1 << count
    return own
  })
}

/** Whether more bits were taken than there are: zeros stand behind the end. */
const isOver = ({ packed, at, held }: Stream): boolean => at - (held >> 3) > packed.length

/** Takes up to 16 bits. */
function bitsOf(stream: Stream, count: number): number {
  while (stream.held < count) {
    stream.hold |= uint8(stream.packed, stream.at) << stream.held
    stream.at += 1
    stream.held += 8
  }
  const bits = stream.hold & ((1 << count) - 1)
  stream.hold >>>= count
  stream.held -= count
  return bits
}

/** Takes the next symbol; -1 for bits that are no code. */
function symbolOf(stream: Stream, { fast, fastBits, counts, symbols }: HuffmanCode): number {
  while (stream.held < codeBitsMax) {
    stream.hold |= uint8(stream.packed, stream.at) << stream.held
    stream.at += 1
    stream.held += 8
  }
  const found = fast[stream.hold & ((1 << fastBits) - 1)] ?? 0
  if (found !== 0) {
    stream.hold >>>= found & 15
    stream.held -= found & 15
    return found >> 4
  }
  let [code, first, index] = [0, 0, 0]
  for (let bits = 1; bits <= codeBitsMax; bits += 1) {
    code |= (stream.hold >>> (bits - 1)) & 1
    const count = counts[bits] ?? 0
    if (code - first < count) {
      stream.hold >>>= bits
      stream.held -= bits
      return symbols[index + code - first] ?? -1
    }
    index += count
    first = (first + count) << 1
    code <<= 1
  }
  return -1
}

/** Makes room for more bytes; false beyond the most that are wanted. */
function hasRoom(stream: Stream, count: number): boolean {
  const needed = stream.length + count
  if (needed > stream.bytesMax) return false
  if (needed > stream.out.length) {
    const larger = new Uint8Array(Math.min(stream.bytesMax, Math.max(needed, stream.out.length * 2)))
    larger.set(stream.out)
    stream.out = larger
  }
  return true
}

function takeStored(stream: Stream): boolean {
  stream.at -= stream.held >> 3
  stream.hold = 0
  stream.held = 0
  const { packed, at } = stream
  const count = uint8(packed, at) | (uint8(packed, at + 1) << 8)
  const inverse = uint8(packed, at + 2) | (uint8(packed, at + 3) << 8)
  const end = at + 4 + count
  if ((count ^ inverse) !== 0xffff || end > packed.length || !hasRoom(stream, count)) return false
  stream.out.set(packed.subarray(at + 4, end), stream.length)
  stream.length += count
  stream.at = end
  return true
}

const fixedLengths = Uint8Array.from({ length: literalCount }, (_, symbol) =>
  symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
)

const takeFixedCodes = ({ literals, distances }: Codes): boolean =>
  fillCode(literals, fixedLengths) && fillCode(distances, new Uint8Array(distanceCount).fill(5))

/** Reads the codes of a block; false when they are none. */
function takeCodes(stream: Stream, { literals, distances, lengths }: Codes): boolean {
  const literalsHere = bitsOf(stream, 5) + 257
  const all = new Uint8Array(literalsHere + bitsOf(stream, 5) + 1)
  const own = new Uint8Array(lengthCount)
  for (const symbol of lengthOrder.slice(0, bitsOf(stream, 4) + 4)) own[symbol] = bitsOf(stream, 3)
  if (!fillCode(lengths, own)) return false
  for (let at = 0; at < all.length; ) {
    const symbol = symbolOf(stream, lengths)
    if (symbol < 0 || (symbol === 16 && at === 0)) return false
    const value = symbol === 16 ? (all[at - 1] ?? 0) : symbol < 16 ? symbol : 0
    const repeats =
      symbol < 16
        ? 1
        : symbol === 16
          ? 3 + bitsOf(stream, 2)
          : symbol === 17
            ? 3 + bitsOf(stream, 3)
            : 11 + bitsOf(stream, 7)
    if (at + repeats > all.length) return false
    all.fill(value, at, at + repeats)
    at += repeats
  }
  if ((all[endOfBlock] ?? 0) === 0) return false
  return fillCode(literals, all.subarray(0, literalsHere)) && fillCode(distances, all.subarray(literalsHere))
}

/** Repeats bytes that were made before; false when there are not so many, or too many come of it. */
function takeMatch(stream: Stream, symbol: number, distances: HuffmanCode): boolean {
  const count = (lengthBases[symbol] ?? 0) + bitsOf(stream, lengthBits[symbol] ?? 0)
  const distanceSymbol = symbolOf(stream, distances)
  const base = distanceBases[distanceSymbol]
  if (base === undefined || symbol >= lengthBits.length) return false
  const distance = base + bitsOf(stream, distanceBits[distanceSymbol] ?? 0)
  if (distance > stream.length || !hasRoom(stream, count)) return false
  const { out, length } = stream
  if (distance >= count) out.copyWithin(length, length - distance, length - distance + count)
  else for (let at = length; at < length + count; at += 1) out[at] = uint8(out, at - distance)
  stream.length += count
  return true
}

/** Reads the symbols of a block; false when they are broken. */
function takeSymbols(stream: Stream, { literals, distances }: Codes): boolean {
  while (!isOver(stream)) {
    const symbol = symbolOf(stream, literals)
    if (symbol === endOfBlock) return true
    if (symbol < 0) return false
    if (symbol > endOfBlock) {
      if (!takeMatch(stream, symbol - endOfBlock - 1, distances)) return false
      continue
    }
    if (stream.length === stream.out.length && !hasRoom(stream, 1)) return false
    stream.out[stream.length] = symbol
    stream.length += 1
  }
  return false
}

/**
 * Inflates deflated data (RFC 1951) of at most so many bytes; undefined when it is broken, makes more, or
 * exceeds the bound on the parts of pictures. A block of few bytes may bring codes that take far longer to
 * read, so blocks are counted, which no library at hand does.
 */
export function inflate(packed: Uint8Array, bytesMax: number, cost: PictureCost): Uint8Array | undefined {
  const out = new Uint8Array(Math.min(bytesMax, 4 * packed.length))
  const stream: Stream = { packed, at: 0, hold: 0, held: 0, out, length: 0, bytesMax }
  const codes: Codes = {
    literals: huffmanCode(literalCount, 9),
    distances: huffmanCode(distanceCount, 6),
    lengths: huffmanCode(lengthCount, 7),
  }
  for (let isLast = false; !isLast; ) {
    if (!countParts(cost)) return undefined
    isLast = bitsOf(stream, 1) === 1
    const kind = bitsOf(stream, 2)
    const isTaken =
      kind === 0
        ? takeStored(stream)
        : (kind === 1 ? takeFixedCodes(codes) : kind === 2 && takeCodes(stream, codes)) &&
          takeSymbols(stream, codes)
    if (!isTaken || isOver(stream)) return undefined
  }
  return stream.out.subarray(0, stream.length)
}

/** Inflates a zlib stream (RFC 1950), whose checksum is left unread. */
export function inflateZlib(bytes: Uint8Array, bytesMax: number, cost: PictureCost): Uint8Array | undefined {
  const [method = 0, flags = 0] = bytes
  const isZlib = (method & 15) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 0x20) === 0
  return isZlib ? inflate(bytes.subarray(2), bytesMax, cost) : undefined
}
