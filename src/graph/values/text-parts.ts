import { joined } from '../../engine/values/byte-arrays.ts'
import {
  type AppendedHash,
  appendedHash,
  emptyHash,
  hashAfter,
  joinedHash,
  type TextHash,
} from '../../engine/values/text-hash.ts'

const encoder = new TextEncoder()

/** A text that many answers contain. Its hash and its bytes are computed once, when an answer needs them. */
export interface KeptText {
  readonly text: string
  hash?: AppendedHash
  bytes?: Uint8Array
}

/** A part of a text: one of this answer alone, or a kept one. */
export type TextPart = string | KeptText

/** A well-formed text, divided into parts, of which some are kept. */
export type TextParts = readonly TextPart[]

function bytesOfKept(kept: KeptText): Uint8Array {
  kept.bytes ??= encoder.encode(kept.text)
  return kept.bytes
}

function hashOfKept(kept: KeptText): AppendedHash {
  kept.hash ??= appendedHash(kept.text)
  return kept.hash
}

/** Adds a text at the end. Texts that are not kept become one part. */
export function addText(parts: TextPart[], text: string): void {
  const last = parts.at(-1)
  if (typeof last === 'string') parts[parts.length - 1] = last + text
  else parts.push(text)
}

export const wholeText = (parts: TextParts): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')

/** Returns the hash of the whole text, which does not depend on its division. */
export const wholeHash = (parts: TextParts): TextHash =>
  parts.reduce<TextHash>(
    (hash, part) => (typeof part === 'string' ? hashAfter(hash, part) : joinedHash(hash, hashOfKept(part))),
    emptyHash,
  )

/** Returns the bytes of the whole text in UTF-8, in a buffer of their own. */
export function wholeBytes(parts: TextParts): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && typeof only === 'string') return encoder.encode(only)
  return joined(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : bytesOfKept(part))))
}
