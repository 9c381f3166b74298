import { heldTasks, seesContentOf } from '../../service/access/access.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { postId } from '../../service/values/ids.ts'
import type { PostRow } from '../rows.ts'

/** The key of the scheduled publication of a post. */
export const postPublication = (id: number): string => `post/${id}/publication`

/** Publishes a post and its photos. Its created_time becomes the current time (SIL-100). */
function publishNow(tx: Tx, post: PostRow): PostRow {
  for (const id of post.photos) tx.patch('photos', id, { published: true, updatedTime: tx.now })
  return tx.patch('posts', post.id, {
    published: true,
    scheduledTime: null,
    createdTime: tx.now,
    updatedTime: tx.now,
  })
}

/** Schedules the publication of a scheduled post (FEE-128, SIL-100). */
export function schedulePublication({ tx, policy }: Pick<ReadContext, 'tx' | 'policy'>, post: PostRow): void {
  if (post.scheduledTime === null || policy.scheduledPosts !== 'publishAtTime') return
  const input = { type: 'action', name: 'publishScheduledPost', params: { post: postId(post) } }
  tx.schedule(post.scheduledTime, postPublication(post.id), input)
}

/** Publishes an unpublished post before or at its time, and emits `post.published`. */
export function publishWaiting(tx: Tx, post: PostRow): void {
  tx.callOff(postPublication(post.id))
  publishNow(tx, post)
  tx.emit('post.published', { post: postId(post), page: String(post.page) })
}

/**
 * Whether a post has expired. An expired post cannot be read or listed (FEE-138, SIL-087). It reads the time
 * only for a post that expires, so that the record of any other post does not depend on the time.
 */
export const isExpired = ({ expiresAt }: PostRow, clock: Pick<ReadContext, 'now'>): boolean =>
  expiresAt !== null && clock.now >= expiresAt

/**
 * Whether the caller may see a post. No caller sees an expired post. Only a token of the page sees a post
 * with a message button (AUT-021, AUT-022, SIL-056), and only an administrator sees one with a video
 * (AUT-023, SIL-057).
 */
export function seesPost(context: ReadContext, post: PostRow): boolean {
  const { page, published, privacy } = post
  if (isExpired(post, context)) return false
  if (post.callToAction?.['type'] === 'MESSAGE_PAGE' && context.caller.page?.id !== page) return false
  if (post.video && !heldTasks(context, page).includes('MANAGE')) return false
  // FEE-258
  return seesContentOf(context, page, published && privacy === 'EVERYONE')
}

/** Columns that insertPost fills: a caller does not choose their values. */
type FixedColumn =
  | 'id'
  | 'kind'
  | 'page'
  | 'author'
  | 'createdTime'
  | 'updatedTime'
  | 'photos'
  | 'expiresAt'
  | 'hidden'
  | 'rank'
  | 'given'

/** The values of a new post that its creator chooses. The app and the creator are 0 if no call creates it. */
interface NewPost extends Omit<PostRow, FixedColumn> {
  readonly given?: PostRow['given']
  /** The time of a life event: it becomes the created_time, which orders lists (FEE-027). */
  readonly eventTime?: number
  /** The page or person that readers see as the author; the page of the feed by default. */
  readonly author?: number
}

/** The app and the person of a call that creates a post. */
export const creatorsOf = ({ caller }: Pick<ReadContext, 'caller'>) => ({
  app: caller.app.id,
  creator: caller.user?.id ?? 0,
})

/** Adds a post to the feed of a page, and schedules the publication of a scheduled one. */
export function insertPost(
  context: Pick<ReadContext, 'tx' | 'policy'>,
  page: number,
  { eventTime = context.tx.now, ...fields }: NewPost,
): PostRow {
  const { tx } = context
  const post = tx.insert('posts', {
    given: {},
    author: page,
    ...fields,
    page,
    createdTime: eventTime,
    updatedTime: tx.now,
    photos: [],
    expiresAt: null,
    hidden: false,
    rank: 0,
  })
  if (!post.published) schedulePublication(context, post)
  tx.emit('post.created', { post: postId(post), page: String(page), published: post.published })
  return post
}
