import { decodeUtf8 } from '../../engine/values/utf8.ts'
import { overLimit, type Read, read, unreadable } from './read-result.ts'

/** A name and a value as a query, a url-encoded body or a multipart body lists them. */
export type Pair = readonly [name: string, value: string]

const encoder = new TextEncoder()
const [PLUS, SPACE, PERCENT] = [0x2b, 0x20, 0x25] as const
const ESCAPED = /[%+]/

/** Decodes percent escapes. Returns undefined when one is broken or the decoded bytes are not UTF-8. */
export function decodePercents(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Returns the end of the piece between ampersands that begins here. */
function pieceEnd(text: string, start: number): number {
  const next = text.indexOf('&', start)
  return next < 0 ? text.length : next
}

/** Counts the pieces that are not empty. */
function countPieces(text: string): number {
  let count = 0
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = pieceEnd(text, start)
    if (end > start) count += 1
  }
  return count
}

/**
 * Reads the pairs of a query or a url-encoded body, in their order. A percent sign that begins no valid
 * escape stays as it is, as in the URL standard, because clients do not encode the values in calls of a
 * batch.
 */
export function readPairs(text: string, place: string, pairsMax: number): Read<readonly Pair[]> {
  const count = countPieces(text)
  if (count > pairsMax) return overLimit('The request', count, pairsMax, 'parameters')
  const pairs: Pair[] = []
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = pieceEnd(text, start)
    if (end === start) continue
    const piece = text.slice(start, end)
    const equals = piece.indexOf('=')
    const name = decodeWord(equals < 0 ? piece : piece.slice(0, equals), text)
    const value = equals < 0 ? '' : decodeWord(piece.slice(equals + 1), text)
    if (name === undefined || value === undefined) {
      return unreadable(`Parameter ${pairs.length + 1} of the ${place} is not UTF-8`)
    }
    pairs.push([name, value])
  }
  return read(pairs)
}

/** Decodes a name or a value: a plus sign is a space. Returns undefined when the result is not UTF-8. */
function decodeWord(word: string, whole: string): string | undefined {
  if (!ESCAPED.test(word)) return detached(word, whole)
  const bytes = encoder.encode(word)
  return decodeUtf8(bytes.subarray(0, unescapeBytes(bytes)))
}

/**
 * Replaces plus signs and percent escapes in place, and returns the new length. A value may be 20 MiB of
 * escapes: `replaceAll` and `decodeURIComponent` would take 40 times its size in memory, and seconds.
 */
function unescapeBytes(bytes: Uint8Array): number {
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0
    if (byte === PLUS) byte = SPACE
    else if (byte === PERCENT) {
      const escaped = 16 * hexDigit(bytes[at + 1]) + hexDigit(bytes[at + 2])
      if (escaped >= 0) {
        byte = escaped
        at += 2
      }
    }
    bytes[length++] = byte
  }
  return length
}

/** The value of a hexadecimal digit, or -256 for any other byte, so that an escape with it is negative. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -256
}

/** The characters of a text that a stored part may keep in memory: a stored row takes about as much. */
const KEPT_LENGTH_MAX = 512

/**
 * A copy of a part that does not keep a long text in memory. Engines represent a part of a text as a pointer
 * into the whole, and a value may be stored as long as its world lives.
 */
function detached(part: string, whole: string): string {
  const keepsLittle = whole.length <= KEPT_LENGTH_MAX || part.length * 2 >= whole.length
  if (keepsLittle || !part.isWellFormed()) return part
  return decodeUtf8(encoder.encode(part)) ?? part
}
