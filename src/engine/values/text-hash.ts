/**
 * The hash of a text: two polynomials over its UTF-16 code units, modulo a prime. The hash of a whole follows
 * from those of its parts.
 */
export interface TextHash {
  readonly first: number
  readonly second: number
}

/** The hash of a text that is appended to others: with the factors by which it moves what is before it. */
export interface AppendedHash extends TextHash {
  readonly firstFactor: number
  readonly secondFactor: number
}

// Modulo a power of two, texts whose parts change places would have equal hashes.
const MODULUS = 0x7fffffff
// Primitive roots: their powers modulo the prime repeat as late as possible. Products of 17 bits are exact.
const FIRST = 48_271
const SECOND = 69_621

/** The hash of the empty text. It is not zero, so that zeros at the beginning of a text count. */
export const emptyHash: TextHash = { first: 1, second: 1 }

/** Returns the rest of a whole number below 2^53, divided by the modulus. `%` takes several times as long. */
function reduced(number: number): number {
  const high = Math.floor(number / 0x80000000)
  const sum = high + (number - high * 0x80000000)
  return sum >= MODULUS ? sum - MODULUS : sum
}

/** Returns the product of two numbers below the modulus, modulo it. */
function product(left: number, right: number): number {
  const high = reduced(left * (right >>> 16))
  return reduced(high * 0x10000 + left * (right & 0xffff))
}

/** Returns the hash of a longer text: of the one before, and of a text that follows it. */
export function hashAfter(before: TextHash, text: string): TextHash {
  let { first, second } = before
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    first = reduced(first * FIRST + unit)
    second = reduced(second * SECOND + unit)
  }
  return { first, second }
}

/** Returns a power modulo the prime. */
function power(base: number, exponent: number): number {
  let [result, square] = [1, base]
  for (let left = exponent; left > 0; left >>>= 1) {
    if (left & 1) result = product(result, square)
    square = product(square, square)
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
  first: reduced(product(before.first, appended.firstFactor) + appended.first),
  second: reduced(product(before.second, appended.secondFactor) + appended.second),
})
