import type { Json } from '../engine/guard.ts'
import type { GraphError } from '../graph/errors.ts'
import { statusOf } from '../graph/policy.ts'
import { bodyLimits } from '../wire/body.ts'
import { readTarget } from '../wire/form-target.ts'
import { errorBody, jsonResponse, respond } from '../wire/response.ts'
import type { TypedFile } from './client.ts'
import { type Handle, policyIn, takeCall } from './handle.ts'
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

function inputOf(request: GraphRequest, headers: Record<string, string>): object {
  const { method } = request
  if ('url' in request) {
    const { url, body } = request
    return { type: 'request', method, url, headers, ...(body !== undefined && { body }) }
  }
  const { path, params = {}, files = [] } = request
  const sent = files.map(({ part = 'source', name, bytes }) => ({ part, name, bytes }))
  return { type: 'request', method, url: path, headers, params, files: sent }
}

function originsFor(handle: Handle, base: string | undefined, origin: string | undefined) {
  const { baseUrl, webUrl } = handle.settings
  const asked = base ?? origin
  // One port serves both addresses, so whoever asked somewhere else finds the web there too.
  return asked === undefined || asked === baseUrl
    ? { base: baseUrl, web: webUrl }
    : { base: asked, web: asked }
}

/** Answers a request: a picture of the web address, or a call of the service. HEAD gets no body. */
export function requestOf(handle: Handle, request: GraphRequest): PictureResponse {
  const response = answerTo(handle, request)
  return request.method === 'HEAD' ? { ...response, body: '' } : response
}

function answerTo(handle: Handle, request: GraphRequest): PictureResponse {
  if (typeof request !== 'object' || request === null) {
    throw new TypeError(
      `A request is an object with a method and a url, or a method and a path; got ${String(request)}`,
    )
  }
  const { origin, path, query } = partsOf('url' in request ? request.url : request.path)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (reads && isPicturePath(path)) return pictureResponse(handle.state, path, query)
  // One more than are read: that many are refused, and so cost nothing however many there are.
  const sent = Object.entries(request.headers ?? {}).slice(0, bodyLimits.headersMax + 1)
  const headers = Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value]))
  const { outcome, answer } = takeCall(handle, inputOf(request, headers))
  const { sequence } = handle.state.ledger
  const policy = policyIn(handle)
  if (answer) {
    const origins = originsFor(handle, request.base, origin)
    return respond(outcome, answer, { policy, origins, sequence, ifNoneMatch: headers['if-none-match'] })
  }
  if (outcome.ok) throw new Error('A request was taken without an answer')
  const error = outcome.error as GraphError
  return jsonResponse(statusOf(policy, error.code), errorBody(error, sequence))
}
