import { ISSUER } from '../../chapters/people/id-token.ts'
import { publicKeys } from '../../chapters/people/signature.ts'
import type { Json } from '../../engine/values/guard.ts'
import { bodyLimits } from '../../machine/wire/body.ts'
import { FORBIDDEN_NAME, readTarget } from '../../machine/wire/form-text.ts'
import { errorBody, type GraphResponse, jsonResponse, respond } from '../../machine/wire/response.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import { statusOf } from '../../service/policy.ts'
import type { Address } from '../../service/routes/call.ts'
import type { ServiceStep } from '../../service/routes/context.ts'
import type { TypedFile } from '../../service/typed-call.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import type { LinkOrigins } from '../../service/values/links.ts'
import { sentFile } from './client.ts'
import { type Handle, runCall } from './handle.ts'
import { checkNames } from './known-names.ts'
import type { Settings } from './options.ts'
import { type PictureResponse, pictureFolders, pictureResponse } from './pictures.ts'

const WELL_KNOWN = '/.well-known/'
const CONFIGURATION = `${WELL_KNOWN}openid-configuration`
const KEYS = `${WELL_KNOWN}oauth/openid/jwks`

/**
 * The metadata of the provider (OpenID Connect Discovery 1.0, section 3). Like those of the live service,
 * they name no token endpoint. They list the response type and the claims that a world serves.
 */
const configurationAt = (base: string): object => ({
  issuer: ISSUER,
  authorization_endpoint: `${base}/dialog/oauth/`,
  jwks_uri: `${base}${KEYS}/`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  claims_supported: [
    ...['iss', 'aud', 'sub', 'iat', 'exp', 'jti', 'nonce', 'at_hash'],
    ...['name', 'given_name', 'middle_name', 'family_name', 'email'],
  ],
})

/**
 * Returns the response to a read of a document with which clients verify id tokens, or undefined for any
 * other path. The documents are constant: reading them needs no token, and is no call of the service.
 *
 * @param base The beginning of the links in the document.
 */
function openIdDocument(path: string, base: string): GraphResponse | undefined {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path
  if (plain === KEYS) return jsonResponse(200, publicKeys)
  return plain === CONFIGURATION ? jsonResponse(200, configurationAt(base)) : undefined
}

/** A request to a world: with a URL and a body, or with a path, parameters and files as values. */
export type GraphRequest = {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  /** The beginning of the links in the response, in place of the origin of the request. */
  readonly base?: string
  /** Lets the response have bytes as its body, which cost an adapter less. Without it, the body is text. */
  readonly bytes?: boolean
  /**
   * The time of the machine of the client, in Unix milliseconds. With it, the hint of the response says which
   * times in the request seem to come from that clock, and not from the world.
   */
  readonly clientTime?: number
} & (
  | { readonly url: string; readonly body?: string | Uint8Array }
  | {
      readonly path: string
      readonly params?: { readonly [name: string]: Json }
      readonly files?: readonly TypedFile[]
    }
)

const members = ['method', 'headers', 'base', 'bytes', 'clientTime']
const membersWithUrl = [...members, 'url', 'body']
const membersWithPath = [...members, 'path', 'params', 'files']
const allMembers = [...new Set([...membersWithUrl, ...membersWithPath])]

/** Throws a TypeError that names a member which a request, or its form of `url` or `path`, has not. */
function checkMembers(request: Readonly<Record<string, unknown>>): void {
  let [owner, known] = ['A request', allMembers]
  let isKnown = true
  try {
    if (request.url !== undefined) [owner, known] = ['A request with a url', membersWithUrl]
    else if (request.path !== undefined) [owner, known] = ['A request with a path', membersWithPath]
    for (const name in request) isKnown &&= known.includes(name) || request[name] === undefined
  } catch {
    // A proxy threw. The world refuses it.
  }
  if (!isKnown) checkNames(owner, 'member', request, known)
}

