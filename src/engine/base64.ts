const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const PAD = '='.charCodeAt(0)
const NO_DIGIT = 255
const DIGITS = new Uint8Array(256).fill(NO_DIGIT)
ALPHABET.forEach((code, digit) => {
  DIGITS[code] = digit
})

/** Bytes as base64 text (RFC 4648, section 4: padded, no line ends). A table does it, since nothing ambient may. */
export function toBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const group = (byteAt(bytes, from) << 16) | (byteAt(bytes, from + 1) << 8) | byteAt(bytes, from + 2)
    text[to] = byteAt(ALPHABET, group >> 18)
    text[to + 1] = byteAt(ALPHABET, (group >> 12) & 63)
    text[to + 2] = byteAt(ALPHABET, (group >> 6) & 63)
    text[to + 3] = byteAt(ALPHABET, group & 63)
  }
  if (bytes.length % 3 > 0) text[text.length - 1] = PAD
  if (bytes.length % 3 === 1) text[text.length - 2] = PAD
  return new TextDecoder().decode(text)
}

/**
 * The bytes of base64 text, or undefined unless it is exactly what `toBase64` writes: no other alphabet, no
 * white space, full padding and no stray bits, so that one sequence of bytes has one spelling.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = digitsOf(text.slice(0, text.length - padding))
  if (digits === undefined || hasStrayBits(digits, padding)) return undefined
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  for (let from = 0, to = 0; from < digits.length; from += 4, to += 3) {
    const group =
      (byteAt(digits, from + 1) << 12) | (byteAt(digits, from + 2) << 6) | byteAt(digits, from + 3)
    bytes[to] = (byteAt(digits, from) << 2) | (group >> 16)
    bytes[to + 1] = group >> 8
    bytes[to + 2] = group
  }
  return bytes
}

/** Beyond the end stand zeros, which is how base64 fills its last group. */
function byteAt(bytes: Uint8Array, index: number): number {
  return index < bytes.length ? (bytes[index] as number) : 0
}

function digitsOf(text: string): Uint8Array | undefined {
  const digits = new TextEncoder().encode(text)
  if (digits.length !== text.length) return undefined
  let seen = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = byteAt(DIGITS, byteAt(digits, index))
    digits[index] = digit
    seen |= digit
  }
  return seen > 63 ? undefined : digits
}

/** The last digit of a padded group carries two or four bits that belong to no byte. */
function hasStrayBits(digits: Uint8Array, padding: number): boolean {
  return (byteAt(digits, digits.length - 1) & ((1 << (2 * padding)) - 1)) !== 0
}
