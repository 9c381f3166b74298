import { fromBase64 } from '../engine/values/base64.ts'
import type { Json } from '../engine/values/guard.ts'
import { parseJson } from '../engine/values/json-text.ts'
import { isPlainObject } from '../engine/values/plain-object.ts'
import { decodeUtf8 } from '../engine/values/utf8.ts'
import { bounds } from '../service/contract/bounds.ts'

type Input = { readonly [member: string]: Json }

const text = (value: Json | undefined, what: string): string | undefined => {
  if (value === undefined || typeof value === 'string') return value
  throw new TypeError(`The member ${what} must be text`)
}

/** A URL with another version. */
function withVersion(url: string, version: string): string {
  const [path = '', ...query] = url.split('?')
  return [`/${version}${path.replace(/^\/v\d{1,3}\.\d(?=\/)/, '')}`, ...query].join('?')
}

const formWithoutToken = (form: string): string =>
  form
    .split('&')
    .filter((pair) => !pair.startsWith('access_token='))
    .join('&')

function urlWithoutToken(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const rest = formWithoutToken(query ?? '')
  return rest === '' ? path : `${path}?${rest}`
}

/** A form or an object of JSON, as text or as bytes, without its token. Other bodies stay as they are. */
function bodyWithoutToken(body: Json): Json {
  const bytes = isPlainObject(body) ? fromBase64(String(body['$base64'])) : undefined
  const sent = typeof body === 'string' ? body : bytes && decodeUtf8(bytes)
  if (sent === undefined) return body
  if (!/^\s*\{/.test(sent)) return formWithoutToken(sent)
  const read = parseJson(sent, { depth: bounds.jsonDepthMax, values: bounds.jsonValuesMax })
  if (!read.ok || !isPlainObject(read.value)) return body
  const { access_token: _token, ...others } = read.value
  return JSON.stringify(others)
}

const isMultipart = (headers: Json | undefined): boolean =>
  isPlainObject(headers) && /^multipart\//i.test(String(headers['content-type'] ?? ''))

/** A request with another token, which takes the place of the one that it was sent with. */
function withToken(input: Input, token: string): Input {
  const { headers, params, url, body } = input
  const { authorization: _sent, ...others } = isPlainObject(headers) ? headers : {}
  const { access_token: _given, ...rest } = isPlainObject(params) ? params : {}
  return {
    ...input,
    url: urlWithoutToken(String(url)),
    ...(params !== undefined && { params: rest }),
    ...(body !== undefined && !isMultipart(headers) && { body: bodyWithoutToken(body) }),
    headers: { ...others, authorization: `Bearer ${token}` },
  }
}

/** Returns the input of a call with another token or version. Throws a TypeError if it is no call. */
export function otherCaller(input: Json, token: Json | undefined, version: Json | undefined): object {
  const [caller, edition] = [text(token, 'token'), text(version, 'version')]
  if (!isPlainObject(input) || (input['type'] !== 'call' && input['type'] !== 'request'))
    throw new TypeError('Only a call can be played again: choose the step of a call or a request')
  if (input['type'] === 'call')
    return {
      ...input,
      ...(caller !== undefined && { token: caller }),
      ...(edition !== undefined && { version: edition }),
    }
  const asked = caller === undefined ? input : withToken(input, caller)
  return edition === undefined ? asked : { ...asked, url: withVersion(String(asked['url']), edition) }
}