/** Splits a URL into origin, path and query. All are empty if the URL is invalid. */
function partsOf(url: unknown): { origin?: string; path: string; query: string } {
  const target = typeof url === 'string' ? readTarget(url, bodyLimits.urlCharactersMax) : undefined
  if (!target?.ok) return { path: '', query: '' }
  const { origin, segments, query } = target.value
  return { ...(origin !== undefined && { origin }), path: `/${segments.join('/')}`, query }
}

const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2)

const worldOrigins = new WeakMap<Settings, { base: string | undefined; web: string | undefined }>()

/** Returns the origins of the two addresses of a world. */
function originsOf(settings: Settings) {
  const known = worldOrigins.get(settings)
  if (known) return known
  const origins = { base: partsOf(settings.baseUrl).origin, web: partsOf(settings.webUrl).origin }
  worldOrigins.set(settings, origins)
  return origins
}

/** Returns the origin of the URL with which links begin. In most requests that is the URL of the world. */
function linkOriginOf(settings: Settings, url: string): string | undefined {
  return url === settings.baseUrl ? originsOf(settings).base : partsOf(url).origin
}

/**
 * Returns the address of the world that an origin belongs to: `base` or `web` (SIL-001). Undefined if both
 * addresses have this origin, and for other origins, such as a local port that serves both.
 */
function addressAt(settings: Settings, origin: string | undefined): Address | undefined {
  if (origin === undefined) return undefined
  const { base, web } = originsOf(settings)
  if (base === undefined || web === undefined || base === web) return undefined
  if (origin === base || origin === web) return origin === base ? 'base' : 'web'
  // Only hosts are compared, because a server behind a proxy does not know whether the client uses https.
  const [host, baseHost, webHost] = [origin, base, web].map(hostOf)
  if (baseHost === webHost || (host !== baseHost && host !== webHost)) return undefined
  return host === baseHost ? 'base' : 'web'
}

/**
 * Returns the headers with lower-case names. Of too many headers it returns one more than the limit, so that
 * the world refuses them.
 */
function headersOf(request: GraphRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [sent, value] of Object.entries(request.headers ?? {}).slice(0, bodyLimits.headersMax + 1)) {
    const name = lowerAscii(sent)
    if (name !== FORBIDDEN_NAME) headers[name] = value
  }
  return headers
}

function inputOf(request: GraphRequest) {
  const { method } = request
  const headers = headersOf(request)
  if ('url' in request) {
    const { url, body } = request
    return { type: 'request', method, url, headers, ...(body !== undefined && { body }) }
  }
  const { path, params = {}, files = [] } = request
  const sent = Array.isArray(files) ? files.map(sentFile) : files
  return { type: 'request', method, url: path, headers, params, files: sent }
}

/**
 * The members of a request, each of which is read only once, because a getter of the caller may return
 * another value the next time.
 */
interface ParsedRequest {
  readonly method: unknown
  readonly input: object
  readonly url: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly base: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly sendsBytes?: boolean
  readonly clientTime: number | undefined
}

function parsedRequest(request: GraphRequest): ParsedRequest {
  try {
    const { base, bytes, clientTime } = request
    const input = inputOf(request)
    const { url, method, headers } = input
    const etag: unknown = headers['if-none-match']
    return {
      method,
      input,
      url,
      headers,
      base: typeof base === 'string' ? base : undefined,
      ifNoneMatch: typeof etag === 'string' ? etag : undefined,
      sendsBytes: bytes === true,
      clientTime: typeof clientTime === 'number' ? clientTime : undefined,
    }
  } catch {
    // A getter threw. The world refuses such a request with an error.
    const input = { type: 'request', request }
    const unread = { method: undefined, url: undefined, base: undefined, ifNoneMatch: undefined }
    return { ...unread, input, headers: {}, clientTime: undefined }
  }
}

