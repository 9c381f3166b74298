import { cutText } from '../../engine/values/cut.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import { adviceText } from '../../service/advice.ts'
import type { Advice } from '../../service/call-advice.ts'
import type { CallAnswer, Part } from '../../service/call-answer.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import {
  type CallError,
  type GraphError,
  graphError,
  isTransient,
  withoutCode,
} from '../../service/contract/errors.ts'
import { type CallLimit, usageOf } from '../../service/ledger/call-limit.ts'
import { type Policy, servesVersion, statusOf } from '../../service/policy.ts'
import type { ServiceOutcome } from '../../service/routes/context.ts'
import { upperAscii } from '../../service/values/letter-case.ts'
import { absoluteLinks, type LinkOrigins, linkedAnswer, originsOf } from '../../service/values/links.ts'

/** A stream of server-sent events, which its transport reads when the client can take more. */
export interface EventFeed {
  /** Returns the next events as text; empty if there are none yet. */
  next(): string
  /** Must be called when nobody reads any more. */
  close(): void
}

/** An HTTP response as a value. A dropped connection has status 0 and nothing else. */
export interface GraphResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The body in pieces, in place of `body`. It can be read once, as fast as the client accepts it. */
  readonly pieces?: Iterable<string>
  /** A stream of events, in place of `body`. */
  readonly feed?: EventFeed
  /** A fault dropped the connection: the server must close it without an answer. */
  readonly dropped: boolean
}

/** Returns a trace id. It is derived from the number of inputs, so that the same run has the same ids. */
const traceId = (sequence: number): string => `FG${upperAscii(sequence.toString(36)).padStart(9, '0')}`

/** Returns the body of an error response (ERR-001, ERR-026, SIL-033). */
export function errorBody(error: GraphError, sequence: number): object {
  const { code, message, type, subcode, title, userMessage } = error
  const transient = error.transient ?? isTransient(code)
  // The live service says that an error is not transient where it has texts for a person.
  const saysTransient = transient || error.transient !== undefined || userMessage !== undefined
  return {
    error: {
      message,
      type,
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(saysTransient && { is_transient: transient }),
      ...(title !== undefined && { error_user_title: title }),
      ...(userMessage !== undefined && { error_user_msg: userMessage }),
      fbtrace_id: traceId(sequence),
    },
  }
}

const encoder = new TextEncoder()
const JSON_TYPE = 'application/json; charset=utf-8'

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

/** Returns the response to a request that cannot be parsed. */
export function errorResponseOf(error: CallError, status: number, sequence: number): GraphResponse {
  return jsonResponse(status, errorBody(graphError(error), sequence))
}

/** The data from which a response is built, in addition to the outcome. */
interface ResponseContext {
  readonly policy: Policy
  readonly origins: LinkOrigins
  readonly sequence: number
  /** The `If-None-Match` header of the request. */
  readonly ifNoneMatch?: string | undefined
  /** Whether the answer to a successful call has bytes as its body. They cost less than an encoded text. */
  readonly sendsBytes?: boolean | undefined
  /** The time of the machine of the client, in Unix milliseconds, for the hint. */
  readonly clientTime?: number | undefined
}

/** Returns true for a redirect. An endpoint that redirects may also answer with a record. */
const isRedirect = (value: unknown): boolean => isPlainObject(value) && Object.hasOwn(value, 'location')

/** Returns a redirect. The body has the location too, for clients that read only JSON. */
function redirect(found: unknown, answer: CallAnswer, context: ResponseContext): GraphResponse {
  const { policy, origins, clientTime } = context
  const value = absoluteLinks(found, originsOf(answer.call, origins))
  const location = isPlainObject(value) ? String(value['location']) : ''
  const hint = answer.advice && hintHeader(answer.advice, clientTime)
  const known = { ...versionHeader(answer, policy), ...hint }
  const headers = { ...known, location, 'cache-control': 'no-store' }
  const response = jsonResponse(302, value, headers)
  return answer.call.method === 'HEAD' ? { ...response, body: '' } : response
}

/** Returns headers as the answer to a call of a batch lists them. */
const listedHeaders = (headers: GraphResponse['headers']): object[] =>
  Object.entries(headers).map(([name, value]) => ({
    name: name.replace('etag', 'ETag').replace(/(?:^|-)[a-z]/g, upperAscii),
    value,
  }))

/** Returns the answer to a call of a batch, with its body as text. A dropped or omitted call has null. */
function batchAnswer(
  { outcome, answer, ifNoneMatch, isOmitted }: Part,
  bare: boolean,
  context: ResponseContext,
): object | null {
  if (isOmitted) return null
  const { status, headers, body, dropped } = answer
    ? respond(outcome, answer, { ...context, ifNoneMatch, sendsBytes: false })
    : failure(outcome, context)
  const all = { ...headers, ...partHeaders(context.policy) }
  return dropped ? null : { code: status, ...(!bare && { headers: listedHeaders(all) }), body }
}

