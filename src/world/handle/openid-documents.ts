import { ISSUER } from '../../areas/people/id-token.ts'
import { publicKeys } from '../../areas/people/signature.ts'
import { type GraphResponse, jsonResponse } from '../../wire/response.ts'

const CONFIGURATION = '/.well-known/openid-configuration'
const KEYS = '/.well-known/oauth/openid/jwks'

/**
 * The metadata of the provider (OpenID Connect Discovery 1.0, section 3). Like those of the live service,
 * they name no token endpoint. They list the response type and the claims that a world serves.
 */
const configurationAt = (base: string): object => ({
  issuer: ISSUER,
  authorization_endpoint: `${base}/dialog/oauth/`,
  jwks_uri: `${base}${KEYS}/`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  claims_supported: [
    ...['iss', 'aud', 'sub', 'iat', 'exp', 'jti', 'nonce', 'at_hash'],
    ...['name', 'given_name', 'middle_name', 'family_name', 'email'],
  ],
})

/**
 * Returns the response to a read of a document with which clients verify id tokens, or undefined for any
 * other path. The documents are constant: reading them needs no token, and is no call of the service.
 *
 * @param base The beginning of the links in the document.
 */
export function openIdDocument(path: string, base: string): GraphResponse | undefined {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path
  if (plain === KEYS) return jsonResponse(200, publicKeys)
  return plain === CONFIGURATION ? jsonResponse(200, configurationAt(base)) : undefined
}
