/** The hash of a text: two polynomials over its UTF-16 code units, modulo 2^32. */
export interface TextHash {
  readonly first: number
  readonly second: number
}

/** The hash of a text that is appended to others: with the factors by which it moves what is before it. */
export interface AppendedHash extends TextHash {
  readonly firstFactor: number
  readonly secondFactor: number
}

// Both are 5 modulo 8, so that their powers modulo 2^32 repeat as late as possible.
const FIRST = 0x2c1b3c6d
const SECOND = 0x5f356495

/** The hash of the empty text. It is not zero, so that zeros at the beginning of a text count. */
export const emptyHash: TextHash = { first: 1, second: 1 }

const encoder = new TextEncoder()
const bytes = new Uint8Array(16_384)

/** Texts up to this length cost less unit by unit than by their bytes. */
const SHORT = 64

/** Writes a text to `bytes` if it is ASCII, so that each unit is one byte. Returns false for another text. */
function writeAscii(text: string): boolean {
  const { read, written } = encoder.encodeInto(text, bytes)
  return read === text.length && written === read
}

/** Returns the hash of a longer text: of the one before, and of a text that follows it. */
export function hashAfter(before: TextHash, text: string): TextHash {
  let { first, second } = before
  for (let from = 0; from < text.length; from += bytes.length) {
    const part = text.slice(from, from + bytes.length)
    // Two loops, because the one over bytes takes a third of the time, but not if it may also read the text.
    if (part.length > SHORT && writeAscii(part))
      for (let at = 0; at < part.length; at++) {
        const unit = bytes[at] ?? 0
        first = (Math.imul(first, FIRST) + unit) | 0
        second = (Math.imul(second, SECOND) + unit) | 0
      }
    else
      for (let at = 0; at < part.length; at++) {
        const unit = part.charCodeAt(at)
        first = (Math.imul(first, FIRST) + unit) | 0
        second = (Math.imul(second, SECOND) + unit) | 0
      }
  }
  return { first, second }
}

/** Returns a power modulo 2^32. */
function power(base: number, exponent: number): number {
  let [result, square] = [1, base]
  for (let left = exponent; left > 0; left >>>= 1) {
    if (left & 1) result = Math.imul(result, square)
    square = Math.imul(square, square)
  }
  return result
}

/** Returns the hash of a text that is kept to be appended to others. */
export function appendedHash(text: string): AppendedHash {
  const { first, second } = hashAfter({ first: 0, second: 0 }, text)
  return { first, second, firstFactor: power(FIRST, text.length), secondFactor: power(SECOND, text.length) }
}

/** Returns the hash that `hashAfter` returns for the text of a kept hash, without that text. */
export const joinedHash = (before: TextHash, appended: AppendedHash): TextHash => ({
  first: (Math.imul(before.first, appended.firstFactor) + appended.first) | 0,
  second: (Math.imul(before.second, appended.secondFactor) + appended.second) | 0,
})
