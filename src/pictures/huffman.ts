/** A Huffman code with tables for decoding. */
export interface HuffmanCode {
  /** For codes of up to `fastBits` bits: symbol * 16 + length, by the next bits. 0 for longer codes. */
  readonly fast: Uint16Array
  readonly fastBits: number
  /** The number of codes of each length. */
  readonly counts: Uint16Array
  /** The symbols in the order of their codes. */
  readonly symbols: Uint16Array
}

/** The maximum length of a code in Deflate, in bits. */
export const codeBitsMax = 15

/** Allocates a code of up to this many symbols. */
export const huffmanCode = (symbols: number, fastBits: number): HuffmanCode => ({
  fast: new Uint16Array(1 << fastBits),
  fastBits,
  counts: new Uint16Array(codeBitsMax + 1),
  symbols: new Uint16Array(symbols),
})

/** Whether the numbers of codes of each length are valid: the code is complete, has a single code of one bit,
 * or has none (RFC 1951, 3.2.7). */
function isCode(counts: Uint16Array): boolean {
  let left = 1
  let longest = 0
  for (let bits = 1; bits <= codeBitsMax; bits += 1) {
    left = left * 2 - (counts[bits] ?? 0)
    if (left < 0) return false
    if ((counts[bits] ?? 0) > 0) longest = bits
  }
  return left === 0 || longest <= 1
}

function reverseBits(code: number, bits: number): number {
  let rest = code
  let result = 0
  for (let bit = 0; bit < bits; bit += 1) {
    result = (result << 1) | (rest & 1)
    rest >>>= 1
  }
  return result
}

/** Fills a code from the length of each symbol's code. Returns false if the lengths are invalid. */
export function fillCode(code: HuffmanCode, lengths: Uint8Array): boolean {
  const { fast, fastBits, counts, symbols } = code
  counts.fill(0)
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const bits = lengths[symbol] ?? 0
    if (bits > 0) counts[bits] = (counts[bits] ?? 0) + 1
  }
  if (!isCode(counts)) return false
  const nextCode = new Uint16Array(codeBitsMax + 2)
  const nextIndex = new Uint16Array(codeBitsMax + 2)
  for (let bits = 1; bits <= codeBitsMax; bits += 1) {
    nextCode[bits + 1] = ((nextCode[bits] ?? 0) + (counts[bits] ?? 0)) << 1
    nextIndex[bits + 1] = (nextIndex[bits] ?? 0) + (counts[bits] ?? 0)
  }
  fast.fill(0)
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const bits = lengths[symbol] ?? 0
    if (bits === 0) continue
    const value = nextCode[bits] ?? 0
    nextCode[bits] = value + 1
    symbols[nextIndex[bits] ?? 0] = symbol
    nextIndex[bits] = (nextIndex[bits] ?? 0) + 1
    if (bits > fastBits) continue
    const step = 1 << bits
    for (let at = reverseBits(value, bits); at < fast.length; at += step) fast[at] = (symbol << 4) | bits
  }
  return true
}