/** Returns the response to a failed call. */
function failure(
  outcome: ServiceOutcome,
  { policy, sequence }: ResponseContext,
  headers = {},
): GraphResponse {
  if (outcome.ok) throw new Error('A successful call has no answer')
  const { error } = outcome
  return jsonResponse(statusOf(policy, error), errorBody(error, sequence), headers)
}

function success(value: unknown, answer: CallAnswer, context: ResponseContext): GraphResponse {
  const { policy, ifNoneMatch, sendsBytes, clientTime } = context
  const { operation, mediaType, parts, bare } = answer
  // An endpoint with a media type answers with the text of a file, or with a record.
  const file = mediaType !== undefined && typeof value === 'string' ? value : undefined
  const written =
    file ??
    JSON.stringify(
      operation === 'batch' && parts
        ? parts.map((part) => batchAnswer(part, bare === true, context))
        : linkedAnswer(value, answer, context.origins),
    )
  const headers: Record<string, string> = {
    'content-type': file === undefined ? JSON_TYPE : `${mediaType}; charset=utf-8`,
    ...versionHeader(answer, policy),
    ...usageHeaders(answer, policy),
    ...liveHeaders(policy, traceId(context.sequence)),
    ...(answer.advice && hintHeader(answer.advice, clientTime)),
  }
  const { method } = answer.call
  if (method === 'GET' || method === 'HEAD') {
    const etag = tagOf(written)
    headers['etag'] = etag
    if (ifNoneMatch !== undefined && isKnown(etag, ifNoneMatch))
      return { status: 304, headers, body: '', dropped: false }
  }
  if (method === 'HEAD') return { status: 200, headers, body: '', dropped: false }
  return { status: 200, headers, body: sendsBytes ? encoder.encode(written) : written, dropped: false }
}

const htmlPage =
  '<!DOCTYPE html><html><head><title>Error</title></head><body>Sorry, something went wrong.</body></html>'

/** Returns a response whose body cannot be parsed. */
function malformed(response: GraphResponse, how: 'truncated' | 'html' | 'empty'): GraphResponse {
  const { body, headers } = response
  if (how === 'empty') return { ...response, body: '' }
  if (how === 'html')
    return {
      ...response,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      body: htmlPage,
    }
  const half = Math.floor(body.length / 2)
  return { ...response, body: typeof body === 'string' ? cutText(body, half) : body.slice(0, half) }
}

/** Returns the response that a fault sends in place of the answer. */
function faulty(
  { fault, value }: NonNullable<CallAnswer['replaced']>,
  answer: CallAnswer,
  { ifNoneMatch: _known, sendsBytes: _bytes, ...context }: ResponseContext,
): GraphResponse {
  if (fault.kind === 'malformed') {
    const whole = { ...answer, replaced: undefined }
    return malformed(respond({ ok: true, value }, whole, context), fault.how)
  }
  const { status, headers = {}, body = '' } = fault
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body,
    dropped: false,
  }
}

/** Returns the HTTP response to a call. The bytes do not depend on how the call was made. */
export function respond(
  outcome: ServiceOutcome,
  answer: CallAnswer,
  context: ResponseContext,
): GraphResponse {
  if (answer.replaced) return faulty(answer.replaced, answer, context)
  if (answer.dropped) return { status: 0, headers: {}, body: '', dropped: true }
  if (outcome.ok && answer.redirects && isRedirect(outcome.value))
    return redirect(outcome.value, answer, context)
  if (outcome.ok) return success(outcome.value, answer, context)
  const headers = {
    ...versionHeader(answer, context.policy),
    ...usageHeaders(answer, context.policy),
    ...liveHeaders(context.policy, traceId(context.sequence), outcome.error),
    ...(answer.advice && hintHeader(answer.advice, context.clientTime)),
    ...answer.headers,
  }
  return failure(outcome, context, headers)
}

// Modulo a power of two, texts whose parts change places would have equal hashes.
const MODULUS = 0x7fffffff
// Primitive roots: their powers modulo the prime repeat as late as possible.
const FIRST = 48_271
const SECOND = 69_621

/**
 * Returns the entity tag of a body: two polynomials over its UTF-16 code units, modulo a prime. A tag only
 * has to distinguish the bodies of one URL: a cryptographic digest would cost more than the read itself.
 */
export function tagOf(body: string): string {
  // Not zero, so that zeros at the beginning of a text count.
  let [first, second] = [1, 1]
  for (let at = 0; at < body.length; at++) {
    const unit = body.charCodeAt(at)
    first = first * FIRST + unit
    second = second * SECOND + unit
    // Both become remainders, or a little more. `%` is several times slower, and a function costs a call.
    first -= Math.floor(first / 0x80000000) * MODULUS
    second -= Math.floor(second / 0x80000000) * MODULUS
  }
  return `"${(first % MODULUS).toString(36)}.${(second % MODULUS).toString(36)}"`
}

