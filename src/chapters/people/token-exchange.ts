import { z } from '../../engine/schema/zod.ts'
import { identify } from '../../service/caller/caller.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { numericId, oneOf, secretText, text } from '../../service/values/scalars.ts'
import type { AppRow } from '../rows.ts'
import { unknownClient } from './authorization.ts'
import { idTokenOf } from './id-token.ts'
import { codeVerifier, verifierError } from './proof-key.ts'
import { insertToken, type Lifetime, validityOf } from './token.ts'

/** The parameters of a token exchange. Without `grant_type`, `code` is exchanged. */
export const exchangeParams = z.object({
  /** The id of the app. HTTP Basic authentication may have it instead. */
  client_id: numericId,
  /** The app secret. HTTP Basic authentication may have it instead. */
  client_secret: secretText,
  /** The thing to exchange: a code, a short-lived token, or the credentials of the app. */
  grant_type: oneOf(['authorization_code', 'fb_exchange_token', 'client_credentials']).optional(),
  /** The code of the redirect; for `authorization_code`. */
  code: secretText.optional(),
  /** The URL that got the code, exactly as it was sent; for `authorization_code`. */
  redirect_uri: text.optional(),
  /** The text from which `code_challenge` was made; for a code that was requested with one (RFC 7636). */
  code_verifier: codeVerifier.optional(),
  /** The token to exchange for a long-lived one; for `fb_exchange_token`. */
  fb_exchange_token: secretText.optional(),
})

type ExchangeParams = z.output<typeof exchangeParams>

/** The response of a token exchange. */
interface TokenResponse {
  access_token: string
  token_type: string
  /** In seconds; absent if the token never expires. */
  expires_in?: number
  /** For a login with the permission openid. */
  id_token?: string
}

type TokenGrant = Omit<Parameters<typeof insertToken>[1], 'expiresAt' | 'longLived'>

/** The error of the live service: https://github.com/Thuzi/facebook-node-sdk/issues/82. */
const notSpecified: CallError = {
  code: 1,
  message: 'fb_exchange_token parameter not specified',
  verbatim: true,
  transient: false,
}

const isRequired = (name: string): CallError => invalidParameter(`The parameter ${name} is required`)

function respondWithToken(context: ReadContext, grant: TokenGrant, lifetime: Lifetime): TokenResponse {
  const { tx } = context
  const validity = validityOf(context, grant.type, lifetime)
  const token = insertToken(tx, { ...grant, ...validity })
  const seconds = validity.expiresAt === null ? undefined : (validity.expiresAt - tx.now) / 1000
  return {
    access_token: token,
    token_type: 'bearer',
    ...(seconds !== undefined && { expires_in: seconds }),
  }
}

/**
 * Exchanges a code for a short-lived user token. A code works once, within its hour, for the app and the
 * redirect URI that it was issued for (SIL-047).
 */
function exchangeCode(
  context: ReadContext,
  app: AppRow,
  { code: text, redirect_uri: redirectUri, code_verifier: verifier }: ExchangeParams,
): TokenResponse | CallError {
  const { tx, now } = context
  if (text === undefined) return isRequired('code')
  if (redirectUri === undefined) return isRequired('redirect_uri')
  const code = tx.first('authorizationCodes', 'byCode', [text])
  if (code?.app !== app.id)
    return invalidParameter('Param code must be a code of this app that was not used before')
  if (now >= code.expiresAt) return invalidParameter('Param code must be used before it expires')
  if (code.redirectUri !== redirectUri)
    return invalidParameter('Param redirect_uri must be the address that the code was sent to')
  const unverified = verifierError(code, verifier)
  if (unverified) return unverified
  tx.remove(code.id)
  const { user, scopes, privacy } = code
  const grant = { type: 'user', app: app.id, user, page: null, scopes, privacy } as const
  const response = respondWithToken(context, grant, 'shortLived')
  const idToken = idTokenOf(context, code, response.access_token)
  return { ...response, ...(idToken !== undefined && { id_token: idToken }) }
}

/** Exchanges a valid user or page token for a long-lived one; the page token never expires (SIL-046). */
function exchangeForLongLived(
  context: ReadContext,
  app: AppRow,
  text: string | undefined,
): TokenResponse | CallError {
  if (!text) return servesBeyond(context.policy) ? notSpecified : isRequired('fb_exchange_token')
  const { caller, error } = identify(context.tx, [text])
  if (error) return error
  if (caller?.app.id !== app.id)
    return invalidParameter('Param fb_exchange_token must be a token of this app')
  const { kind: type, user, token, page, scopes } = caller
  if (type === 'app' || !user || !token)
    return invalidParameter('Param fb_exchange_token must be the token of a person or a page')
  const { privacy } = token
  const grant = { type, app: app.id, user: user.id, page: page?.id ?? null, scopes: [...scopes], privacy }
  return respondWithToken(context, grant, 'longLived')
}

/** Returns the token for the grant that the parameters name, or an error (AUT-030, SIL-045, SIL-046). */
export function tokenForGrant(context: ReadContext, params: ExchangeParams): TokenResponse | CallError {
  const app = context.tx.find('apps', Number(params.client_id))
  if (!app || app.deleted) return unknownClient(params.client_id, context.policy)
  if (params.client_secret !== app.secret)
    return invalidParameter('Param client_secret must be the secret of the app')
  const { grant_type: grant = 'authorization_code', fb_exchange_token: token } = params
  if (grant === 'client_credentials') return { access_token: `${app.id}|${app.secret}`, token_type: 'bearer' }
  return grant === 'fb_exchange_token'
    ? exchangeForLongLived(context, app, token)
    : exchangeCode(context, app, params)
}
