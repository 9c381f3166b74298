import { fromLenientBase64 } from '../../engine/values/base64.ts'
import { decodeUtf8 } from '../../engine/values/utf8.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import type { Params } from './form-text.ts'

/** Returns what follows the scheme of an Authorization header, or undefined for another scheme. */
function credentialsOf(authorization: string, scheme: string): string | undefined {
  const { length } = scheme
  if (authorization[length] !== ' ' || lowerAscii(authorization.slice(0, length)) !== scheme) return undefined
  return authorization.slice(length + 1).trim()
}

/**
 * Returns the token of an Authorization header (RFC 6750), or undefined for another scheme. Clients of an
 * earlier draft, such as omniauth-facebook, name the scheme OAuth.
 */
export const bearerOf = (authorization: string): string | undefined =>
  credentialsOf(authorization, 'bearer') ?? credentialsOf(authorization, 'oauth')

/**
 * Returns the app that an Authorization header names by its id and secret, as the parameters that name it:
 * OAuth clients may send either (RFC 6749, section 2.3.1). Ids and secrets have no characters to escape.
 */
export function appCredentialsOf(authorization: string): Params {
  const encoded = credentialsOf(authorization, 'basic')
  const bytes = encoded === undefined ? undefined : fromLenientBase64(encoded)
  const text = bytes && decodeUtf8(bytes)
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 1) return {}
  return { client_id: text.slice(0, colon), client_secret: text.slice(colon + 1) }
}
