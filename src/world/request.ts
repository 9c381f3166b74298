import type { TypedFile } from '../areas/operations.ts'
import type { Json } from '../engine/guard.ts'
import { statusOf } from '../graph/policy.ts'
import { lowerAscii } from '../graph/values/letter-case.ts'
import type { Address } from '../graph/values/links.ts'
import { bodyLimits } from '../wire/body.ts'
import { readTarget } from '../wire/form-target.ts'
import { errorBody, jsonResponse, respond } from '../wire/response.ts'
import { sentFile } from './client.ts'
import { type Handle, policyIn, type Settings, takeCall } from './handle.ts'
import { isPicturePath, type PictureResponse, pictureResponse } from './pictures.ts'

/** A request to a world: as bytes, or with its parameters and files as values. */
export type GraphRequest = {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  /** Where the links of the answer begin, in place of the origin that was asked. */
  readonly base?: string
} & (
  | { readonly url: string; readonly body?: string | Uint8Array }
  | {
      readonly path: string
      readonly params?: { readonly [name: string]: Json }
      readonly files?: readonly TypedFile[]
    }
)

/** The origin, the path and the query of a request's url; nothing of one that cannot be read. */
function partsOf(url: unknown): { origin?: string; path: string; query: string } {
  const target = typeof url === 'string' ? readTarget(url, bodyLimits.urlCharactersMax) : undefined
  if (!target?.ok) return { path: '', query: '' }
  const { origin, segments, query } = target.value
  return { ...(origin !== undefined && { origin }), path: `/${segments.join('/')}`, query }
}

const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2)

/**
 * The address of the world that an origin is (SIL-001). Undefined where one origin is both addresses, and for
 * any other origin, such as that of a port which serves both.
 */
function addressAt({ baseUrl, webUrl }: Settings, origin: string | undefined): Address | undefined {
  const [base, web] = [partsOf(baseUrl).origin, partsOf(webUrl).origin]
  if (origin === undefined || base === undefined || web === undefined || base === web) return undefined
  if (origin === base || origin === web) return origin === base ? 'base' : 'web'
  // A server knows the host that was asked, and not whether a proxy in front of it speaks https.
  const [asked, baseHost, webHost] = [origin, base, web].map(hostOf)
  if (baseHost === webHost || (asked !== baseHost && asked !== webHost)) return undefined
  return asked === baseHost ? 'base' : 'web'
}

/** Header names in lower case. One more is kept than is read: so many are refused, whatever they are. */
function headersOf(request: GraphRequest): Record<string, string> {
  const sent = Object.entries(request.headers ?? {}).slice(0, bodyLimits.headersMax + 1)
  return Object.fromEntries(sent.map(([name, value]) => [lowerAscii(name), value]))
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

/** A request that was read once: what reading it may run is run here, and nowhere else. */
interface Sent {
  readonly method: unknown
  readonly input: object
  readonly url: unknown
  readonly base: string | undefined
  readonly ifNoneMatch: string | undefined
}

function sentOf(request: GraphRequest): Sent {
  try {
    const { base } = request
    const input = inputOf(request)
    const { url, method, headers } = input
    const known: unknown = headers['if-none-match']
    return {
      method,
      input,
      url,
      base: typeof base === 'string' ? base : undefined,
      ifNoneMatch: typeof known === 'string' ? known : undefined,
    }
  } catch {
    // Reading it throws: the world refuses such a request, and says so.
    const input = { type: 'request', request }
    return { method: undefined, input, url: undefined, base: undefined, ifNoneMatch: undefined }
  }
}

/** Where links begin: below the origin that was asked, as far as that origin serves what they lead to. */
function originsFor({ baseUrl, webUrl }: Settings, asked: string | undefined, address?: Address) {
  if (asked === undefined || asked === baseUrl || asked === webUrl) return { base: baseUrl, web: webUrl }
  // The path in front of a world's own paths, where a server has several worlds.
  const prefix = asked.slice(partsOf(asked).origin?.length ?? asked.length)
  return {
    base: address === 'web' ? baseUrl + prefix : asked,
    web: address === 'base' ? webUrl + prefix : asked,
  }
}

/** Answers a request: a picture of the web address, or a call of the service. HEAD gets no body. */
export function requestOf(handle: Handle, request: GraphRequest): PictureResponse {
  if (typeof request !== 'object' || request === null) {
    throw new TypeError(
      `A request is an object with a method and a url, or a method and a path; got ${String(request)}`,
    )
  }
  const sent = sentOf(request)
  const response = answerTo(handle, sent)
  return sent.method === 'HEAD' ? { ...response, body: '' } : response
}

function answerTo(handle: Handle, { method, input, url, base, ifNoneMatch }: Sent): PictureResponse {
  const { origin, path, query } = partsOf(url)
  const reads = method === 'GET' || method === 'HEAD'
  const { settings } = handle
  const address = addressAt(settings, origin ?? partsOf(base).origin)
  if (reads && address !== 'base' && isPicturePath(path)) return pictureResponse(handle.state, path, query)
  const { outcome, answer } = takeCall(handle, address ? { ...input, address } : input)
  const { sequence } = handle.state.ledger
  const policy = policyIn(handle)
  if (answer) {
    const origins = originsFor(settings, base ?? origin, address)
    return respond(outcome, answer, { policy, origins, sequence, ifNoneMatch })
  }
  if (outcome.ok) throw new Error('A request was taken without an answer')
  const { error } = outcome
  return jsonResponse(statusOf(policy, error.code), errorBody(error, sequence))
}
