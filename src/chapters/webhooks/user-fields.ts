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
