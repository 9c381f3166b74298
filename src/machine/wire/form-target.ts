import { lowerAscii } from '../../service/values/letter-case.ts'
import { decodePercents } from './form-text.ts'
import { overLimit, quoted, type Read, read, unreadable } from './read-result.ts'

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
