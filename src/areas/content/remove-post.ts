import type { Tx } from '../../graph/context.ts'
import type { PhotoRow, PostRow } from '../rows.ts'
import { schedulePhotoExpiry } from './photo-publication.ts'
import { postId, postPublication } from './post.ts'

/** Whether a photo stays published without the posts that it was taken out of (SIL-090). */
function staysPublished(tx: Tx, { published, publishedByUpload, profileTime, posts }: PhotoRow): boolean {
  if (!published) return false
  return publishedByUpload || profileTime !== null || posts.some((id) => tx.find('posts', id)?.published)
}

/**
 * Takes a photo out of a post that goes. A photo that posts alone published is published only as long as one
 * of them is there; unpublished and in no post, it is kept for as long as a new upload (SIL-090).
 */
function detachPhoto(tx: Tx, post: PostRow, id: number, retention: number): void {
  const before = tx.find('photos', id)
  if (!before) return
  const posts = before.posts.filter((other) => other !== post.id)
  const story = before.story === post.id ? null : before.story
  const photo = tx.patch('photos', id, { posts, story })
  if (staysPublished(tx, photo)) return
  const waits = posts.length > 0 || photo.scheduledTime !== null
  if (photo.published || !waits) tx.patch('photos', id, { published: false, updatedTime: tx.now })
  if (!waits) schedulePhotoExpiry(tx, photo, retention)
}

/** Removes a post that shows no photo any more, and says so. */
export function removePostRow(tx: Tx, post: PostRow): void {
  tx.callOff(postPublication(post.id))
  if (post.thumbnail?.digest !== undefined) tx.release(post.thumbnail.digest)
  tx.remove(post.id)
  tx.emit('post.deleted', { post: postId(post), page: String(post.page) })
}

/** Deletes a post. */
export function removePost(tx: Tx, post: PostRow, retention: number): void {
  for (const id of post.photos) detachPhoto(tx, post, id, retention)
  removePostRow(tx, post)
}
