import { decodeUtf8 } from '../../engine/values/utf8.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import { overLimit, quoted, type Read, read, unreadable } from './read-result.ts'

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
  const count = text.length > pairsMax ? countPieces(text) : 0
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
  // A short text may be kept in memory as a whole.
  if (!ESCAPED.test(word)) return whole.length <= KEPT_LENGTH_MAX ? word : detached(word, whole)
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
  if (part.length * 2 >= whole.length || !part.isWellFormed()) return part
  return decodeUtf8(encoder.encode(part)) ?? part
}

/** The target of a request. `segments` are decoded and not empty; `query` is still encoded. */
interface Target {
  readonly origin?: string
  readonly segments: readonly string[]
  readonly query: string
}

const ABSOLUTE = /^(https?):\/\/([^/\\]*)(.*)$/is
const HOST = /^([a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::([0-9]{0,5}))?$/i
const ENCODED_DOT = /%2e/gi
/** Whether the segments of a path may differ from the texts between its slashes. */
const UNUSUAL = /[%\\]|(?:^|\/)\.\.?(?:\/|$)/
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

/**
 * The last target: an adapter, the world and its machine read that of one request in turn. `keepLast` would
 * take ten times as long.
 */
let last: { readonly url: string; readonly charactersMax: number; readonly target: Read<Target> } | undefined

/**
 * Parses the target of a request (CNV-001). `new URL(target, base)` would read `//evil.test/x` as another
 * host; here only `http://` and `https://` begin an absolute URL. Backslashes, dot segments and fragments
 * have the meaning that browsers give them, so that a target means the same whether or not a fetch client
 * rewrote it.
 */
export function readTarget(url: string, charactersMax: number): Read<Target> {
  if (last?.url !== url || last.charactersMax !== charactersMax)
    last = { url, charactersMax, target: parseTarget(url, charactersMax) }
  return last.target
}

function parseTarget(url: string, charactersMax: number): Read<Target> {
  if (url.length > charactersMax) return overLimit('The url', url.length, charactersMax, 'characters')
  if (!url.isWellFormed()) return unreadable('The url has half of a surrogate pair')
  const [address] = splitAt(url, '#')
  const [front, query] = splitAt(address, '?')
  const absolute = ABSOLUTE.exec(front)
  const segments = segmentsOf(absolute?.[3] ?? front)
  if (segments === undefined) return unreadable(`The path ${quoted(front)} has a broken percent escape`)
  if (absolute === null) return read({ segments, query })
  const origin = originOf(absolute[1] ?? '', absolute[2] ?? '')
  return origin === undefined
    ? unreadable(`The url ${quoted(front)} has no valid host`)
    : read({ origin, segments, query })
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Returns `http://host:port` in lower case, without a user name and without the default port. */
function originOf(scheme: string, authority: string): string | undefined {
  const host = HOST.exec(authority.slice(authority.lastIndexOf('@') + 1))
  if (host === null) return undefined
  const [protocol, name, port] = [lowerAscii(scheme), lowerAscii(host[1] ?? ''), host[2] ?? '']
  return `${protocol}://${name}${port === '' || port === defaultPorts[protocol] ? '' : `:${port}`}`
}

/** Decodes the segments of a path. Returns undefined if an escape is broken. */
function segmentsOf(path: string): readonly string[] | undefined {
  if (!UNUSUAL.test(path)) return path.split('/').filter((segment) => segment !== '')
  const kept: string[] = []
  const raw = path.replaceAll('\\', '/').split('/')
  for (const segment of raw[0] === '' ? raw.slice(1) : raw) {
    const dots = segment.replace(ENCODED_DOT, '.')
    if (dots === '..') kept.pop()
    else if (dots !== '.') kept.push(segment)
  }
  const decoded = kept.filter((segment) => segment !== '').map(decodePercents)
  return decoded.every((segment) => segment !== undefined) ? decoded : undefined
}
