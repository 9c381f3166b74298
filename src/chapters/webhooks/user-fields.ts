/**
 * The fields of a person that an app can subscribe to, as the node FacebookTrigger of
 * https://github.com/n8n-io/n8n lists them. Only those that `user-changes.ts` finds have notices.
 */
export const userFields = [
  'about',
  'birthday',
  'books',
  'email',
  'feed',
  'first_name',
  'friends',
  'gender',
  'hometown',
  'last_name',
  'likes',
  'live_videos',
  'location',
  'movies',
  'music',
  'name',
  'photos',
  'pic_big_https',
  'pic_https',
  'pic_small_https',
  'pic_square_https',
  'platform',
  'quotes',
  'status',
  'television',
  'videos',
] as const

/** A field of a person that an app can subscribe to. */
export type UserField = (typeof userFields)[number]

/** The kinds of objects that an app can watch. */
export const watchedObjects = ['page', 'user'] as const

/** A kind of object that an app can watch. Each has a webhook of its own. */
export type WatchedObject = (typeof watchedObjects)[number]

const examples: Readonly<Record<WatchedObject, string>> = { page: 'leadgen or feed', user: 'email' }

/** The error of a field that an object lacks. Of a page, `ofPage` are the fields that a caller may name. */
export function fieldsError(
  object: WatchedObject,
  fields: readonly string[],
  ofPage: readonly string[],
): string | undefined {
  const known: readonly string[] = object === 'user' ? userFields : ofPage
  const unknown = fields.find((name) => !known.includes(name))
  return unknown && `Param fields must be fields of a ${object}, such as ${examples[object]}, got ${unknown}`
}

/** The permission that an app needs to get the notices of a field. The others need none. */
export const permissionFor: Partial<Record<string, string>> = {
  email: 'email',
  friends: 'user_friends',
  likes: 'user_likes',
  photos: 'user_photos',
} satisfies Partial<Record<UserField, string>>
