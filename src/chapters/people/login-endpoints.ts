import { z } from '../../engine/schema/zod.ts'
import { descriptionError, servesBeyond } from '../../service/contract/beyond.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { authorizationParams, authorizationRedirect, authorizationResult, byClient } from './authorization.ts'
import { exchangeParams, tokenForGrant } from './token-exchange.ts'

/**
 * Opens the authorization window: redirects the browser to `redirect_uri`. The query has a `code` if the
 * person that `setConsent` names for the app grants access, and `error=access_denied` if they deny it, or if
 * `setConsent` names no person for the app. The parameter `response_type` is required unless the policy is
 * `beyond: 'serve'`.
 */
export const authorize = endpoint({
  route: 'GET /oauth/authorize', // REF-001
  chapter: 'Endpoints › Reference endpoints',
  access: byClient,
  errors: [100, 200],
  params: authorizationParams,
  result: authorizationResult,
  redirects: true,
  run(context) {
    const { params, policy, refuseFor } = context
    if (params.response_type === undefined && !servesBeyond(policy))
      return refuseFor(descriptionError('The parameter response_type is required'))
    const redirect = authorizationRedirect(context, params)
    return isCallError(redirect) ? refuseFor(redirect) : redirect
  },
})

/**
 * Issues a token to an app: a short-lived user token for a code of the authorization window, a long-lived
 * token for a valid one (`grant_type=fb_exchange_token`), or the app token (`grant_type=client_credentials`).
 */
export const exchangeToken = endpoint({
  route: 'GET /oauth/access_token',
  also: { 'POST /oauth/access_token': {} }, // SIL-045
  chapter: 'Authentication',
  access: byClient,
  errors: [100, 200],
  params: exchangeParams,
  logged: ({ client_id, grant_type, redirect_uri }) => ({ client_id, grant_type, redirect_uri }),
  answersSecret: true,
  result: z.object({
    /** The new token. */
    access_token: z.string(),
    /** The type of the token: always `bearer`. */
    token_type: z.string(),
    /** In seconds; absent if the token never expires. */
    expires_in: z.int().optional(),
    /** Who has logged in, as a signed JSON Web Token; for a login with the permission openid. */
    id_token: z.string().optional(),
  }),
  run(context) {
    const response = tokenForGrant(context, context.params)
    return isCallError(response) ? context.refuseFor(response) : response
  },
})
