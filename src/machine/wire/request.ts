import type { Json } from '../../engine/values/guard.ts'
import { valueText } from '../../engine/values/json-text.ts'
import { type BeyondPolicy, servesBeyond } from '../../service/contract/beyond.ts'
import type { Call, CallFile } from '../../service/routes/call.ts'
import { lowerAscii, upperAscii } from '../../service/values/letter-case.ts'
import { lastValue } from '../../service/values/sent-params.ts'
import { appCredentialsOf, bearerOf } from './authorization.ts'
import { type BodyLimits, bodyLimits, emptyBody, type RequestBody, readBody, readForm } from './body.ts'
import { type Params, readTarget } from './form-text.ts'
import type { RequestFile } from './multipart.ts'
import { overLimit, quoted, type Read, read, type Unreadable, unreadable } from './read-result.ts'

/** An HTTP request as an adapter or a test passes it. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** A parsed request, before any rule of the service. */
export interface RequestedCall {
  /** In upper case. A POST may override it. */
  readonly method: string
  /** The method that a GET names in its query, which only a world beyond the description takes (SIL-009). */
  readonly override?: 'POST' | 'DELETE'
  /** `http://host:port` if the URL is absolute. */
  readonly origin?: string
  /** The first segment of the path if it looks like a version, such as `v7.0` (VER-001, REF-002). */
  readonly version?: string
  /** The decoded segments after the version. The root has none. */
  readonly path: readonly string[]
  /**
   * The parameters of query and body, without access_token and method. The body has precedence. An app that
   * an Authorization header names is among them, unless they name one.
   */
  readonly params: Params
  readonly files: readonly RequestFile[]
  /** The names of the parameters that a multipart body sent as empty texts, which PHP sends for false. */
  readonly blanks: readonly string[]
  /** The names of the parameters that were sent several times. */
  readonly repeats: readonly string[]
  /** The distinct tokens of query, body and Authorization header (CNV-021). */
  readonly tokens: readonly string[]
}

/** A parsed request, or the message of the error. */
type ReadRequest =
  | { readonly ok: true; readonly asked: RequestedCall }
  | { readonly ok: false; readonly message: string }

const methodsWithBody = ['POST', 'PUT', 'DELETE']
const overrides = ['GET', 'POST', 'DELETE']
const VERSION = /^v[0-9]/

/** Splits the segments of a path into the version, if the first one looks like one, and the rest. */
export function versionedPath(segments: readonly string[]): {
  readonly version: string | undefined
  readonly path: readonly string[]
} {
  const [first, ...rest] = segments
  return first !== undefined && VERSION.test(first)
    ? { version: first, path: rest }
    : { version: undefined, path: segments }
}

/** Parses a request. It never throws: for any input it returns a parsed request or an error message. */
export function readRequest(request: HttpRequest, limits?: Partial<BodyLimits>): ReadRequest {
  const bounds = limits ? { ...bodyLimits, ...limits } : bodyLimits
  const error = headerError(request.headers, bounds)
  if (error) return error
  const target = readTarget(request.url, bounds.urlCharactersMax)
  if (!target.ok) return target
  const query = readForm(target.value.query, 'query', bounds)
  if (!query.ok) return query
  const sent = upperAscii(request.method)
  // The body of a GET is ignored: the official SDK sends one without meaning.
  const body = methodsWithBody.includes(sent) ? readBodyOf(request, bounds) : read(emptyBody)
  if (!body.ok) return body
  const count = query.value.count + body.value.count
  if (count > bounds.paramsMax) return overLimit('The request', count, bounds.paramsMax, 'parameters')
  const authorization = headerOf(request, 'authorization')
  const {
    access_token: _,
    method: override,
    ...params
  } = {
    ...(authorization !== undefined && appCredentialsOf(authorization)),
    ...query.value.params,
    ...body.value.params,
  }
  // A parameter of the body hides that of the query.
  const queryRepeats = query.value.repeats.filter((name) => !Object.hasOwn(body.value.params, name))
  const repeats = [...queryRepeats, ...body.value.repeats]
  // Only a POST can override its method, so that a followed link never deletes anything.
  const method =
    sent === 'POST' && override !== undefined
      ? overridden(repeats.includes('method') ? lastValue(override) : override)
      : read(sent)
  if (!method.ok) return method
  const queried = sent === 'GET' && override !== undefined ? writingMethod(lastValue(override)) : undefined
  const { segments, origin } = target.value
  const { version, path } = versionedPath(segments)
  return {
    ok: true,
    asked: {
      method: method.value,
      ...(queried && { override: queried }),
      ...(origin === undefined ? {} : { origin }),
      ...(version === undefined ? {} : { version }),
      path,
      params,
      files: body.value.files,
      blanks: body.value.blanks,
      repeats,
      tokens: tokensOf(query.value.params, body.value.params, authorization),
    },
  }
}

