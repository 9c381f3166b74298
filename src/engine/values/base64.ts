const encoder = new TextEncoder()
const decoder = new TextDecoder()
const ALPHABET = encoder.encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const PAD = '='.charCodeAt(0)
const ZERO = 'A'.charCodeAt(0)
const NO_DIGIT = 255
const DIGITS = new Uint8Array(256).fill(NO_DIGIT)
ALPHABET.forEach((code, digit) => {
  DIGITS[code] = digit
})

/**
 * Encodes bytes as base64 text (RFC 4648, section 4: padded, without line breaks). The core has its own
 * table, because it must not depend on a function of the host.
 */
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
  return decoder.decode(text)
}

/**
 * Decodes base64 text exactly as `toBase64` writes it. Returns undefined for another alphabet, white space,
 * missing padding or stray bits, so that each sequence of bytes has one spelling.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const codes = new Uint8Array(text.length).fill(ZERO)
  const length = text.length - padding
  const { read, written } = encoder.encodeInto(text.slice(0, length), codes)
  if (read !== length || written !== length || hasStrayBits(codes, padding)) return undefined
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let allDigits = 0
  for (let from = 0, to = 0; from < codes.length; from += 4, to += 3) {
    const first = digitOf(codes, from)
    const second = digitOf(codes, from + 1)
    const third = digitOf(codes, from + 2)
    const fourth = digitOf(codes, from + 3)
    allDigits |= first | second | third | fourth
    bytes[to] = (first << 2) | (second >> 4)
    bytes[to + 1] = (second << 4) | (third >> 2)
    bytes[to + 2] = (third << 6) | fourth
  }
  return allDigits > 63 ? undefined : bytes
}

/** The bytes that an input was made of last, and their text. */
let encoded: { readonly text: string; readonly bytes: Uint8Array } | undefined

/** Encodes bytes of an input. The caller must not change them any more. */
export function encodeInput(bytes: Uint8Array): string {
  const text = toBase64(bytes)
  encoded = { text, bytes }
  return text
}

/**
 * Decodes base64 text of an input as `fromBase64` does. The step that was just given bytes need not read them
 * from their text.
 */
export function decodeInput(text: string): Uint8Array | undefined {
  const known = encoded
  encoded = undefined
  return known?.text === text ? known.bytes : fromBase64(text)
}

/**
 * Decodes base64 text as other programs write it: it may have the line breaks of MIME (RFC 2045, section
 * 6.8), and may lack its padding. Returns undefined for any other text that `toBase64` does not write.
 */
export function fromLenientBase64(text: string): Uint8Array | undefined {
  const joined = text.replaceAll(/[\r\n]/g, '')
  const isUnpadded = joined.length % 4 > 1 && !joined.includes('=')
  return fromBase64(isUnpadded ? joined.padEnd(joined.length + 4 - (joined.length % 4), '=') : joined)
}

function digitOf(codes: Uint8Array, index: number): number {
  return DIGITS[codes[index] ?? 0] ?? NO_DIGIT
}

/** Whether the last digit before the padding has a bit that belongs to no byte. */
function hasStrayBits(codes: Uint8Array, padding: number): boolean {
  if (padding === 0) return false
  return (digitOf(codes, codes.length - padding - 1) & ((1 << (2 * padding)) - 1)) !== 0
}

/** Returns the byte at an index, and 0 beyond the end: base64 fills its last group with zeros. */
function byteAt(bytes: Uint8Array, index: number): number {
  return index < bytes.length ? (bytes[index] ?? 0) : 0
}
