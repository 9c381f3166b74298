import type { BatchItem } from '../areas/platform/endpoints.ts'
import type { Json } from '../engine/guard.ts'
import type { CallError } from '../graph/contract/errors.ts'
import type { Call } from '../graph/pipeline.ts'
import { lowerAscii, upperAscii } from '../graph/values/letter-case.ts'
import { bodyLimits } from './body.ts'
import { callOf } from './call.ts'
import { overLimit } from './read-result.ts'
import { readRequest } from './request.ts'

/** A call of a batch, ready to be made, or why it cannot be understood. */
export interface Batched {
  readonly call: Call | CallError
  readonly ifNoneMatch?: string
}

const FORM = 'application/x-www-form-urlencoded'

const valueText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A body is text that is url-encoded, more or less, or an object of parameters. */
function bodyText(body: Json | undefined): string {
  if (typeof body === 'string') return body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ''
  return Object.entries(body)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(valueText(value))}`)
    .join('&')
}

const linesOf = (given: Json | undefined): readonly unknown[] =>
  typeof given !== 'object' || given === null ? [] : Array.isArray(given) ? given : Object.keys(given)

/** Headers as a list of `K: V`, a list of names and values, or an object. */
function headersOf(given: Json | undefined): Record<string, string> {
  if (typeof given !== 'object' || given === null) return {}
  const entries = Array.isArray(given) ? given.map(headerOf) : Object.entries(given)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[lowerAscii(name), value]] : [])),
  )
}

function headerOf(line: Json): readonly [string, Json | undefined] {
  if (typeof line === 'string') {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()]
  }
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return ['', undefined]
  const { name, value } = line as { readonly [member: string]: Json }
  return [typeof name === 'string' ? name : '', value]
}

/** The files that a call of the batch names by their parts. */
function filesOf(item: BatchItem, { files }: Call): Call['files'] {
  if (files.length === 0) return []
  const names = [item.attached_files, item.attachedFiles].flatMap((list) => list?.split(',') ?? [])
  const parts = new Set(names.map((name) => name.trim()).filter((name) => name !== ''))
  return files.filter(({ part }) => parts.has(part))
}

/** Nothing of an address is a fragment here: clients send values that nobody encoded. */
function addressOf({ relative_url: url }: BatchItem): string {
  const whole = url.replaceAll('#', '%23')
  return /^(?:\/|https?:\/\/)/i.test(whole) ? whole : `/${whole}`
}

/**
 * A call of a batch as a call of its own. What it leaves out it has from the batch around it: the version,
 * and the token unless it brings one. Parameters of a GET may stand in its body (see the Ruby SDK).
 */
export function batchedItem(item: BatchItem, around: Call): Batched {
  const { length } = linesOf(item.headers)
  if (length > bodyLimits.headersMax)
    return {
      call: { code: 100, message: overLimit('The call', length, bodyLimits.headersMax, 'headers').message },
    }
  const headers = headersOf(item.headers)
  const [url, body] = [addressOf(item), bodyText(item.body)]
  const method = upperAscii(item.method)
  const reads = method === 'GET' || method === 'HEAD'
  const understood = readRequest(
    {
      method,
      url: reads && body !== '' ? `${url}${url.includes('?') ? '&' : '?'}${body}` : url,
      headers: { ...headers, 'content-type': FORM },
      ...(!reads && { body }),
    },
    // The content type is a header of ours.
    { urlCharactersMax: bodyLimits.textBytesMax, headersMax: bodyLimits.headersMax + 1 },
  )
  const { 'if-none-match': ifNoneMatch } = headers
  const known = ifNoneMatch === undefined ? {} : { ifNoneMatch }
  if (!understood.ok) return { call: { code: 100, message: understood.message }, ...known }
  const { asked } = understood
  if (asked.path.length === 0 && asked.method === 'POST')
    return { call: { code: 100, message: 'A batch holds no batch' }, ...known }
  const { access_token: own } = item
  const tokens = [...new Set([...asked.tokens, ...(own ? [own] : [])])]
  const { version = around.version } = asked
  const { address } = around
  const call = callOf({ ...asked, ...(version !== undefined && { version }) }, filesOf(item, around))
  const sent = { ...call, ...(address && { address }), tokens: tokens.length > 0 ? tokens : around.tokens }
  return { call: sent, ...known }
}
