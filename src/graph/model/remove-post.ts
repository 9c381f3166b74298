import type { Tx } from '../seen.ts'
import { schedulePhotoExpiry } from './photo.ts'
import { type Post, postPublication } from './post.ts'

/**
 * Lets a post go of a photo. A photo that no other post shows is unpublished again, and kept for as long as
 * a new upload; a profile picture stays (SIL-090).
 */
function release(tx: Tx, post: Post, id: number, retention: number): void {
  const photo = tx.find('photos', id)
  if (!photo) return
  const posts = photo.posts.filter((other) => other !== post.id)
  const story = photo.story === post.id ? null : photo.story
  tx.patch('photos', id, { posts, story })
  if (posts.length > 0 || photo.profileTime !== null) return
  tx.patch('photos', id, { published: false, updatedTime: tx.now })
  schedulePhotoExpiry(tx, photo, retention)
}

/** Deletes a post. */
export function removePost(tx: Tx, post: Post, retention: number): void {
  tx.callOff(postPublication(post.id))
  if (post.thumbnail?.digest !== undefined) tx.release(post.thumbnail.digest)
  for (const id of post.photos) release(tx, post, id, retention)
  tx.remove(post.id)
}