/** Returns the origins of links of a response: the requested one where it is served, else the settings. */
function originsFor(
  { baseUrl, webUrl }: Settings,
  requested?: string,
  requestedOrigin?: string,
  address?: Address,
): LinkOrigins {
  if (requested === undefined || requested === baseUrl || requested === webUrl)
    return { base: baseUrl, web: webUrl, isWritten: true }
  // The path prefix of this world on a server with several worlds.
  const prefix = requested.slice(requestedOrigin?.length ?? requested.length)
  return {
    base: address === 'web' ? baseUrl + prefix : requested,
    web: address === 'base' ? webUrl + prefix : requested,
    isWritten: true,
  }
}

/** Returns the origins of links that neither the URL nor the headers of a request name. */
function unnamedOrigins(
  { headers }: ParsedRequest,
  origin: string | undefined,
  { base, web }: LinkOrigins,
): readonly string[] {
  const host: unknown = headers['host']
  const named = origin ?? (typeof host === 'string' ? `http://${host}` : '')
  return [base, web].filter((origin) => hostOf(origin) !== hostOf(named))
}

/** A response, and the step that led to it. Pictures and documents of OpenID Connect need no step. */
interface Answered {
  readonly response: PictureResponse
  readonly step?: ServiceStep
}

/** Answers a request: a picture of the web address, or a call of the service. HEAD gets no body. */
export function answerRequest(handle: Handle, request: GraphRequest): Answered {
  if (typeof request !== 'object' || request === null) {
    throw new TypeError(
      `A request must be an object with a method, and with a url or a path, got ${String(request)}`,
    )
  }
  checkMembers(request)
  const parsed = parsedRequest(request)
  const answered = answerTo(handle, parsed)
  return parsed.method === 'HEAD' ? { ...answered, response: { ...answered.response, body: '' } } : answered
}

function answerTo(handle: Handle, request: ParsedRequest): Answered {
  const { method, input, url, base, ifNoneMatch, sendsBytes = false, clientTime } = request
  const { origin, path, query } = partsOf(url)
  const reads = method === 'GET' || method === 'HEAD'
  const { settings } = handle
  const requested = base ?? origin
  const requestedOrigin = base === undefined ? origin : linkOriginOf(settings, base)
  const address = addressAt(settings, origin ?? requestedOrigin)
  if (reads && address !== 'base' && pictureFolders.has(path.slice(1, path.indexOf('/', 1))))
    return { response: pictureResponse(handle.state, path, query) }
  const origins = originsFor(settings, requested, requestedOrigin, address)
  const isKnown = reads && path.startsWith(WELL_KNOWN) && servesBeyond(handle.state.graph.settings)
  const document = isKnown ? openIdDocument(path, origins.base) : undefined
  if (document) return { response: document }
  const reachedAt = reads ? [] : unnamedOrigins(request, origin, origins)
  const step = runCall(handle, address ? { ...input, address } : input, reachedAt)
  return { step, response: responseTo(handle, step, origins, { ifNoneMatch, sendsBytes, clientTime }) }
}

/** Makes a typed call, and returns the response that the same call over HTTP would have. */
export function answerTypedCall(handle: Handle, input: object): GraphResponse {
  return responseTo(handle, runCall(handle, input), originsFor(handle.settings))
}

function responseTo(
  handle: Handle,
  { outcome, answer }: ServiceStep,
  origins: LinkOrigins,
  options: Partial<Pick<ParsedRequest, 'ifNoneMatch' | 'sendsBytes' | 'clientTime'>> = {},
): GraphResponse {
  const { graph, ledger } = handle.state
  const { sequence } = ledger
  const policy = graph.settings
  if (answer) return respond(outcome, answer, { policy, origins, sequence, ...options })
  if (outcome.ok) throw new Error('A successful request has no answer: please report this bug of fauxgraph')
  const { error } = outcome
  return jsonResponse(statusOf(policy, error), errorBody(error, sequence))
}
