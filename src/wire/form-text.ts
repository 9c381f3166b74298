import { overLimit, type Read, read, unreadable } from './read-result.ts'

/** A name and a value as a query, a url-encoded body or a multipart body lists them. */
export type Pair = readonly [name: string, value: string]

// A byte order mark is a character like any other: a field that begins with one keeps it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const STRAY_PERCENT = /%(?![0-9a-f]{2})/gi

/** The text that bytes spell in UTF-8, or nothing when they are ill-formed. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** The text behind percent escapes, or nothing when one is broken or they spell no UTF-8. */
export function decodePercents(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** How many pairs a query or a body has, counted without making them. */
function pairCount(text: string): number {
  let count = 0
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('&', start)
    const end = next < 0 ? text.length : next
    if (end > start) count += 1
    start = end + 1
  }
  return count
}

/**
 * The pairs of a query or a url-encoded body, in their order. A percent sign that begins no escape stands for
 * itself, as the URL standard has it, because batches carry values that nobody encoded.
 */
export function readPairs(text: string, place: string, pairsMax: number): Read<readonly Pair[]> {
  const count = pairCount(text)
  if (count > pairsMax) return overLimit('The request', count, pairsMax, 'parameters')
  const pairs: Pair[] = []
  for (const piece of text.split('&')) {
    if (piece === '') continue
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

function decodeWord(word: string, whole: string): string | undefined {
  const decoded = decodePercents(word.replaceAll('+', ' ').replace(STRAY_PERCENT, '%25'))
  return decoded === undefined ? undefined : apart(decoded, whole)
}

const encoder = new TextEncoder()

/**
 * A text that keeps no longer one in memory: engines make a part of a text by pointing into the whole, and a
 * value may be stored for as long as its world lives.
 */
function apart(part: string, whole: string): string {
  const isMost = part.length * 2 >= whole.length
  return isMost || !part.isWellFormed() ? part : decoder.decode(encoder.encode(part))
}
