/** A Huffman code, ready to be decoded. */
export interface HuffmanCode {
  /** Symbol and length of each code of up to `fastBits` bits, by the bits that come next; else 0. */
  readonly fast: Uint16Array
  readonly fastBits: number
  /** The number of codes of each length, and the symbols in the order of their codes. */
  readonly counts: Uint16Array
  readonly symbols: Uint16Array
}

/** The longest code of deflated data, in bits. */
export const codeBitsMax = 15

/** Makes room for a code of so many symbols. */
export const huffmanCode = (symbols: number, fastBits: number): HuffmanCode => ({
  fast: new Uint16Array(1 << fastBits),
  fastBits,
  counts: new Uint16Array(codeBitsMax + 1),
  symbols: new Uint16Array(symbols),
})

/** Whether lengths make a code: complete, or of a single code of one bit, or of none (RFC 1951, 3.2.7). */
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

function reversed(code: number, bits: number): number {
  let rest = code
  let result = 0
  for (let bit = 0; bit < bits; bit += 1) {
    result = (result << 1) | (rest & 1)
    rest >>>= 1
  }
  return result
}

/** Fills a code from the length of each symbol's; false when the lengths make none. */
export function fillCode(code: HuffmanCode, lengths: Uint8Array): boolean {
  const { fast, fastBits, counts, symbols } = code
  counts.fill(0)
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const bits = lengths[symbol] ?? 0
    if (bits > 0) counts[bits] = (counts[bits] ?? 0) + 1
  }
  if (!isCode(counts)) return false
  const next = new Uint16Array(codeBitsMax + 2)
  const places = new Uint16Array(codeBitsMax + 2)
  for (let bits = 1; bits <= codeBitsMax; bits += 1) {
    next[bits + 1] = ((next[bits] ?? 0) + (counts[bits] ?? 0)) << 1
    places[bits + 1] = (places[bits] ?? 0) + (counts[bits] ?? 0)
  }
  fast.fill(0)
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const bits = lengths[symbol] ?? 0
    if (bits === 0) continue
    const own = next[bits] ?? 0
    next[bits] = own + 1
    symbols[places[bits] ?? 0] = symbol
    places[bits] = (places[bits] ?? 0) + 1
    if (bits > fastBits) continue
    const step = 1 << bits
    for (let at = reversed(own, bits); at < fast.length; at += step) fast[at] = (symbol << 4) | bits
  }
  return true
}
