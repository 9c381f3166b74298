import type { Outcome } from '../engine/operation.ts'
import { type CallError, type GraphError, graphError, isTransient } from '../graph/contract/errors.ts'
import type { Usage } from '../graph/ledger/rates.ts'
import type { Call } from '../graph/pipeline.ts'
import { type Policy, statusOf } from '../graph/policy.ts'
import type { CallAnswer, Part } from '../graph/service.ts'
import { upperAscii } from '../graph/values/letter-case.ts'
import { absoluteLinks, type Origins } from '../graph/values/links.ts'
import { entityTag } from './etag.ts'

/** An HTTP response as a value. A dropped connection has the status 0 and nothing else. */
export interface GraphResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The text of the body in pieces, which stands in place of `body`: read once, as the client takes it. */
  readonly pieces?: Iterable<string>
  /** The connection was dropped by a fault: whoever carries bytes closes it without an answer. */
  readonly dropped: boolean
}

/** Where the links of an answer begin. */
export interface LinkOrigins {
  readonly base: string
  readonly web: string
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The address of a call with some parameters changed: every original one is kept, the token included. */
function againAddress(
  { version, path, params, tokens }: Call,
  base: string,
  changed: Record<string, string>,
): string {
  const { after: _after, before: _before, ...kept } = params
  const [token] = tokens
  const all = { ...kept, ...(token !== undefined && { access_token: token }), ...changed }
  const query = Object.entries(all).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(valueText(value))}`,
  )
  const segments = [...(version === undefined ? [] : [version]), ...path.map(encodeURIComponent)]
  return `${base}/${segments.join('/')}?${query.join('&')}`
}

/** How the links of this answer are filled in. */
export function originsOf(call: Call | undefined, { base, web }: LinkOrigins): Origins {
  return { base, web, again: (changed) => (call ? againAddress(call, base, changed) : base) }
}

/**
 * The value of an answer with its links in place. What a part answers links to the part's own call; the value
 * of a batch holds it as a body.
 */
export function placed(value: unknown, answer: CallAnswer | undefined, origins: LinkOrigins): unknown {
  const parts = answer?.parts
  if (!parts || typeof value !== 'object' || value === null)
    return absoluteLinks(value, originsOf(answer?.call, origins))
  if (Array.isArray(value)) {
    return value.map((item: { readonly body: unknown } | null, place) =>
      item === null ? null : { ...item, body: placed(item.body, parts[place]?.answer, origins) },
    )
  }
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([name, member], place) => [name, placed(member, parts[place]?.answer, origins)]),
  )
}

/** A trace id that follows from the number of inputs taken: the same run names the same traces. */
export const traceId = (sequence: number): string => `FG${upperAscii(sequence.toString(36)).padStart(9, '0')}`

/** The body of an error response (chapter Errors; SIL-033). */
export function errorBody({ code, message, type, subcode }: GraphError, sequence: number): object {
  return {
    error: {
      message,
      type,
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(isTransient(code) && { is_transient: true }),
      fbtrace_id: traceId(sequence),
    },
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** A response that carries JSON. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): GraphResponse {
  return {
    status,
    headers: { 'content-type': JSON_TYPE, ...headers },
    body: JSON.stringify(value),
    dropped: false,
  }
}

/** The response to bytes that could not be understood. */
export function errorResponseOf(error: CallError, status: number, sequence: number): GraphResponse {
  return jsonResponse(status, errorBody(graphError(error), sequence))
}

/** What the wording of a response needs beside the outcome. */
export interface Wording {
  readonly policy: Policy
  readonly origins: LinkOrigins
  readonly sequence: number
  /** The `If-None-Match` header of the request. */
  readonly ifNoneMatch?: string | undefined
}

/** The header of the version. One that there is not is any text that a caller made up: it is left out. */
function versionHeader({ version }: CallAnswer, { versions }: Policy): Record<string, string> {
  return versions.some((known) => known === version) ? { 'facebook-api-version': version } : {}
}

/** Sends the caller on. The body says so too, for clients that read nothing but JSON. */
function redirection(value: unknown, answer: CallAnswer, { policy }: Wording): GraphResponse {
  const { location } = value as { location: string }
  const headers = { ...versionHeader(answer, policy), location, 'cache-control': 'no-store' }
  const response = jsonResponse(302, value, headers)
  return answer.call.method === 'HEAD' ? { ...response, body: '' } : response
}

/** The header that says how far a limit is used up (SIL-187). */
function usageHeaders(usage: Usage | undefined): Record<string, string> {
  if (!usage) return {}
  const { account, type, percent, minutes } = usage
  const used = { type, call_count: percent, estimated_time_to_regain_access: minutes }
  return { 'x-business-use-case-usage': JSON.stringify({ [account]: [used] }) }
}

/** Headers as the answers in a batch list them. */
const spelled = (headers: GraphResponse['headers']): object[] =>
  Object.entries(headers).map(([name, value]) => ({
    name: name.replace('etag', 'ETag').replace(/(?:^|-)[a-z]/g, upperAscii),
    value,
  }))

/** One answer in a batch: what it would be by itself, its body as text; null where no answer came. */
function item({ outcome, answer, ifNoneMatch }: Part, bare: boolean, wording: Wording): object | null {
  const { status, headers, body, dropped } = answer
    ? respond(outcome, answer, { ...wording, ifNoneMatch })
    : failure(outcome, wording)
  return dropped ? null : { code: status, ...(!bare && { headers: spelled(headers) }), body }
}

/** The response to a call that was refused. */
function failure(outcome: Outcome, { policy, sequence }: Wording, headers = {}): GraphResponse {
  if (outcome.ok) throw new Error('A call was taken without an answer')
  const error = outcome.error as unknown as GraphError
  return jsonResponse(statusOf(policy, error.code), errorBody(error, sequence), headers)
}

function success(value: unknown, answer: CallAnswer, wording: Wording): GraphResponse {
  const { policy, origins, ifNoneMatch } = wording
  const batched = answer.operation === 'batch' && answer.parts
  const { mediaType } = answer
  const text = mediaType !== undefined && typeof value === 'string'
  const body = text
    ? value
    : JSON.stringify(
        batched
          ? batched.map((part) => item(part, answer.bare === true, wording))
          : placed(value, answer, origins),
      )
  const headers: Record<string, string> = {
    'content-type': text ? `${mediaType}; charset=utf-8` : JSON_TYPE,
    ...versionHeader(answer, policy),
    ...usageHeaders(answer.usage),
  }
  const { method } = answer.call
  if (method !== 'GET' && method !== 'HEAD') return { status: 200, headers, body, dropped: false }
  const etag = entityTag(body)
  headers['etag'] = etag
  const known = ifNoneMatch?.split(',').map((given) => given.trim().replace(/^W\//, '')) ?? []
  if (known.includes(etag) || known.includes('*')) {
    return { status: 304, headers, body: '', dropped: false }
  }
  return { status: 200, headers, body: method === 'HEAD' ? '' : body, dropped: false }
}

/** Words an outcome as an HTTP response: the same bytes whichever way the call came. */
export function respond(outcome: Outcome, answer: CallAnswer, wording: Wording): GraphResponse {
  if (answer.dropped) return { status: 0, headers: {}, body: '', dropped: true }
  if (outcome.ok && answer.redirects) return redirection(outcome.value, answer, wording)
  if (outcome.ok) return success(outcome.value, answer, wording)
  const headers = { ...versionHeader(answer, wording.policy), ...usageHeaders(answer.usage) }
  return failure(outcome, wording, headers)
}
