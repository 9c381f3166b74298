import { z } from 'zod'
import { identify } from '../../graph/caller/caller.ts'
import type { ReadContext } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter } from '../../graph/contract/errors.ts'
import { numericId, oneOf, secretText, text } from '../../graph/values/scalars.ts'
import type { AppRow } from '../rows.ts'
import { insertToken, type Lifetime, validityOf } from './token.ts'

/** What an exchange takes; a code without a `grant_type` says for itself what it is. */
export const exchangeParams = z.object({
  client_id: numericId,
  client_secret: secretText,
  grant_type: oneOf(['authorization_code', 'fb_exchange_token', 'client_credentials']).optional(),
  code: secretText.optional(),
  redirect_uri: text.optional(),
  fb_exchange_token: secretText.optional(),
})

type ExchangeParams = z.output<typeof exchangeParams>

/** A token that was given, as the app is told of it. */
interface TokenResponse {
  access_token: string
  token_type: string
  expires_in?: number
}

type TokenGrant = Omit<Parameters<typeof insertToken>[1], 'expiresAt' | 'longLived'>

const required = (name: string): CallError => invalidParameter(`The parameter ${name} is required`)

function respondWithToken(context: ReadContext, granted: TokenGrant, lifetime: Lifetime): TokenResponse {
  const { tx } = context
  const until = validityOf(context, granted.type, lifetime)
  const token = insertToken(tx, { ...granted, ...until })
  const seconds = until.expiresAt === null ? undefined : (until.expiresAt - tx.now) / 1000
  return {
    access_token: token,
    token_type: 'bearer',
    ...(seconds !== undefined && { expires_in: seconds }),
  }
}

/** A code for a short-lived token: once, within its hour, by the app and for the address it was made for. */
function exchangeCode(
  context: ReadContext,
  app: AppRow,
  { code, redirect_uri: address }: ExchangeParams,
): TokenResponse | CallError {
  const { tx, now } = context
  if (code === undefined) return required('code')
  if (address === undefined) return required('redirect_uri')
  const found = tx.first('authorizationCodes', 'byCode', [code])
  if (found?.app !== app.id)
    return invalidParameter('Param code must be a code of this app that was not used before')
  if (now >= found.expiresAt) return invalidParameter('Param code must be used before it expires')
  if (found.redirectUri !== address)
    return invalidParameter('Param redirect_uri must be the address that the code was sent to')
  tx.remove(found.id)
  const { user, scopes, privacy } = found
  return respondWithToken(
    context,
    { type: 'user', app: app.id, user, page: null, scopes, privacy },
    'shortLived',
  )
}

/** A valid token for a long-lived one: of a person, or of a page, which then never ends (SIL-046). */
function exchangeForLongLived(
  context: ReadContext,
  app: AppRow,
  given: string | undefined,
): TokenResponse | CallError {
  if (!given) return required('fb_exchange_token')
  const { caller, error } = identify(context.tx, [given])
  if (error) return error
  if (caller?.app.id !== app.id)
    return invalidParameter('Param fb_exchange_token must be a token of this app')
  const { kind: type, user, token, page, scopes } = caller
  if (type === 'app' || !user || !token)
    return invalidParameter('Param fb_exchange_token must be the token of a person or a page')
  const { privacy } = token
  const granted = { type, app: app.id, user: user.id, page: page?.id ?? null, scopes: [...scopes], privacy }
  return respondWithToken(context, granted, 'longLived')
}

/** The token that an exchange gives, or why it gives none (SIL-045, SIL-046). */
export function tokenForGrant(context: ReadContext, params: ExchangeParams): TokenResponse | CallError {
  const app = context.tx.find('apps', Number(params.client_id))
  if (!app) return invalidParameter(`Param client_id must be the id of an app, got ${params.client_id}`)
  if (params.client_secret !== app.secret)
    return invalidParameter('Param client_secret must be the secret of the app')
  const { grant_type: grant = 'authorization_code', fb_exchange_token: token } = params
  if (grant === 'client_credentials') return { access_token: `${app.id}|${app.secret}`, token_type: 'bearer' }
  return grant === 'fb_exchange_token'
    ? exchangeForLongLived(context, app, token)
    : exchangeCode(context, app, params)
}
