import { z } from '../../../engine/schema/zod.ts'
import { type Access, unownedAccess } from '../../../graph/access/access.ts'
import { ownAccess } from '../../../graph/access/ownership.ts'
import { isCallError } from '../../../graph/contract/errors.ts'
import { successResult } from '../../../graph/results.ts'
import { endpoint } from '../../../graph/routes/define.ts'
import { secretText, text } from '../../../graph/values/scalars.ts'
import {
  authorizationParams,
  authorizationRedirect,
  authorizationResult,
  byClient,
} from '../../people/authorization.ts'
import { bindingOf, bindingParams } from '../../people/proof-key.ts'
import { describeToken, notOfDeveloper, TokenDescription } from './token-description.ts'

const chapter = 'Beyond the description'

/**
 * Opens the authorization window, like `authorize`: redirects the browser to `redirect_uri` with a `code`, or
 * with `error=access_denied`. The action `setConsent` decides which. The permission public_profile is always
 * granted. A scope that the live service does not know is refused if the person administers the app, and left
 * out for everybody else.
 */
export const openLoginDialog = endpoint({
  route: 'GET /dialog/oauth',
  chapter,
  source: 'https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow/',
  access: byClient,
  errors: [100, 368],
  params: authorizationParams.extend(bindingParams),
  result: authorizationResult,
  redirects: true,
  run(context) {
    const redirect = authorizationRedirect(context, context.params, bindingOf(context.params))
    return isCallError(redirect) ? context.refuseFor(redirect) : redirect
  },
})

const permissionsSource = 'https://developers.facebook.com/docs/graph-api/reference/user/permissions/'

/** Lists the permissions that a person granted the app of their token. Requires their user token. */
export const listPermissions = endpoint({
  route: 'GET /{user}/permissions',
  chapter,
  source: permissionsSource,
  access: ownAccess(),
  params: z.object({}),
  result: z.object({
    /** The permissions that the user granted the app of the token. */
    data: z.array(
      z.object({
        /** The name of the permission. */
        permission: z.string(),
        /** Always `granted`: permissions that were not granted are not listed. */
        status: z.enum(['granted']),
      }),
    ),
  }),
  run: ({ caller }) => ({
    data: caller.scopes.map((permission) => ({ permission, status: 'granted' as const })),
  }),
})

/**
 * Removes an app from the account of a person: revokes their tokens for the app, and the page tokens that
 * come from them. Requires their user token. The permissions of a token never change, so no single
 * `permission` can be revoked.
 */
export const revokePermissions = endpoint({
  route: 'DELETE /{user}/permissions',
  chapter,
  source: permissionsSource,
  access: { ...ownAccess(), writes: true },
  params: z.object({
    /** The permission to revoke. Without it, all are revoked. */
    permission: text.optional(),
  }),
  result: successResult,
  run({ user, params, caller, tx, refuse }) {
    if (params.permission !== undefined)
      return refuse(100, 'A single permission cannot be revoked: leave out the parameter permission')
    for (const { id, app, revoked } of tx.list('tokens', 'byUser', [user.id]))
      if (app === caller.app.id && !revoked) tx.patch('tokens', id, { revoked: true })
    return { success: true }
  },
})

/** Access to descriptions of tokens, but for page tokens. The rule checks whose token it describes. */
const describesTokens: Access = {
  ...unownedAccess,
  surface: 'app',
  errorOf: ({ caller }) => (caller.kind === 'page' ? notOfDeveloper : undefined),
}

/**
 * Describes the token `input_token`: its kind, its app, its person and page, its permissions and its expiry.
 * Requires the application token of the same app, or a user token of one of its administrators.
 */
export const debugToken = endpoint({
  route: 'GET /debug_token',
  chapter,
  source: 'https://developers.facebook.com/docs/graph-api/reference/debug_token/',
  access: describesTokens,
  errors: [100],
  params: z.object({
    /** The token to describe. */
    input_token: secretText,
  }),
  logged: () => ({}),
  result: z.object({
    /** The description of the token. */
    data: TokenDescription,
  }),
  run(context) {
    const description = describeToken(context, context.params.input_token)
    return isCallError(description) ? context.refuseFor(description) : { data: description }
  },
})
