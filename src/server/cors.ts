import type { GraphResponse } from '../machine/wire/response.ts'

const methods = 'GET, HEAD, POST, PUT, DELETE'
const requestHeaders = 'authorization, content-type, if-none-match, x-sim-world'
const responseHeaders = 'etag, facebook-api-version, x-fauxgraph-hint, x-fauxgraph-picture'

/** The headers that let a page of a listed origin read an answer. They never allow `*`. */
export function corsHeaders(
  origins: readonly string[],
  origin: string | undefined,
): Record<string, string> | undefined {
  if (origins.length === 0) return undefined
  if (origin === undefined || !origins.includes(origin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': responseHeaders,
  }
}

interface Preflight {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

/** Answers a CORS preflight; undefined if the request is not a preflight. */
export function preflight({ method, headers }: Preflight): GraphResponse | undefined {
  const isPreflight =
    headers['origin'] !== undefined && headers['access-control-request-method'] !== undefined
  if (method !== 'OPTIONS' || !isPreflight) return undefined
  const allowed = {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': requestHeaders,
    'access-control-max-age': '600',
  }
  const asksForPrivateNetwork = headers['access-control-request-private-network'] === 'true'
  const network = asksForPrivateNetwork ? { 'access-control-allow-private-network': 'true' } : {}
  return { status: 204, headers: { ...allowed, ...network }, body: '', dropped: false }
}
