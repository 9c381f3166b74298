import { z } from '../../../engine/schema/zod.ts'
import { type Access, unownedAccess } from '../../../service/access/access.ts'
import { alsoByApp, ownAccess, tokensFor } from '../../../service/access/ownership.ts'
import { isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { secretText, text } from '../../../service/values/scalars.ts'
import {
  authorizationParams,
  authorizationRedirect,
  authorizationResult,
  byClient,
} from '../authorization.ts'
import { bindingOf, bindingParams } from '../proof-key.ts'
import { declinePermission, revokeTokens } from './test-user.ts'
import { describeToken, notOfDeveloper, TokenDescription } from './token-description.ts'

/**
 * Opens the authorization window, like `authorize`: redirects the browser to `redirect_uri` with a `code`, or
 * with `error=access_denied`. The action `setConsent` decides which. The permission public_profile is always
 * granted. A scope that the live service does not know is refused if the person administers the app, and left
 * out for everybody else.
 */
export const openLoginDialog = endpoint({
  route: 'GET /dialog/oauth',
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

/**
 * Lists the permissions that a person granted an app or took away from it. Requires their user token, or the
 * application token of an app that they use.
 */
export const listPermissions = endpoint({
  route: 'GET /{user}/permissions',
  source: permissionsSource,
  access: alsoByApp(ownAccess()),
  result: z.object({
    /** The permissions that the user granted the app of the token, and then those that they took away. */
    data: z.array(
      z.object({
        /** The name of the permission. */
        permission: z.string(),
        /** `granted`, or `declined` if the person took the permission away. */
        status: z.enum(['granted', 'declined']),
      }),
    ),
  }),
  run(context) {
    const { user, caller } = context
    const tokens = caller.token ? [caller.token] : tokensFor(context, caller.app.id, user.id)
    const granted = new Set(tokens.flatMap(({ scopes }) => scopes))
    const declined = new Set(tokens.flatMap(({ declined: names = [] }) => names))
    return {
      data: [
        ...[...granted].map((permission) => ({ permission, status: 'granted' as const })),
        ...[...declined]
          .filter((permission) => !granted.has(permission))
          .map((permission) => ({ permission, status: 'declined' as const })),
      ],
    }
  },
})

/**
 * Takes a permission away from an app, or removes the app from the account of a person: revokes their tokens
 * for it, and the page tokens that come from them. Requires their user token, or the application token of an
 * app that they use. Nobody can take public_profile away.
 */
export const revokePermissions = endpoint({
  route: 'DELETE /{user}/permissions',
  also: { 'DELETE /{user}/permissions/{permission}': {} },
  source: permissionsSource,
  access: { ...alsoByApp(ownAccess()), writes: true },
  params: z.object({
    /** The permission to revoke. Without it, all are revoked. */
    permission: text.optional(),
  }),
  run({ user, params: { permission }, caller, tx, refuse }) {
    if (permission === 'public_profile')
      return refuse(100, 'Param permission must not be public_profile: leave it out to remove the app')
    if (permission === undefined) revokeTokens(tx, caller.app.id, user.id)
    else declinePermission(tx, caller.app.id, user.id, permission)
    return { success: true }
  },
})

/** Access to descriptions of tokens, but for page tokens. The rule checks whose token it describes. */
const describesTokens: Access = {
  ...unownedAccess,
  surface: 'app',
  // huandu/facebook sends the proof of the token that it inspects.
  provenParam: 'input_token',
  errorOf: ({ caller }) => (caller.kind === 'page' ? notOfDeveloper : undefined),
}

/**
 * Describes the token `input_token`: its kind, its app, its person and page, its permissions and its expiry.
 * Requires the application token of the same app, or a user token of one of its administrators.
 */
export const debugToken = endpoint({
  route: 'GET /debug_token',
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
