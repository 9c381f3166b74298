import { type Access, pageAccess, permissionError } from '../../../graph/access/access.ts'
import { alsoWith } from '../../../graph/access/live-access.ts'
import type { CallError } from '../../../graph/contract/errors.ts'

const noPageToken: CallError = permissionError(
  'A page access token is required for this request',
  'the token is not a page token',
)

/** Returns the access to a page like `pageAccess`, but with a page token only. */
export function pageTokenAccess(needs: Parameters<typeof pageAccess>[0]): Access {
  const access = pageAccess(needs)
  return {
    ...access,
    errorOf: (context, account, node) =>
      context.caller.kind === 'page' ? access.errorOf(context, account, node) : noPageToken,
  }
}

/** Access to comment, like and moderate as a page. The permission pages_manage_engagement gives it too. */
export const reacts: Access = alsoWith(
  pageTokenAccess({ tasks: ['MODERATE'], permissions: ['pages_read_engagement'], writes: true }),
  'pages_manage_engagement',
)
