import { type Access, pageAccess, permissionError } from '../../service/access/access.ts'
import { alsoWith } from '../../service/access/live-access.ts'
import type { CallError } from '../../service/contract/errors.ts'

const noPageToken: CallError = permissionError(
  'A page access token is required for this request',
  'the token is not a page token',
)

/**
 * The error of the live service for another token than that of a page: 190 for lead forms and insights
 * (https://github.com/facebook/facebook-php-business-sdk/issues/428,
 * https://github.com/pablobarbera/Rfacebook/issues/174).
 */
export const mustBePageToken: CallError = {
  ...noPageToken,
  code: 190,
  message: '(#190) This method must be called with a Page Access Token',
}

/**
 * The error of the live service for another token than that of a page at the metadata of a page, such as its
 * apps (https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps).
 */
export const needsPageToken: CallError = { ...noPageToken, code: 210 }

/**
 * Returns the access to a page like `pageAccess`, but with a page token only.
 *
 * @param refusal The error for another token, if public sources show which one the live service answers.
 */
export function pageTokenAccess(needs: Parameters<typeof pageAccess>[0], refusal = noPageToken): Access {
  const access = pageAccess(needs)
  return {
    ...access,
    errorOf: (context, account, node) =>
      context.caller.kind === 'page' ? access.errorOf(context, account, node) : refusal,
  }
}

/** Access to comment, like and moderate as a page. The permission pages_manage_engagement gives it too. */
export const reacts: Access = alsoWith(
  pageTokenAccess({ tasks: ['MODERATE'], permissions: ['pages_read_engagement'], writes: true }),
  'pages_manage_engagement',
)
