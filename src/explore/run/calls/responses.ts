import type { PictureResponse } from '../../../world/handle/pictures.ts'
import type { SentRequest } from '../operation.ts'
import { textResponse } from './text-response.ts'

/** The result of `fetch`: a response, or the error that it throws. */
export type Settled = { readonly response: Response } | { readonly error: unknown }

/** The error of `fetch` if a connection breaks. Its cause has the members of Node's system errors. */
export const connectionError = (syscall: 'connect' | 'read', code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`${syscall} ${code}`), { syscall, code }) })

/**
 * The headers and the body of a request, with the media type that `fetch` adds. Only a body that may be a
 * stream makes a promise.
 */
export function sentRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
): SentRequest | Promise<SentRequest> {
  const { body } = init ?? {}
  const isSimple =
    !(input instanceof Request) &&
    (body === undefined || body === null || typeof body === 'string' || body instanceof URLSearchParams)
  return isSimple ? simpleRequest(String(input), init, body ?? undefined) : readRequest(input, init)
}

async function readRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<SentRequest> {
  const { body } = init ?? {}
  const options: RequestInit & { duplex?: 'half' } = { ...init, ...(body && { duplex: 'half' }) }
  const request = new Request(input, options)
  const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  const { method, url } = request
  return { method, url, headers: Object.fromEntries(request.headers), ...(bytes && { body: bytes }) }
}

function simpleRequest(
  address: string,
  init: RequestInit | undefined,
  body: string | URLSearchParams | undefined,
): SentRequest {
  const headers = Object.fromEntries(new Headers(init?.headers))
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'text/plain'
  if (body !== undefined) headers['content-type'] ??= `${type};charset=UTF-8`
  const method = (init?.method ?? 'GET').toUpperCase()
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw new TypeError('Request with GET/HEAD method cannot have body.')
  return { method, url: new URL(address).href, headers, ...(body !== undefined && { body: String(body) }) }
}

/** The response of `fetch` for an answer of the world. */
export function responseOf({ status, headers, body, dropped }: PictureResponse, method: string): Settled {
  if (dropped) return { error: connectionError('read', 'ECONNRESET') }
  const isEmpty = method === 'HEAD' || status === 204 || status === 304
  if (isEmpty) return { response: new Response(null, { status, headers }) }
  if (typeof body === 'string') return { response: textResponse(body, { status, headers }) }
  return { response: new Response(Uint8Array.from(body), { status, headers }) }
}

const html = '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Bad Gateway</h1></body></html>'

/** The answer of a gateway between the code under test and the service. */
export const gateway = (status: number): Settled => ({
  response: textResponse(html, { status, headers: { 'content-type': 'text/html' } }),
})

/** The response of `fetch` for an answer that was damaged on its way. */
export function damaged(
  answer: PictureResponse,
  method: string,
  how: 'truncated' | 'html' | 'empty',
): Settled {
  if (how === 'html') return gateway(502)
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body)
  const body = how === 'empty' ? '' : text.slice(0, Math.floor(text.length / 2))
  const { 'content-length': _, ...headers } = answer.headers
  return responseOf({ ...answer, headers, body }, method)
}
