import { joined } from '../../engine/values/byte-arrays.ts'
import type { Json } from '../../engine/values/guard.ts'
import { valueText } from '../../engine/values/json-text.ts'
import { registryWith } from '../../machine/world-registry.ts'
import type { PlayedCall, Sending } from '../../scenario/play/call.ts'
import type { Area } from '../../service/area/area.ts'
import { typedPath } from '../../service/routes/routes.ts'
import type { TypedFile } from '../../service/typed-call.ts'
import { shown } from '../../service/values/scalars.ts'
import type { GraphRequest } from '../../world/handle/request.ts'

/** A step of a scenario as an HTTP request. */
export interface RemoteRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** Where requests are sent: the address of the API, and that of the pages of the web. */
export interface RequestOrigins {
  readonly base: string
  readonly web: string
  /** The areas of the scenario. */
  readonly areas?: readonly Area[]
}

type Params = { readonly [name: string]: Json }

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const formOf = (params: Params): string =>
  new URLSearchParams(Object.entries(params).map(([name, value]) => [name, valueText(value)])).toString()

const BOUNDARY = 'fauxgraph-form-5f2d9c71b0e84a36'

/** Writes a name in the header of a part of a form. */
const quoted = (name: string): string => `"${name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign))}"`

function multipart(params: Params, files: readonly TypedFile[]): Uint8Array {
  const head = (text: string) => bytesOf(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${text}\r\n\r\n`)
  const fields = Object.entries(params).flatMap(([name, value]) => [
    head(`name=${quoted(name)}`),
    bytesOf(`${valueText(value)}\r\n`),
  ])
  const uploads = files.flatMap(({ part = 'source', name, bytes }) => [
    head(`name=${quoted(part)}; filename=${quoted(name)}\r\nContent-Type: application/octet-stream`),
    bytes,
    bytesOf('\r\n'),
  ])
  return joined([...fields, ...uploads, bytesOf(`--${BOUNDARY}--\r\n`)])
}

/** Returns a request with parameters: in the query of a read, and in the form of a write. */
function withParams(
  method: string,
  address: string,
  headers: RemoteRequest['headers'],
  params: Params,
  files: readonly TypedFile[],
): RemoteRequest {
  if (method === 'POST' && files.length > 0) {
    const type = `multipart/form-data; boundary=${BOUNDARY}`
    return {
      method,
      url: address,
      headers: { ...headers, 'content-type': type },
      body: multipart(params, files),
    }
  }
  const form = formOf(params)
  if (method === 'POST') {
    const type = 'application/x-www-form-urlencoded'
    return { method, url: address, headers: { ...headers, 'content-type': type }, body: bytesOf(form) }
  }
  const separator = address.includes('?') ? '&' : '?'
  return { method, url: form === '' ? address : address + separator + form, headers }
}

function ofCall(
  { operation, token, version, params, files }: PlayedCall,
  origins: RequestOrigins,
): RemoteRequest {
  const entry = registryWith(origins.areas ?? []).routes.byName.get(operation)
  if (!entry) throw new TypeError(`There is no operation ${shown(operation)}`)
  const { [entry.query === '' ? entry.placeholder : '']: _node, ...own } = params
  const path = typedPath(entry, params).path.map(encodeURIComponent).join('/')
  const front = version === undefined || entry.web ? '' : `/${version}`
  const address = `${entry.web ? origins.web : origins.base}${front}/${path}`
  return withParams(
    entry.method,
    address,
    {},
    { ...own, ...(token !== '' && { access_token: token }) },
    files,
  )
}

/** The parts of a request that both of its forms have. */
function ofRequest(request: GraphRequest, { base }: RequestOrigins): RemoteRequest {
  const target = 'url' in request ? request.url : request.path
  const address = target.startsWith('/') ? base + target : target
  const { method, headers = {} } = request
  if ('path' in request)
    return withParams(method, address, headers, request.params ?? {}, request.files ?? [])
  const { body } = request
  const sent = typeof body === 'string' ? bytesOf(body) : body
  return { method, url: address, headers, ...(sent && { body: sent }) }
}

/** Returns what a step sends as an HTTP request. */
export const httpRequestOf = (sending: Sending, origins: RequestOrigins): RemoteRequest =>
  'call' in sending ? ofCall(sending.call, origins) : ofRequest(sending.request, origins)
