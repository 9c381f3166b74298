import type { Tx } from '../../service/routes/context.ts'
import { postId } from '../../service/values/ids.ts'
import type { PhotoRow, PostRow } from '../rows.ts'
import { schedulePhotoExpiry } from './photo-publication.ts'
import { postPublication } from './post.ts'

/** Whether a photo stays published after a post is removed (SIL-090). */
function staysPublished(tx: Tx, { published, publishedByUpload, profileTime, posts }: PhotoRow): boolean {
  if (!published) return false
  return publishedByUpload || profileTime !== null || posts.some((id) => tx.find('posts', id)?.published)
}

/**
 * Detaches a photo from a post that is removed. A photo that only this post published becomes unpublished,
 * and expires like a new upload (SIL-090). A photo that no post published expires with the time of its own
 * upload (SIL-076). Another post delays both.
 */
function detachPhoto(tx: Tx, post: PostRow, id: number, retention: number): void {
  const before = tx.find('photos', id)
  if (!before) return
  const posts = before.posts.filter((other) => other !== post.id)
  const story = before.story === post.id ? null : before.story
  const photo = tx.patch('photos', id, { posts, story })
  if (staysPublished(tx, photo)) return
  const isWaiting = posts.length > 0 || photo.scheduledTime !== null
  if (photo.published || !isWaiting) tx.patch('photos', id, { published: false, updatedTime: tx.now })
  if (!isWaiting) schedulePhotoExpiry(tx, photo, photo.published ? tx.now : photo.createdTime, retention)
}

/** Removes a post with its comments and likes, leaves its photos as they are, and emits `post.deleted`. */
export function removePostRow(tx: Tx, post: PostRow): void {
  tx.callOff(postPublication(post.id))
  if (post.thumbnail?.digest !== undefined) tx.release(post.thumbnail.digest)
  // The newest first, because a reply names the comment before it.
  const comments = [...tx.list('comments', 'byPost', [post.id], { newestFirst: true })]
  for (const reacted of [...comments, post])
    for (const { id } of tx.list('likes', 'byPost', [reacted.id])) tx.remove(id)
  for (const { id } of comments) tx.remove(id)
  for (const { id } of tx.list('metricValues', 'byObject', [post.id])) tx.remove(id)
  tx.remove(post.id)
  tx.emit('post.deleted', { post: postId(post), page: String(post.page) })
}

/**
 * Removes a post and detaches its photos.
 *
 * @param retention Seconds until an unpublished photo without posts is deleted.
 */
export function removePost(tx: Tx, post: PostRow, retention: number): void {
  for (const id of post.photos) detachPhoto(tx, post, id, retention)
  removePostRow(tx, post)
}
