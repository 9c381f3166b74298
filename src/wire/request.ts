import type { Json } from '../engine/guard.ts'
import { lowerAscii, upperAscii } from '../graph/values/letter-case.ts'
import { type BodyLimits, bodyLimits, emptyBody, type RequestBody, readBody, readForm } from './body.ts'
import { readTarget } from './form-target.ts'
import type { RequestFile } from './multipart.ts'
import { overLimit, quoted, type Read, read, type Unreadable, unreadable } from './read-result.ts'
import type { Params } from './spelling.ts'

export type { BodyLimits } from './body.ts'
export type { RequestFile } from './multipart.ts'

/** A request as it reaches the world: what an adapter or a test hands over. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** What a request asks, before any rule of the service. */
export interface RequestedCall {
  /** In upper case, after the override of a POST. */
  readonly method: string
  /** `http://host:port` when the url is absolute. */
  readonly origin?: string
  /** As the path wrote it, such as `v7.0`, when the first segment looks like a version. */
  readonly version?: string
  /** The decoded segments behind the version. None of them is the root. */
  readonly path: readonly string[]
  /** Query and body, where the body wins; without access_token and method. */
  readonly params: Params
  readonly files: readonly RequestFile[]
  /** The parameters that a multipart body sent as empty texts, which PHP writes for false. */
  readonly blanks: readonly string[]
  /** The distinct tokens of query, body and Authorization header. */
  readonly tokens: readonly string[]
}

/** What was asked, or why that cannot be said. */
export type ReadRequest =
  | { readonly ok: true; readonly asked: RequestedCall }
  | { readonly ok: false; readonly message: string }

const methodsWithBody = ['POST', 'PUT', 'DELETE']
const overrides = ['GET', 'POST', 'DELETE']
const VERSION = /^v[0-9]/
const BEARER = 'bearer '

/**
 * Turns a request into what it asks. It is pure and total: whatever came, it answers with what was asked, or
 * with a message that says what was wrong.
 */
export function readRequest(request: HttpRequest, limits: Partial<BodyLimits> = {}): ReadRequest {
  const bounds = { ...bodyLimits, ...limits }
  const excess = headerExcess(request.headers, bounds)
  if (excess) return excess
  const target = readTarget(request.url, bounds.urlCharactersMax)
  if (!target.ok) return target
  const query = readForm(target.value.query, 'query', bounds)
  if (!query.ok) return query
  const sent = upperAscii(request.method)
  const body = readBodyOf(sent, request, bounds)
  if (!body.ok) return body
  const count = query.value.count + body.value.count
  if (count > bounds.paramsMax) return overLimit('The request', count, bounds.paramsMax, 'parameters')
  const { access_token: _, method: override, ...params } = { ...query.value.params, ...body.value.params }
  const method = overridden(sent, override)
  if (!method.ok) return method
  const { segments, origin } = target.value
  const version = VERSION.test(segments[0] ?? '') ? segments[0] : undefined
  return {
    ok: true,
    asked: {
      method: method.value,
      ...(origin === undefined ? {} : { origin }),
      ...(version === undefined ? {} : { version }),
      path: version === undefined ? segments : segments.slice(1),
      params,
      files: body.value.files,
      blanks: body.value.blanks,
      tokens: tokensOf(query.value.params, body.value.params, headerOf(request, 'authorization')),
    },
  }
}

/** What is wrong with headers that are too many or too long; Node bounds those that it carries itself. */
function headerExcess(headers: HttpRequest['headers'], limits: BodyLimits): Unreadable | undefined {
  const entries = Object.entries(headers)
  const { headersMax, headerCharactersMax } = limits
  if (entries.length > headersMax) return overLimit('The request', entries.length, headersMax, 'headers')
  const length = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return length > headerCharactersMax
    ? overLimit('The header of the request', length, headerCharactersMax, 'characters')
    : undefined
}

/** The official SDK sends a body with every GET; it means nothing. */
function readBodyOf(method: string, request: HttpRequest, bounds: BodyLimits): Read<RequestBody> {
  if (!methodsWithBody.includes(method)) return read(emptyBody)
  const encoding = headerOf(request, 'content-encoding')?.trim() ?? ''
  if (hasBody(request) && encoding !== '' && lowerAscii(encoding) !== 'identity')
    return unreadable(`The content encoding ${quoted(encoding)} is not read: send the body as it is`)
  return readBody(headerOf(request, 'content-type'), request.body, bounds)
}

const hasBody = ({ body }: HttpRequest): boolean => body !== undefined && body.length > 0

function headerOf(request: HttpRequest, name: string): string | undefined {
  return Object.entries(request.headers).find(([key]) => lowerAscii(key) === name)?.[1]
}

/** Only a POST can stand for another method, so that no link which is merely followed deletes something. */
function overridden(method: string, override: Json | undefined): Read<string> {
  if (method !== 'POST' || override === undefined || override === '') return read(method)
  const wanted = typeof override === 'string' ? override : JSON.stringify(override)
  const meant = upperAscii(wanted)
  if (overrides.includes(meant)) return read(meant)
  return unreadable(`The method ${quoted(wanted)} cannot be asked for, only get, post and delete`)
}

const valueText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function tokensOf(query: Params, body: Params, authorization: string | undefined): readonly string[] {
  const given = [query['access_token'], body['access_token'], bearerOf(authorization)].flatMap(textsOf)
  return [...new Set(given.filter((token) => token !== ''))]
}

/** The token of an Authorization header (RFC 6750); nothing for another scheme. */
function bearerOf(authorization = ''): string | undefined {
  const isBearer = lowerAscii(authorization.slice(0, BEARER.length)) === BEARER
  return isBearer ? authorization.slice(BEARER.length).trim() : undefined
}

/** A token that is no text is kept as JSON, which is no token's value, and so is refused where tokens are. */
function textsOf(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.map(valueText) : [valueText(value)]
}
