import type { Json } from '../../engine/values/guard.ts'
import { isRecord } from '../../engine/values/plain-object.ts'
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

/** Parameters by name. */
export type Params = Readonly<Record<string, Json>>

/** Returns true for an object: its members are parameters. */
export const isParams = (value: Json | undefined): value is Params => isRecord(value)

/** The number of brackets in the name of a parameter, and of parameters in one request. */
export interface SpellingLimits {
  readonly bracketDepthMax: number
  readonly paramsMax: number
}

/** The parameters of a query or a body. */
interface Spelled {
  readonly params: Params
  /** The names that were sent several times without brackets. Each has the list of its values. */
  readonly repeats: readonly string[]
}

/** One value, or several values of a repeated name. */
interface Leaf {
  readonly values: string[]
}

/** The members under keys or indexes in brackets, and the elements that `[]` appends. */
interface Branch {
  readonly members: Map<string, Node>
  readonly elements: Node[]
  keyed: boolean
}

type Node = Leaf | Branch

/** A name that is ignored everywhere, because assigning to it would set the prototype. */
export const FORBIDDEN_NAME = '__proto__'

// An index has at most 9 digits. A longer number is an id, and ids are keys of an object.
const INDEX = /^(?:0|[1-9]\d{0,8})$/

/**
 * Parses pairs into parameters. Clients spell lists and objects as `a=x&a=y`, `a[]=x`, `a[0]=x`, `a[b]=c`,
 * `a[0][b]=c` and `a[][b]=c`. A name with unclosed brackets is taken literally. An index only orders the
 * elements: no list is longer than its pairs. A parameter with two of the shapes text, list and object
 * becomes a list of a list of its pairs. No parameter type accepts that, so an endpoint with this parameter
 * refuses it, and others ignore it.
 */
export function spellOut(pairs: readonly Pair[], limits: SpellingLimits): Read<Spelled> {
  if (pairs.length > limits.paramsMax) {
    return overLimit('The request', pairs.length, limits.paramsMax, 'parameters')
  }
  const params: Record<string, Json> = {}
  for (const [name, value] of pairs) {
    // In most requests each parameter has one text, and no brackets in its name.
    if (name === FORBIDDEN_NAME || name.includes('[') || Object.hasOwn(params, name))
      return spellBrackets(pairs, limits)
    params[name] = value
  }
  return read({ params, repeats: [] })
}

function spellBrackets(pairs: readonly Pair[], limits: SpellingLimits): Read<Spelled> {
  const root = emptyBranch()
  const contradicted = new Set<string>()
  for (const [name, value] of pairs) {
    const keys = keysOf(name, limits.bracketDepthMax + 1)
    if (keys === undefined) {
      return unreadable(
        `The parameter ${quoted(name)} has more than ${limits.bracketDepthMax} pairs of brackets`,
      )
    }
    if (keys.includes(FORBIDDEN_NAME)) continue
    if (!place(root, keys, value)) contradicted.add(keys[0] ?? name)
  }
  const params = { ...asObject(root), ...literalPairs(pairs, contradicted) }
  return read({ params, repeats: repeatsIn(root).filter((name) => !contradicted.has(name)) })
}

/** Returns the names that have several values, as `a=x&a=y` spells them. */
const repeatsIn = ({ members }: Branch): string[] =>
  [...members].flatMap(([name, node]) => ('values' in node && node.values.length > 1 ? [name] : []))

/** Returns the pairs of some parameters as they were sent. */
function literalPairs(pairs: readonly Pair[], names: ReadonlySet<string>): Params {
  const sent = new Map<string, string[]>([...names].map((name) => [name, []]))
  if (names.size > 0)
    for (const [name, value] of pairs)
      sent.get(keysOf(name, name.length)?.[0] ?? name)?.push(`${name}=${value}`)
  return Object.fromEntries([...sent].map(([name, spelled]) => [name, [spelled]]))
}

function emptyBranch(): Branch {
  return { members: new Map(), elements: [], keyed: false }
}

/** Parses `a[0][b]` into a, 0 and b. Returns undefined if the name has too many keys. */
function keysOf(name: string, keysMax: number): readonly string[] | undefined {
  const first = name.indexOf('[')
  if (first <= 0) return [name]
  const keys = [name.slice(0, first)]
  for (let open = first; open < name.length; ) {
    const close = name.indexOf(']', open)
    if (close < 0 || name[open] !== '[') return [name]
    if (keys.length === keysMax) return undefined
    keys.push(name.slice(open + 1, close))
    open = close + 1
  }
  return keys
}

/** Adds a value at its keys. Returns false if there is a value of another shape already. */
function place(root: Branch, keys: readonly string[], value: string): boolean {
  let at: Node | undefined = root
  for (const index of keys.keys()) {
    if (at === undefined || 'values' in at) return false
    at = reach(at, keys, index)
  }
  if (at === undefined || !('values' in at)) return false
  at.values.push(value)
  return true
}

/** Returns the node at a key, a new one if necessary, or undefined if a list would become an object too. */
function reach(at: Branch, keys: readonly string[], index: number): Node | undefined {
  const key = keys[index] ?? ''
  const appends = key === '' && index > 0
  const existing = appends ? elementWithRoom(at, keys, index + 1) : at.members.get(key)
  if (existing !== undefined) return existing
  const node: Node = index === keys.length - 1 ? { values: [] } : emptyBranch()
  if (appends) at.elements.push(node)
  else at.members.set(key, node)
  if (!appends && !INDEX.test(key)) at.keyed = true
  return at.keyed && at.elements.length > 0 ? undefined : node
}

/** Returns the last element of `[]` if it has no value at these keys: a repeated key begins a new element. */
function elementWithRoom(list: Branch, keys: readonly string[], from: number): Node | undefined {
  const last = list.elements.at(-1)
  let at = last
  for (let index = from; index < keys.length; index += 1) {
    if (at === undefined || 'values' in at) break
    at = at.members.get(keys[index] ?? '')
  }
  return at === undefined ? last : undefined
}

function toJson(node: Node): Json {
  if ('values' in node) return node.values.length === 1 ? (node.values[0] ?? '') : node.values
  if (node.keyed) return asObject(node)
  const indexed = [...node.members].sort(([one], [other]) => Number(one) - Number(other))
  return [...indexed.map(([, member]) => toJson(member)), ...node.elements.map(toJson)]
}

function asObject(node: Branch): Params {
  const members: Record<string, Json> = {}
  for (const [key, member] of node.members) members[key] = toJson(member)
  return members
}
