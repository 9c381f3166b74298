import { valueText } from '../../engine/values/json-text.ts'
import type { CallAnswer } from '../call-answer.ts'
import type { Call } from '../routes/call.ts'
import { dataCopy, type Members, nestedIn, type PreparedRecord, preparedRecords } from './shared-records.ts'

/*
 * An outcome never contains an origin, so that a call has the same outcome in process, by fetch and by
 * socket. A link begins with a mark instead. The response replaces the mark by the origin of the request. The
 * marks are lone surrogates, which the guard refuses in all input.
 */
const WEB = '\udc01'
const AGAIN = '\udc02'

/** `{base_url}` (CNV-001) and `{web_url}` (CNV-002) of a world without the options `baseUrl` and `webUrl`. */
export const defaultOrigins = { base: 'https://graph.test', web: 'https://web.test' } as const

/** Returns a link below `{web_url}`. The path begins with a slash (CNV-002). */
export const webLink = (path: string): string => WEB + path

/** Returns a link to the current call with these parameters replaced, such as the next page of a list. */
export const againLink = (changed: Readonly<Record<string, string>>): string =>
  AGAIN + JSON.stringify(changed)

/** The path and the parameters of a read. */
type Read = readonly [path: string, params: Readonly<Record<string, string>>]

/** Returns a link to a read below `{base_url}`, with the version and the token of the current call. */
export const readLink = (...read: Read): string => AGAIN + JSON.stringify(read)

/** Returns a link to the current call as a link to a read, with its parameters and those of the link. */
export const linkToRead = (link: string, path: string, params: Read[1]): string =>
  link.startsWith(AGAIN) ? readLink(path, { ...params, ...JSON.parse(link.slice(1)) }) : link

/** The replacements of the marks in one response. */
export interface Origins extends Pick<LinkOrigins, 'web' | 'isWritten'> {
  readonly again: (changed: Record<string, string>) => string
  readonly read: (...read: Read) => string
}

/** The replacements in the call log: the placeholders of the contract. */
export const logOrigins: Origins = {
  web: '{web_url}',
  again: (changed) => JSON.stringify(changed),
  read: (path, params) => JSON.stringify([path, params]),
}

const isRead = (target: Record<string, string> | Read): target is Read => Array.isArray(target)

/** Returns the link to a call, from the JSON text behind its mark. */
function callLink(json: string, { again, read }: Origins): string {
  const target: Record<string, string> | Read = JSON.parse(json)
  return isRead(target) ? read(...target) : again(target)
}

function absoluteLink(text: string, origins: Origins): string {
  if (text.startsWith(WEB)) return origins.web + text.slice(1)
  return text.startsWith(AGAIN) ? callLink(text.slice(1), origins) : text
}

/** Returns a copy of a shared record with absolute links. The links of all its copies are resolved once. */
function copyOfShared(record: object, prepared: PreparedRecord, { web, isWritten }: Origins): unknown {
  let { links } = prepared
  if (links?.web !== web) {
    const resolved = resolvedMembers(record as Members, { web, again: callInRecord, read: callInRecord })
    links = { web, record: resolved, nested: nestedIn(resolved) }
    prepared.links = links
  }
  return isWritten ? links.record : dataCopy(links.record, links.nested)
}

function callInRecord(): never {
  throw new Error('A shared record has a link to the current call')
}

/** Whether a value has a link that depends on the current call, at any depth. */
export function linksToCall(value: unknown): boolean {
  if (typeof value === 'string') return value.startsWith(AGAIN)
  return typeof value === 'object' && value !== null && Object.values(value).some(linksToCall)
}

function resolvedMembers(members: Members, origins: Origins): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  // Assignment is safe: the guard drops members named __proto__.
  for (const name of Object.keys(members)) copy[name] = absoluteLinks(members[name], origins)
  return copy
}

/** Returns a copy of the value of an outcome with absolute links. It shares nothing with the call log. */
export function absoluteLinks(value: unknown, origins: Origins): unknown {
  // A read beyond the end of an empty text would make V8 compile the function anew.
  if (typeof value === 'string' && (value === '' || value.charCodeAt(0) >>> 2 !== WEB.charCodeAt(0) >>> 2))
    return value
  if (typeof value === 'string') return absoluteLink(value, origins)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => absoluteLinks(item, origins))
  const prepared = preparedRecords.get(value)
  return prepared ? copyOfShared(value, prepared, origins) : resolvedMembers(value as Members, origins)
}

/** The origins of the links of an answer (CNV-001, CNV-002). */
export interface LinkOrigins {
  readonly base: string
  readonly web: string
  /** The answer is only written as text, so that shared records need no copies. */
  readonly isWritten?: boolean | undefined
}

const queryPair = (name: string, value: unknown): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(valueText(value))}`

const queryOf = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .map(([name, value]) => queryPair(name, value))
    .join('&')

/** Returns a URL with the version, the token and some parameters of a call, up to further parameters. */
function linkBase(
  { version, tokens, repeats = [] }: Call,
  base: string,
  path: readonly string[],
  kept: Call['params'],
): string {
  const [token] = tokens
  const all = token === undefined ? kept : { ...kept, access_token: token }
  const query = Object.entries(all).flatMap(([name, value]) =>
    (Array.isArray(value) && repeats.includes(name) ? value : [value]).map(
      (one) => `${queryPair(name, one)}&`,
    ),
  )
  const segments = [...(version === undefined ? [] : [version]), ...path.map(encodeURIComponent)]
  return `${base}/${segments.join('/')}?${query.join('')}`
}

/**
 * Returns the origins from which the links of an answer are built. A link to the call itself has its other
 * parameters, except the proof of the token: who follows the link proves the token anew, as at the live
 * service (CNV-015).
 */
export function originsOf(call: Call | undefined, { base, web, isWritten }: LinkOrigins): Origins {
  if (!call) return { web, isWritten, again: () => base, read: () => base }
  let link: string | undefined
  return {
    web,
    isWritten,
    again(changed) {
      const {
        after: _after,
        before: _before,
        appsecret_proof: _proof,
        appsecret_time: _time,
        ...kept
      } = call.params
      // The links to the next and to the previous page differ only in their cursor.
      link ??= linkBase(call, base, call.path, kept)
      return link + queryOf(changed)
    },
    read: (path, params) => linkBase(call, base, path.split('/'), {}) + queryOf(params),
  }
}

/**
 * Returns the value of an answer with absolute links. The answer to a call of a batch, or to a read of `ids`,
 * links to that call.
 */
export function linkedAnswer(value: unknown, answer: CallAnswer | undefined, origins: LinkOrigins): unknown {
  const parts = answer?.parts
  if (!parts || typeof value !== 'object' || value === null)
    return absoluteLinks(value, originsOf(answer?.call, origins))
  if (Array.isArray(value)) {
    return value.map((item: { readonly body: unknown } | null, index) =>
      item === null ? null : { ...item, body: linkedAnswer(item.body, parts[index]?.answer, origins) },
    )
  }
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([name, member], index) => [name, linkedAnswer(member, parts[index]?.answer, origins)]),
  )
}
