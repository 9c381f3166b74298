/** Writes bits in the order of deflate: values from the lowest bit, codes from the highest. */
class BitWriter {
  readonly #bytes: number[] = []
  #hold = 0
  #held = 0

  bits(value: number, count: number): void {
    for (let bit = 0; bit < count; bit += 1) {
      this.#hold |= ((value >> bit) & 1) << this.#held
      this.#held += 1
      if (this.#held === 8) this.#flush()
    }
  }

  code(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit -= 1) this.bits((value >> bit) & 1, 1)
  }

  bytes(): Uint8Array {
    if (this.#held > 0) this.#flush()
    return Uint8Array.from(this.#bytes)
  }

  #flush(): void {
    this.#bytes.push(this.#hold)
    this.#hold = 0
    this.#held = 0
  }
}

const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Symbols of the code length code: fifteen with codes of four bits, and two with five. */
const lengthSymbols = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 18]
const bitsOfLength = (symbol: number): number => {
  const place = lengthSymbols.indexOf(symbol)
  return place < 0 ? 0 : place < 15 ? 4 : 5
}
const ordered = lengthSymbols.toSorted((one, other) => bitsOfLength(one) - bitsOfLength(other) || one - other)

function writeLength(writer: BitWriter, symbol: number): void {
  const place = ordered.indexOf(symbol)
  if (place < 15) writer.code(place, 4)
  else writer.code(30 + place - 15, 5)
}

/** Writes a block without content, whose literals have codes of one to fifteen bits. */
function writeBlock(writer: BitWriter, isLast: boolean): void {
  writer.bits(isLast ? 1 : 0, 1)
  writer.bits(2, 2)
  writer.bits(0, 5)
  writer.bits(0, 5)
  writer.bits(15, 4)
  for (const symbol of lengthOrder) writer.bits(bitsOfLength(symbol), 3)
  for (let length = 1; length <= 15; length += 1) writeLength(writer, length)
  writeLength(writer, 18)
  writer.bits(138 - 11, 7)
  writeLength(writer, 18)
  writer.bits(241 - 138 - 11, 7)
  writeLength(writer, 15)
  writeLength(writer, 1)
  writer.code(0x7fff, 15)
}

/** Deflated data of `count` blocks without content. Each has 23 bytes and the longest codes. */
export function deflatedBlocks(count: number): Uint8Array {
  const writer = new BitWriter()
  for (let block = 1; block <= count; block += 1) writeBlock(writer, block === count)
  return writer.bytes()
}