/** Whether an `If-None-Match` header names this tag. The client then has the body with the tag. */
export const isKnown = (tag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((known) => known.trim().replace(/^W\//, ''))
    .some((known) => known === tag || known === '*')

/**
 * Returns the version header. An unknown version gets no header, because it may be any text of the caller.
 */
export const versionHeader = ({ version }: CallAnswer, policy: Policy): Record<string, string> =>
  version === policy.defaultVersion || servesVersion(policy, version)
    ? { 'facebook-api-version': version }
    : {}

/** Returns the header with the usage of the rate limit that a call counts for (SIL-187). */
function limitHeader(limit: CallLimit | undefined): Record<string, string> {
  if (!limit || limit.kind === 'app') return {}
  const { account, type, percent, minutes } = usageOf(limit)
  const used = { type, call_count: percent, estimated_time_to_regain_access: minutes }
  // A name that changes from call to call makes `JSON.stringify` ten times slower.
  return { 'x-business-use-case-usage': `{"${account}":[${JSON.stringify(used)}]}` }
}

/** Returns the usage of an app. It has no limit as a whole: only a fault rule says that it is used up. */
const appUsage = (percent: number): Record<string, string> => ({
  'x-app-usage': JSON.stringify({ call_count: percent, total_cputime: percent, total_time: percent }),
})

const noAppUsage = appUsage(0)
const wholeAppUsage = appUsage(100)

/**
 * Returns the header with which the live service tells the usage of an ad account, or of an app. The count of
 * an ad account is 0 when the last call has left its window.
 */
function liveUsageHeader(limit: CallLimit | undefined): Record<string, string> {
  if (limit?.kind === 'app') return wholeAppUsage
  if (limit?.accessLevel === undefined) return limit ? {} : noAppUsage
  const usage = {
    acc_id_util_pct: usageOf(limit).percent,
    reset_time_duration: limit.seconds,
    ads_api_access_tier: `${limit.accessLevel}_access`,
  }
  return { 'x-ad-account-usage': JSON.stringify(usage) }
}

/** Returns the headers with the usage of rate limits. A world beyond the description has more of them. */
export const usageHeaders = ({ limit }: CallAnswer, policy: Policy): Record<string, string> =>
  servesBeyond(policy) ? { ...limitHeader(limit), ...liveUsageHeader(limit) } : limitHeader(limit)

const notKept = { pragma: 'no-cache', expires: 'Sat, 01 Jan 2000 00:00:00 GMT' }
const privateAnswer = { 'cache-control': 'private, no-cache, no-store, must-revalidate', ...notKept }
const errorAnswer = { 'cache-control': 'no-store', ...notKept }

/** The types of errors that come with a challenge. */
const challengedTypes: readonly string[] = ['OAuthException', 'GraphMethodException']

const CHALLENGE_LENGTH_MAX = 500

/** Returns the text of an error between quotes, with the characters that a header may have there. */
function quotedMessage(message: string): string {
  const text = withoutCode({ message }).replaceAll('"', "'")
  return `"${cutText(text, CHALLENGE_LENGTH_MAX).replace(/[^ -~]/g, '?')}"`
}

/**
 * Returns the headers that only answers to the calls of a batch have, as at the live service (SIL-189). For
 * any other answer, the adapter decides which origins can read it.
 */
export const partHeaders = (policy: Policy): Record<string, string> =>
  servesBeyond(policy) ? { 'access-control-allow-origin': '*', vary: 'Accept-Encoding' } : {}

/** The revision of the service, a number at the live service. */
const REVISION = '1000000001'

/**
 * Returns the headers about caches and about the token, and those by which an answer is found again, which
 * only the live service describes (SIL-189).
 */
export function liveHeaders(policy: Policy, trace: string, error?: GraphError): Record<string, string> {
  if (!servesBeyond(policy)) return {}
  const traced = { 'x-fb-trace-id': trace, 'x-fb-rev': REVISION, 'x-fb-debug': trace }
  if (!error) return { ...privateAnswer, ...traced }
  if (!challengedTypes.includes(error.type)) return { ...errorAnswer, ...traced }
  const reason = error.code === 190 ? 'invalid_token' : 'invalid_request'
  const challenge = `OAuth "Facebook Platform" "${reason}" ${quotedMessage(error.message)}`
  return { 'www-authenticate': challenge, ...errorAnswer, ...traced }
}

/**
 * Returns the header with advice for the author of the client. It quotes the request, and a header may only
 * have ASCII.
 *
 * @param clock The time of the machine of the client, in Unix milliseconds.
 */
export function hintHeader(advice: Advice, clock: number | undefined): Record<string, string> {
  const hint = adviceText(advice, clock)
  return hint === undefined ? {} : { 'x-fauxgraph-hint': hint.replace(/[^ -~]/g, '?') }
}
