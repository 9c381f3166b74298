import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Json } from './guard.ts'
import { isLight } from './weight.ts'

/**
 * The one JSON text of a value: no spaces, the keys of every object in the order of their UTF-16 code units.
 * Equal values have equal texts in whatever order their members were made, and unlike values unlike texts.
 * It recurses, so a value must have passed `guard`, which bounds how deep it is.
 */
export function canonical(value: Json): string {
  if (typeof value === 'number') return `${value}`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return isList(value) ? `[${value.map(canonical).join()}]` : canonicalObject(value)
}

// Array.isArray alone does not narrow a readonly array.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function canonicalObject(value: { readonly [key: string]: Json }): string {
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member)}`
  }
  return `{${text}}`
}

/** How much of a value is written as one text. */
const PIECE_BYTES = 256 * 1024

/**
 * The JSON text of a value in pieces of moderate length, since one text may be longer than a string can be.
 * Members stand in the order in which they were made, or in that of `canonical`.
 */
export function* jsonTexts(value: Json, order: 'made' | 'canonical' = 'made'): Generator<string> {
  if (typeof value !== 'object' || value === null || isLight(value, PIECE_BYTES)) {
    yield order === 'made' ? JSON.stringify(value) : canonical(value)
    return
  }
  const whole = isList(value)
  const members = value as { readonly [name: string]: Json | undefined }
  const names = Object.keys(members)
  if (order === 'canonical' && !whole) names.sort()
  let separator = whole ? '[' : '{'
  for (const name of names) {
    const member = members[name]
    if (member === undefined) continue
    yield whole ? separator : `${separator}${JSON.stringify(name)}:`
    yield* jsonTexts(member, order)
    separator = ','
  }
  yield separator === ',' ? '' : separator
  yield whole ? ']' : '}'
}

/** The same texts, put together until each is this long. */
export function* longerTexts(texts: Iterable<string>, least = PIECE_BYTES): Generator<string> {
  // Joined at once: a text that grows by many small ones is slow to encode.
  let pieces: string[] = []
  let length = 0
  for (const piece of texts) {
    pieces.push(piece)
    length += piece.length
    if (length < least) continue
    yield pieces.join('')
    pieces = []
    length = 0
  }
  if (length > 0) yield pieces.join('')
}

const HEX = utf8ToBytes('0123456789abcdef')
const decoder = new TextDecoder()

/**
 * Bytes as hexadecimal digits, written at once: digits that are put together one by one are put together
 * again whenever the text is read, and digests are read for every hash.
 */
function hexOf(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2)
  for (const [at, byte] of bytes.entries()) {
    digits[at * 2] = HEX[byte >> 4] as number
    digits[at * 2 + 1] = HEX[byte & 15] as number
  }
  return decoder.decode(digits)
}

/** SHA-256 of the UTF-8 bytes of texts, one after the other, as `digest` gives it for the whole text. */
export function digestOfTexts(texts: Iterable<string>): string {
  const hash = sha256.create()
  for (const text of longerTexts(texts)) hash.update(utf8ToBytes(text))
  return hexOf(hash.digest())
}

/** SHA-256 of the text's UTF-8 bytes, as 64 lower-case hexadecimal digits. */
export function digest(text: string): string {
  return hexOf(sha256(utf8ToBytes(text)))
}

const digests = new WeakMap<object, string>()

/**
 * The digest of a value's canonical text. A frozen value is remembered by identity, for most rows of a state
 * are those of the state before; it must be frozen all through, as everything in a state is.
 */
export function digestOf(value: Json): string {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return digest(canonical(value))
  const known = digests.get(value)
  if (known !== undefined) return known
  const made = digest(canonical(value))
  digests.set(value, made)
  return made
}

/**
 * A sum of digests modulo 2^256, as eight words of 32 bits, the highest first. Order leaves no trace in it.
 */
export type Sum = readonly number[]

/** The sum of no digests. */
export const emptySum: Sum = Object.freeze([0, 0, 0, 0, 0, 0, 0, 0])

/** The sum with one more digest. */
export function addDigest(sum: Sum, digest: string): Sum {
  return combine(sum, digest, 1)
}

/** The sum with one digest fewer: taking away what was added leaves the sum of the rest. */
export function subtractDigest(sum: Sum, digest: string): Sum {
  return combine(sum, digest, -1)
}

/** The sum as 64 lower-case hexadecimal digits. */
export function sumText(sum: Sum): string {
  return sum.map((word) => word.toString(16).padStart(8, '0')).join('')
}

function combine(sum: Sum, digest: string, sign: 1 | -1): Sum {
  const words = [0, 0, 0, 0, 0, 0, 0, 0]
  let carry = 0
  for (let index = 7; index >= 0; index--) {
    const word = (sum[index] ?? 0) + sign * wordAt(digest, index * 8) + carry
    words[index] = word >>> 0
    carry = Math.floor(word / 0x1_0000_0000)
  }
  return words
}

function wordAt(digest: string, from: number): number {
  let word = 0
  for (let index = from; index < from + 8; index++) {
    const code = digest.charCodeAt(index)
    word = (word << 4) | (code < 58 ? code - 48 : code - 87)
  }
  return word >>> 0
}
