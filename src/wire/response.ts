import type { Outcome } from '../engine/operation.ts'
import { type GraphError, graphError, isTransient, type Problem } from '../graph/errors.ts'
import { absolute, type Origins } from '../graph/links.ts'
import type { Call } from '../graph/pipeline.ts'
import { type Policy, statusOf } from '../graph/policy.ts'
import type { Answer } from '../graph/service.ts'
import { entityTag } from './etag.ts'

/** An HTTP response as a value. A dropped connection has the status 0 and nothing else. */
export interface GraphResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
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

/** A trace id that follows from the number of inputs taken: the same run names the same traces. */
export const traceId = (sequence: number): string =>
  `FG${sequence.toString(36).toUpperCase().padStart(9, '0')}`

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
export function problemResponse(problem: Problem, status: number, sequence: number): GraphResponse {
  return jsonResponse(status, errorBody(graphError(problem), sequence))
}

/** What the wording of a response needs beside the outcome. */
export interface Wording {
  readonly policy: Policy
  readonly origins: LinkOrigins
  readonly sequence: number
  /** The `If-None-Match` header of the request. */
  readonly ifNoneMatch?: string | undefined
}

/** Sends the caller on. The body says so too, for clients that read nothing but JSON. */
function redirection(value: unknown, { call, version }: Answer): GraphResponse {
  const { location } = value as { location: string }
  const headers = { 'facebook-api-version': version, location, 'cache-control': 'no-store' }
  const response = jsonResponse(302, value, headers)
  return call.method === 'HEAD' ? { ...response, body: '' } : response
}

function success(value: unknown, answer: Answer, { origins, ifNoneMatch }: Wording): GraphResponse {
  const { mediaType } = answer
  const text = mediaType !== undefined && typeof value === 'string'
  const body = text ? value : JSON.stringify(absolute(value, originsOf(answer.call, origins)))
  const headers: Record<string, string> = {
    'content-type': text ? `${mediaType}; charset=utf-8` : JSON_TYPE,
    'facebook-api-version': answer.version,
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
export function respond(outcome: Outcome, answer: Answer, wording: Wording): GraphResponse {
  if (answer.dropped) return { status: 0, headers: {}, body: '', dropped: true }
  if (outcome.ok && answer.redirects) return redirection(outcome.value, answer)
  if (outcome.ok) return success(outcome.value, answer, wording)
  const error = outcome.error as unknown as GraphError
  const headers = { 'facebook-api-version': answer.version }
  return jsonResponse(statusOf(wording.policy, error.code), errorBody(error, wording.sequence), headers)
}
