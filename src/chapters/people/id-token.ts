import { HOUR } from '../../service/contract/limits.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { unixTime } from '../../service/values/times.ts'
import type { AuthorizationCodeRow, UserRow } from '../rows.ts'
import { base64url, sha256Of, signedToken } from './signature.ts'

/** The issuer of id tokens. It is that of the live service, whatever the address of the world is. */
export const ISSUER = 'https://www.facebook.com'

const HALF_HASH_BYTES = 16

/** The claims about a person that the permissions of a login allow. A token leaves out what is undefined. */
const profileClaims = (
  { name, firstName, middleName, lastName, email }: UserRow,
  scopes: readonly string[],
): object => ({
  email: scopes.includes('email') ? email : undefined,
  given_name: firstName,
  middle_name: middleName,
  family_name: lastName,
  name,
})

/**
 * Returns the id token of a login whose permissions include openid, or undefined for any other. It is valid
 * for an hour, and bound to the access token (OpenID Connect Core 1.0, sections 2 and 3.1.3.6; SIL-190).
 */
export function idTokenOf(
  { tx }: Pick<ReadContext, 'tx'>,
  { app, user: userId, scopes, nonce }: AuthorizationCodeRow,
  accessToken: string,
): string | undefined {
  const user = scopes.includes('openid') ? tx.find('users', userId) : undefined
  if (!user) return undefined
  const issued = unixTime(tx.now)
  return signedToken({
    iss: ISSUER,
    aud: String(app),
    sub: String(user.id),
    iat: issued,
    exp: issued + HOUR,
    jti: tx.spell('id tokens', 40),
    nonce,
    at_hash: base64url(sha256Of(accessToken).slice(0, HALF_HASH_BYTES)),
    ...profileClaims(user, scopes),
  })
}
