import type { Json } from '../engine/values/guard.ts'
import { isPlainObject } from '../engine/values/plain-object.ts'

const text = (value: Json | undefined, what: string): string | undefined => {
  if (value === undefined || typeof value === 'string') return value
  throw new TypeError(`The member ${what} must be text`)
}

/** A URL without its token, and with another version if one is given. */
function withVersion(url: string, version: string | undefined): string {
  const [path = '', query = ''] = url.split('?', 2)
  const params = new URLSearchParams(query)
  params.delete('access_token')
  const plain = path.replace(/^\/v\d{1,3}\.\d(?=\/)/, '')
  const versioned = version === undefined ? path : `/${version}${plain}`
  return params.size === 0 ? versioned : `${versioned}?${params}`
}

/** The body of a form without its token. */
const withoutToken = (form: string): string =>
  form
    .split('&')
    .filter((pair) => !pair.startsWith('access_token='))
    .join('&')

/** A request with another token, which takes the place of the one that it was sent with. */
function otherRequest(input: { readonly [member: string]: Json }, token?: string, version?: string): object {
  const { headers, params, url, body } = input
  const { authorization: _sent, ...others } = isPlainObject(headers) ? headers : {}
  const { access_token: _given, ...rest } = isPlainObject(params) ? params : {}
  return {
    ...input,
    url: withVersion(String(url), version),
    ...(params !== undefined && { params: rest }),
    ...(typeof body === 'string' && { body: withoutToken(body) }),
    headers: { ...others, authorization: `Bearer ${token}` },
  }
}

/** The token that a request was sent with. */
function tokenIn({ headers, params, url }: { readonly [member: string]: Json }): string {
  const sent = isPlainObject(headers) ? String(headers['authorization'] ?? '') : ''
  const given = isPlainObject(params) ? params['access_token'] : undefined
  const asked = new URLSearchParams(String(url).split('?', 2)[1] ?? '').get('access_token')
  return sent.replace(/^(?:bearer|oauth) /i, '') || (typeof given === 'string' ? given : (asked ?? ''))
}

/** Returns the input of a call with another token or version. Throws a TypeError if it is no call. */
export function otherCaller(input: Json, token: Json | undefined, version: Json | undefined): object {
  const [caller, edition] = [text(token, 'token'), text(version, 'version')]
  if (!isPlainObject(input) || (input['type'] !== 'call' && input['type'] !== 'request'))
    throw new TypeError('Only a call can be played again: choose the step of a call or a request')
  if (input['type'] === 'request') {
    if (caller === undefined && edition === undefined) return input
    return otherRequest(input, caller ?? tokenIn(input), edition)
  }
  return {
    ...input,
    ...(caller !== undefined && { token: caller }),
    ...(edition !== undefined && { version: edition }),
  }
}
