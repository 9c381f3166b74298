import type { BatchItem } from '../../chapters/platform/endpoints.ts'
import { nestedBatchError } from '../../chapters/platform/nested-batch.ts'
import type { Json } from '../../engine/values/guard.ts'
import { valueText } from '../../engine/values/json-text.ts'
import type { BeyondPolicy } from '../../service/contract/beyond.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { Call } from '../../service/routes/call.ts'
import { lowerAscii, upperAscii } from '../../service/values/letter-case.ts'
import { bodyLimits, FORM } from './body.ts'
import { isParams } from './form-text.ts'
import { overLimit } from './read-result.ts'
import { callOf, readRequest } from './request.ts'

/** A call of a batch, or the error if it cannot be parsed. */
export interface Batched {
  readonly call: Call | CallError
  readonly ifNoneMatch?: string
}

/** Returns the body as url-encoded text. Clients send such text, or an object of parameters. */
function bodyText(body: Json | undefined): string {
  if (typeof body === 'string') return body
  if (!isParams(body)) return ''
  return Object.entries(body)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(valueText(value))}`)
    .join('&')
}

function countHeaders(headers: Json | undefined): number {
  if (typeof headers !== 'object' || headers === null) return 0
  return Array.isArray(headers) ? headers.length : Object.keys(headers).length
}

/**
 * Returns headers by lower-case name. Clients send a list of `K: V`, a list of names and values, or an
 * object.
 */
function headersOf(headers: Json | undefined): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) return {}
  const entries = Array.isArray(headers) ? headers.map(headerOf) : Object.entries(headers)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[lowerAscii(name), value]] : [])),
  )
}

function headerOf(line: Json): readonly [string, Json | undefined] {
  if (typeof line === 'string') {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()]
  }
  if (!isParams(line)) return ['', undefined]
  const { name, value } = line
  return [typeof name === 'string' ? name : '', value]
}

/** Returns the names of form parts, from a text with commas, a list, or the names of members. */
function partNames(sent: Json | undefined): readonly string[] {
  if (typeof sent === 'string') return sent.split(',')
  if (Array.isArray(sent)) return sent.flatMap((name) => (typeof name === 'string' ? [name] : []))
  return isParams(sent) ? Object.keys(sent) : []
}

/** Returns the files whose part names a call lists in `attached_files`. */
function filesOf(item: BatchItem, { files }: Call): Call['files'] {
  if (files.length === 0) return []
  const names = [...partNames(item.attached_files), ...partNames(item.attachedFiles)]
  const parts = new Set(names.map((name) => name.trim()).filter((name) => name !== ''))
  return files.filter(({ part }) => parts.has(part))
}

/** Returns the URL of a call. A hash sign belongs to a value, because clients do not encode values. */
function urlOf({ relative_url: url }: BatchItem): string {
  const whole = url.replaceAll('#', '%23')
  return /^(?:\/|https?:\/\/)/i.test(whole) ? whole : `/${whole}`
}

/**
 * Reads an item of a batch as a separate call. By default it has the version and the tokens of the batch,
 * whose proof was checked with them. Parameters of a GET may be in its body, as the Ruby SDK sends them.
 */
export function batchedItem(item: BatchItem, batch: Call, policy: BeyondPolicy): Batched {
  const count = countHeaders(item.headers)
  if (count > bodyLimits.headersMax)
    return { call: invalidParameter(overLimit('The call', count, bodyLimits.headersMax, 'headers').message) }
  const headers = headersOf(item.headers)
  const [url, body] = [urlOf(item), bodyText(item.body)]
  const method = upperAscii(item.method)
  const reads = method === 'GET' || method === 'HEAD'
  const request = readRequest(
    {
      method,
      url: reads && body !== '' ? `${url}${url.includes('?') ? '&' : '?'}${body}` : url,
      headers: { ...headers, 'content-type': FORM },
      ...(!reads && { body }),
    },
    // The content type above is one header more than the client sent.
    { urlCharactersMax: bodyLimits.textBytesMax, headersMax: bodyLimits.headersMax + 1 },
  )
  const { 'if-none-match': ifNoneMatch } = headers
  const etag = ifNoneMatch === undefined ? {} : { ifNoneMatch }
  if (!request.ok) return { call: invalidParameter(request.message), ...etag }
  const { asked } = request
  const { access_token: token } = item
  const tokens = [...new Set([...asked.tokens, ...(token ? [token] : [])])]
  const { version = batch.version } = asked
  const { address } = batch
  const call = callOf({ ...asked, ...(version !== undefined && { version }) }, filesOf(item, batch), policy)
  if (call.path.length === 0 && call.method === 'POST') return { call: nestedBatchError, ...etag }
  const caller = tokens.length > 0 ? { tokens } : { tokens: batch.tokens, isProven: true }
  return { call: { ...call, ...(address && { address }), ...caller }, ...etag }
}