/** The error of headers that are too many or too long. */
function headerError(headers: HttpRequest['headers'], limits: BodyLimits): Unreadable | undefined {
  const names = Object.keys(headers)
  const { headersMax, headerCharactersMax } = limits
  if (names.length > headersMax) return overLimit('The request', names.length, headersMax, 'headers')
  const length = names.reduce((sum, name) => sum + name.length + (headers[name]?.length ?? 0), 0)
  return length > headerCharactersMax
    ? overLimit('The header of the request', length, headerCharactersMax, 'characters')
    : undefined
}

/** Parses the body of a method that may have one. */
function readBodyOf(request: HttpRequest, bounds: BodyLimits): Read<RequestBody> {
  const encoding = headerOf(request, 'content-encoding')?.trim() ?? ''
  if (hasBody(request) && encoding !== '' && lowerAscii(encoding) !== 'identity')
    return unreadable(
      `The content encoding ${quoted(encoding)} is not supported: send the body without encoding`,
    )
  return readBody(headerOf(request, 'content-type'), request.body, bounds)
}

const hasBody = ({ body }: HttpRequest): boolean => body !== undefined && body.length > 0

function headerOf({ headers }: HttpRequest, name: string): string | undefined {
  const sent = Object.keys(headers).find((key) => key.length === name.length && lowerAscii(key) === name)
  return sent === undefined ? undefined : headers[sent]
}

/** Returns the method by which the parameter `method` replaces that of a POST. */
function overridden(override: Json | undefined): Read<string> {
  if (override === undefined || override === '') return read('POST')
  const text = valueText(override)
  const overriding = upperAscii(text)
  if (overrides.includes(overriding)) return read(overriding)
  return unreadable(`Param method must be get, post or delete, got ${quoted(text)}`)
}

/** Returns the method that the value of the parameter `method` names, if it is one that writes. */
export function writingMethod(value: Json | undefined): 'POST' | 'DELETE' | undefined {
  const name = typeof value === 'string' ? upperAscii(value) : undefined
  return name === 'POST' || name === 'DELETE' ? name : undefined
}

/** Returns the distinct tokens. A value that is no text becomes JSON text, which no token equals. */
function tokensOf(query: Params, body: Params, authorization: string | undefined): readonly string[] {
  const tokens = new Set<string>()
  const bearer = authorization === undefined ? undefined : bearerOf(authorization)
  for (const sent of [query['access_token'], body['access_token'], bearer])
    for (const one of Array.isArray(sent) ? sent : [sent ?? ''])
      tokens.add(typeof one === 'string' ? one : valueText(one))
  tokens.delete('')
  return [...tokens]
}

/**
 * Returns a parsed request as a call of the service. `more` are files from another part of the request. In a
 * world beyond the description, a GET may name the method of a write in its query, as older SDKs do.
 */
export function callOf(
  { method, override, path, version, tokens, params, files, blanks, repeats }: RequestedCall,
  more: readonly CallFile[],
  policy: BeyondPolicy,
): Call {
  return {
    method: servesBeyond(policy) ? (override ?? method) : method,
    path,
    ...(version !== undefined && { version }),
    tokens,
    params,
    files: [...files, ...more],
    ...(blanks.length > 0 && { blanks }),
    ...(repeats.length > 0 && { repeats }),
  }
}
