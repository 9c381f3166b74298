import { z } from '../../../engine/schema/zod.ts'
import { type Access, accountOf, unownedAccess } from '../../../service/access/access.ts'
import { endpoint } from '../../../service/routes/define.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { boolean, defaulted, integer, oneOf } from '../../../service/values/scalars.ts'
import { ProfilePicture, pictureTypes, profilePicture, widthOfType } from '../../people/page-fields.ts'
import type { AppRow } from '../../rows.ts'

/** The app of a call without a token, which stands for nobody. */
const nobody: AppRow = {
  ...{ kind: 'apps', id: 0, name: '', secret: '', createdTime: 0, accessLevel: 'standard' },
  ...{
    administrators: [],
    internal: false,
    publicContentAccess: false,
    activityStories: false,
    blocked: false,
  },
}

/**
 * Access to a profile picture: any valid token reads it, if its owner is visible, and so does a call without
 * a token. The live service shows the id of a person who uses an app to everyone, and has a silhouette else.
 */
const readsPicture: Access = {
  ...unownedAccess,
  surface: 'user',
  identify: () => ({ caller: { kind: 'app', app: nobody, scopes: [] } }),
  errorOf: () => undefined,
}

const SIDE_MAX = 9_999

const params = z.object({
  /** Whether to redirect to the picture. Otherwise the answer is its description. */
  redirect: defaulted(boolean, true),
  /** The size by name. Excluded by `width` and `height`. */
  type: oneOf(pictureTypes).optional(),
  /** The smallest wanted width, in pixels. */
  width: integer(1, SIDE_MAX).optional(),
  /** The smallest wanted height, in pixels, which counts as a width. Without effect beside `width`. */
  height: integer(1, SIDE_MAX).optional(),
})

const result = z.union([
  z.object({
    /** The URL of the picture; for a redirect. */
    location: z.string(),
  }),
  ProfilePicture,
])

/** Answers with a redirect to a profile picture, or with its description. */
function pictureAnswer(
  { tx }: ReadContext,
  owner: { readonly id: number },
  { redirect, type, width, height }: z.output<typeof params>,
): z.output<typeof result> {
  const picture = profilePicture(tx, owner, width ?? height ?? widthOfType(type))
  return redirect ? { location: picture.data.url } : picture
}

/**
 * Redirects to the profile picture of a person, or describes it (`redirect=0`). Every person has the same
 * silhouette, because no action gives a person a profile picture. A token is not needed, but one that is sent
 * must be valid.
 */
export const readUserPicture = endpoint({
  route: 'GET /{user}/picture',
  source: 'https://developers.facebook.com/docs/graph-api/reference/user/picture/',
  access: readsPicture,
  errors: [100],
  params,
  result,
  redirects: true,
  run: (context) => pictureAnswer(context, context.user, context.params),
})

/** Redirects to the profile picture of a page, or describes it (`redirect=0`). A token is not needed. */
export const readPagePicture = endpoint({
  route: 'GET /{page}/picture',
  source: 'https://developers.facebook.com/docs/graph-api/reference/page/picture/',
  access: { ...readsPicture, surface: 'page', codes: [80001], account: accountOf },
  errors: [100],
  params,
  result,
  redirects: true,
  run: (context) => pictureAnswer(context, context.page, context.params),
})
