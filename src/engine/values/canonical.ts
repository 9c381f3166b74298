import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Json } from './guard.ts'
import { isLight, isList } from './weight.ts'

/**
 * Returns the canonical JSON text of a value: without spaces, the keys of each object sorted by UTF-16 code
 * units. Equal values have equal texts, and different values different texts. The function recurses, so the
 * value must have passed `guard`, which bounds its depth.
 */
export function canonical(value: Json): string {
  if (typeof value === 'number') return `${value}`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonical).join()}]`
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member === undefined) continue
    const written = typeof member === 'object' ? canonical(member) : JSON.stringify(member)
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${written}`
  }
  return `{${text}}`
}

/** Whether two values have the same canonical text. It writes none, and reads no member twice. */
export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (!isList(one)) return !isList(other) && hasSameMembers(one, other)
  if (!isList(other) || one.length !== other.length) return false
  for (const [index, item] of one.entries())
    if (item !== other[index] && !isSameJson(item, other[index])) return false
  return true
}

type Members = { readonly [key: string]: Json | undefined }

function hasSameMembers(one: Members, other: Members): boolean {
  let more = 0
  for (const key of Object.keys(one)) {
    const member = one[key]
    if (member === undefined) continue
    const twin = Object.hasOwn(other, key) ? other[key] : undefined
    if (member !== twin && !isSameJson(member, twin)) return false
    more++
  }
  for (const key of Object.keys(other)) if (other[key] !== undefined) more--
  return more === 0
}

type Entry = readonly [name: string, member: Json | undefined]

const byName = ([left]: Entry, [right]: Entry): number => (left < right ? -1 : 1)

/** Bytes of a value that are written as one piece. */
const PIECE_BYTES = 256 * 1024

/**
 * Yields the JSON text of a value in pieces, because the whole text may exceed the maximum length of a
 * string.
 *
 * @param order `made` keeps the order in which members were added, `canonical` sorts them.
 */
export function* jsonTexts(value: Json, order: 'made' | 'canonical' = 'made'): Generator<string> {
  if (typeof value !== 'object' || value === null || isLight(value, PIECE_BYTES)) {
    yield order === 'made' ? JSON.stringify(value) : canonical(value)
    return
  }
  const isArray = isList(value)
  const members: readonly Entry[] = Object.entries(value)
  const ordered = order === 'canonical' && !isArray ? members.toSorted(byName) : members
  let separator = isArray ? '[' : '{'
  for (const [name, member] of ordered) {
    if (member === undefined) continue
    yield isArray ? separator : `${separator}${JSON.stringify(name)}:`
    yield* jsonTexts(member, order)
    separator = ','
  }
  yield separator === ',' ? '' : separator
  yield isArray ? ']' : '}'
}

/** Joins texts to longer ones of at least `least` characters each. */
export function* joinTexts(texts: Iterable<string>, least = PIECE_BYTES): Generator<string> {
  // The pieces are joined at once, because a string that is built from many small pieces is slow to encode.
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
 * Returns bytes as hexadecimal digits. It decodes all digits at once, because a string made by concatenation
 * is flattened again when it is read, and each hash reads many digests.
 */
function hexOf(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2)
  for (const [index, byte] of bytes.entries()) {
    digits[index * 2] = HEX[byte >> 4] ?? 0
    digits[index * 2 + 1] = HEX[byte & 15] ?? 0
  }
  return decoder.decode(digits)
}

/** The digest of the concatenation of texts, as `digest` returns it for one text. */
export function digestOfTexts(texts: Iterable<string>): string {
  const hash = sha256.create()
  for (const text of joinTexts(texts)) hash.update(utf8ToBytes(text))
  return hexOf(hash.digest())
}

/** The SHA-256 of the UTF-8 bytes of a text, as 64 lower-case hexadecimal digits. */
export function digest(text: string): string {
  return hexOf(sha256(utf8ToBytes(text)))
}

// Each actor of a simulation has a stream, and new buffers cost as much as the hash of a short name.
const encoder = new TextEncoder()
const untouched = sha256.create()
const hash = sha256.create()
const digested = new Uint8Array(sha256.outputLen)
const words = new DataView(digested.buffer)

/** The first four 32-bit words of the same SHA-256. */
export function digestWords(text: string): readonly number[] {
  untouched._cloneInto(hash)
  hash.update(encoder.encode(text)).digestInto(digested)
  return [words.getInt32(0), words.getInt32(4), words.getInt32(8), words.getInt32(12)]
}

const digests = new WeakMap<object, string>()

/**
 * The digest of the canonical text of a value. The digests of frozen values are cached by identity, because
 * most rows of a state are also in the state before. A frozen value must be frozen at every depth.
 */
export function digestOf(value: Json): string {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return digest(canonical(value))
  const cached = digests.get(value)
  if (cached !== undefined) return cached
  const computed = digest(canonical(value))
  digests.set(value, computed)
  return computed
}

/** A sum of digests modulo 2^256, as eight 32-bit words, the highest first. It does not depend on order. */
export type Sum = readonly number[]

/** The sum of no digests. */
export const emptySum: Sum = Object.freeze([0, 0, 0, 0, 0, 0, 0, 0])

/** Adds a digest to a sum. */
export function addDigest(sum: Sum, digest: string): Sum {
  return combine(sum, digest, 1)
}

/** Subtracts a digest that was added to a sum. */
export function subtractDigest(sum: Sum, digest: string): Sum {
  return combine(sum, digest, -1)
}

/** Returns a sum as 64 lower-case hexadecimal digits. */
export function sumText(sum: Sum): string {
  return sum.map((word) => word.toString(16).padStart(8, '0')).join('')
}

function combine(sum: Sum, digest: string, sign: 1 | -1): Sum {
  const words = [0, 0, 0, 0, 0, 0, 0, 0]
  let carry = 0
  for (let index = 7; index >= 0; index--) {
    const part = Number.parseInt(digest.slice(index * 8, index * 8 + 8), 16)
    const word = (sum[index] ?? 0) + sign * part + carry
    words[index] = word >>> 0
    carry = Math.floor(word / 0x1_0000_0000)
  }
  return words
}
