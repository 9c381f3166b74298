import type { Tx } from '../../service/routes/context.ts'
import { photoExpiry, photoPublication } from '../content/photo-publication.ts'
import { removePostRow } from '../content/remove-post.ts'
import type { PhotoRow, PostRow } from '../rows.ts'

/** Whether a post would be empty without its photos. No call can create an empty post (FEE-147). */
const showsOnlyPhotos = ({ message, link }: PostRow): boolean => !message && link === undefined

/**
 * Removes a photo from a post. Also removes the post if this was its last photo and the post is the photo's
 * story or shows nothing else.
 */
function removeFromPost(tx: Tx, photo: PhotoRow, post: PostRow): void {
  const photos = post.photos.filter((id) => id !== photo.id)
  if (photos.length > 0 || (post.id !== photo.story && !showsOnlyPhotos(post))) {
    tx.patch('posts', post.id, { photos })
    return
  }
  removePostRow(tx, post)
}

/** Removes a photo, its stored bytes, and the posts that it leaves empty (SIL-064). */
export function removePhoto(tx: Tx, photo: PhotoRow): void {
  tx.callOff(photoExpiry(photo.id))
  tx.callOff(photoPublication(photo.id))
  if (photo.picture.digest !== undefined) tx.release(photo.picture.digest)
  for (const id of photo.posts) {
    const post = tx.find('posts', id)
    if (post) removeFromPost(tx, photo, post)
  }
  tx.remove(photo.id)
}
