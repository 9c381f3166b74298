import type { TokenRow } from '../../chapters/rows.ts'
import { isSelf, type Permission } from '../caller/caller.ts'
import { servesBeyond } from '../contract/beyond.ts'
import type { CallError } from '../contract/errors.ts'
import type { Node } from '../routes/context.ts'
import type { ReadContext } from '../routes/read-context.ts'
import { type Access, missingPermissions, permissionError, unownedAccess } from './access.ts'

function ownershipError(
  context: ReadContext,
  node: Node | undefined,
  needed: readonly Permission[],
): CallError | undefined {
  const owner = node && ('owner' in node ? node.owner : node.id)
  if (owner === undefined || isSelf(context.caller, owner)) return missingPermissions(context.caller, needed)
  return permissionError('Requires a user token of this person', 'the token belongs to somebody else')
}

/** Access to data of a user, for their own user token only (SIL-084, SIL-183). */
export const ownAccess = (...permissions: readonly Permission[]): Access => ({
  ...unownedAccess,
  surface: 'user',
  permissions,
  errorOf: (context, _account, node) => ownershipError(context, node, permissions),
})

/**
 * Whether a token shows a list of a person. A user token without the permission shows an empty one, and no
 * error: https://github.com/arsduo/koala/issues/489.
 */
export const lists = (
  { caller }: Pick<ReadContext, 'caller'>,
  permission: 'user_friends' | 'user_likes',
): boolean => caller.kind === 'app' || caller.scopes.includes(permission)

/** Access to a photo: that of its page, or the access of a user to their own photos. */
export const photoAccess = (ofPage: Access): Access => ({
  ...ofPage,
  errorOf: (context, page, node) =>
    node?.kind === 'photos' && !page
      ? ownershipError(context, node, ['user_photos']) // AUT-014
      : ofPage.errorOf(context, page, node),
})

/** Returns the valid tokens of a person for an app, the newest first. */
export const tokensFor = ({ tx }: Pick<ReadContext, 'tx'>, app: number, user: number): TokenRow[] =>
  tx.list('tokens', 'byUser', [user], {
    newestFirst: true,
    where: ({ expiresAt, revoked, ...token }) =>
      token.app === app && token.type === 'user' && !revoked && (expiresAt === null || expiresAt > tx.now),
  })

/**
 * Returns an access that the application token gives too, in a world that serves the calls of the live
 * service, for the people who use the app.
 */
export const alsoByApp = (access: Access): Access => ({
  ...access,
  errorOf(context, account, node) {
    const { caller, policy } = context
    if (caller.kind !== 'app' || !node || !servesBeyond(policy)) return access.errorOf(context, account, node)
    return tokensFor(context, caller.app.id, node.id).length > 0
      ? undefined
      : permissionError(
          "(#200) The user hasn't authorized the application to perform this action",
          'the person has no valid token for the app of this application token',
        )
  },
})
