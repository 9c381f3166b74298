import { isSelf, type Permission } from '../caller/caller.ts'
import type { Problem } from '../contract/errors.ts'
import type { Node, Seen } from '../seen.ts'
import { type Access, denied, lacking } from './access.ts'

function strangerProblem(
  seen: Seen,
  node: Node | undefined,
  needed: readonly Permission[],
): Problem | undefined {
  const owner = node && ('owner' in node ? node.owner : node.id)
  if (owner === undefined || isSelf(seen.viewer, owner)) return lacking(seen.viewer, needed)
  return denied('Requires a user token of this person', 'the token is not of the person himself')
}

/** What of a person his own user token alone may read (SIL-084, SIL-183). */
export const ownAccess = (...permissions: readonly Permission[]): Access => ({
  surface: 'user',
  writes: false,
  codes: [],
  permissions,
  tasks: [],
  account: () => undefined,
  refuse: (seen, _account, node) => strangerProblem(seen, node, permissions),
})

/** Access to a photo: as its page gives it, or for a person's photo as to all his photos. */
export const photoAccess = (ofPage: Access): Access => ({
  ...ofPage,
  refuse: (seen, page, node) =>
    node?.kind === 'photos' && !page
      ? strangerProblem(seen, node, ['user_photos'])
      : ofPage.refuse(seen, page, node),
})
