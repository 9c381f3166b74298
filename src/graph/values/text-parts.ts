import {
  type AppendedHash,
  appendedHash,
  emptyHash,
  hashAfter,
  joinedHash,
  type TextHash,
} from '../../engine/text-hash.ts'

const encoder = new TextEncoder()

/** A text that many answers contain. Its hash and its bytes are computed once, when an answer needs them. */
export interface KeptText {
  readonly text: string
  hash?: AppendedHash
  bytes?: Uint8Array
}

type Part = string | KeptText

/** A well-formed text, divided into parts, of which some are kept. */
export type TextParts = readonly Part[]

function bytesOfKept(kept: KeptText): Uint8Array {
  kept.bytes ??= encoder.encode(kept.text)
  return kept.bytes
}

function hashOfKept(kept: KeptText): AppendedHash {
  kept.hash ??= appendedHash(kept.text)
  return kept.hash
}

/** Adds a text at the end. Texts that are not kept become one part. */
export function addText(parts: Part[], text: string): void {
  const last = parts.at(-1)
  if (typeof last === 'string') parts[parts.length - 1] = last + text
  else parts.push(text)
}

/** Returns the whole text. */
export const wholeText = (parts: TextParts): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')

/** Returns the hash of the whole text, which does not depend on its division. */
export const wholeHash = (parts: TextParts): TextHash =>
  parts.reduce<TextHash>(
    (hash, part) => (typeof part === 'string' ? hashAfter(hash, part) : joinedHash(hash, hashOfKept(part))),
    emptyHash,
  )

/** The most bytes of a part: a UTF-16 code unit takes three bytes of UTF-8 at most. */
const bytesMax = (part: Part): number =>
  typeof part === 'string' ? 3 * part.length : bytesOfKept(part).length

/** Writes a part into bytes, and returns how many it took. */
function write(bytes: Uint8Array, at: number, part: Part): number {
  if (typeof part === 'string') return encoder.encodeInto(part, bytes.subarray(at)).written
  const kept = bytesOfKept(part)
  bytes.set(kept, at)
  return kept.length
}

/** Returns the bytes of the whole text in UTF-8. They belong to the caller. */
export function wholeBytes(parts: TextParts): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + bytesMax(part), 0))
  let length = 0
  for (const part of parts) length += write(bytes, length, part)
  return bytes.subarray(0, length)
}
