import { compareKeys, type Key } from '../../engine/tree.ts'
import type { Seen, Tx } from '../../graph/seen.ts'
import { yearOf } from '../feed/records.ts'
import { heldTasks, seesOf } from '../people/page.ts'
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
export function seesPost(seen: Seen, post: PostRow): boolean {
  const { page, published, privacy } = post
  if (isExpired(post, seen.now)) return false
  if (post.callToAction?.['type'] === 'MESSAGE_PAGE' && seen.viewer.page?.id !== page) return false
  if (post.video && !heldTasks(seen, page).includes('MANAGE')) return false
  return seesOf(seen, page, published && privacy === 'EVERYONE')
}

/**
 * Where the best post that the feed leaves out stands in its year; undefined when it leaves none out. An
 * expired post cannot be read, so it takes no other's place; where none expires, no post is read to tell.
 */
function firstLeftOut(tx: Tx, owner: Key, most: number): Key | undefined {
  if (tx.count('posts', 'byRank', owner) <= most) return undefined
  const where = (post: PostRow) => !isExpired(post, tx.now)
  const options = tx.first('posts', 'expiring', owner) ? { limit: most + 1, where } : { limit: 1, skip: most }
  const ranked = tx.list('posts', 'byRank', owner, { newestFirst: true, ...options })
  const first = ranked['where' in options ? most : 0]
  return first && tx.position('posts', 'byRank', first)
}

/**
 * Whether a published post is among those of its calendar year that the feed returns: the highest rank
 * first, then the newest (SIL-086). A year within the limit is told by its count, without a walk.
 */
export function rankedPosts(tx: Tx, page: number, most: number): (post: PostRow) => boolean {
  const leftOut = new Map<number, Key | undefined>()
  return (post) => {
    const year = yearOf(post.createdTime)
    if (!leftOut.has(year)) leftOut.set(year, firstLeftOut(tx, [page, year], most))
    const first = leftOut.get(year)
    return !first || compareKeys(tx.position('posts', 'byRank', post), first) > 0
  }
}
