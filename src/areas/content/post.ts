import { heldTasks, seesContentOf } from '../../graph/access/tasks.ts'
import type { ReadContext, Tx } from '../../graph/context.ts'
import type { PostRow } from '../rows.ts'
/** The id of a post as callers know it. */
export const postId = ({ page, id }: Pick<PostRow, 'page' | 'id'>): string => `${page}_${id}`

/** The name under which the publication of a scheduled post is kept. */
export const postPublication = (id: number): string => `post/${id}/publication`

/** Publishes a post and its photos now; a scheduled one becomes a post of this instant. */
export function publishNow(tx: Tx, post: PostRow): PostRow {
  for (const id of post.photos) tx.patch('photos', id, { published: true, updatedTime: tx.now })
  return tx.patch('posts', post.id, {
    published: true,
    scheduledTime: null,
    createdTime: tx.now,
    updatedTime: tx.now,
  })
}

/** Whether a post has expired: then no list shows it and no read finds it (SIL-087). */
export const isExpired = ({ expiresAt }: PostRow, now: number): boolean =>
  expiresAt !== null && now >= expiresAt

/**
 * Whether a post that exists is there for this caller: not one that has expired, one with a message button
 * for a token of its page alone, one with a video for an administrator (SIL-056, SIL-057, SIL-087).
 */
export function seesPost(context: ReadContext, post: PostRow): boolean {
  const { page, published, privacy } = post
  if (isExpired(post, context.now)) return false
  if (post.callToAction?.['type'] === 'MESSAGE_PAGE' && context.caller.page?.id !== page) return false
  if (post.video && !heldTasks(context, page).includes('MANAGE')) return false
  return seesContentOf(context, page, published && privacy === 'EVERYONE')
}
