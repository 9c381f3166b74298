import { isSelf, type Permission } from '../caller/caller.ts'
import type { Node, ReadContext } from '../context.ts'
import type { CallError } from '../contract/errors.ts'
import { type Access, missingPermissions, permissionError } from './access.ts'

function strangerProblem(
  context: ReadContext,
  node: Node | undefined,
  needed: readonly Permission[],
): CallError | undefined {
  const owner = node && ('owner' in node ? node.owner : node.id)
  if (owner === undefined || isSelf(context.caller, owner)) return missingPermissions(context.caller, needed)
  return permissionError('Requires a user token of this person', 'the token is not of the person himself')
}

/** What of a person his own user token alone may read (SIL-084, SIL-183). */
export const ownAccess = (...permissions: readonly Permission[]): Access => ({
  surface: 'user',
  writes: false,
  codes: [],
  permissions,
  tasks: [],
  account: () => undefined,
  errorOf: (context, _account, node) => strangerProblem(context, node, permissions),
})

/** Access to a photo: as its page gives it, or for a person's photo as to all his photos. */
export const photoAccess = (ofPage: Access): Access => ({
  ...ofPage,
  errorOf: (context, page, node) =>
    node?.kind === 'photos' && !page
      ? strangerProblem(context, node, ['user_photos'])
      : ofPage.errorOf(context, page, node),
})
