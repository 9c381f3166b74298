import type { Tx } from '../../graph/context.ts'
import { photoExpiry, photoPublication } from '../content/photo-publication.ts'
import { removePostRow } from '../content/remove-post.ts'
import type { PhotoRow, PostRow } from '../rows.ts'

/** Whether a post would show nothing without its photos: no call can make such a post (FEE-147). */
const showsOnlyPhotos = ({ message, link }: PostRow): boolean => !message && link === undefined

/**
 * Takes a photo out of a post. The post goes with its last photo when the photo's upload made it, or when it
 * shows nothing else.
 */
function removeFromPost(tx: Tx, photo: PhotoRow, post: PostRow): void {
  const photos = post.photos.filter((id) => id !== photo.id)
  if (photos.length > 0 || (post.id !== photo.story && !showsOnlyPhotos(post))) {
    tx.patch('posts', post.id, { photos })
    return
  }
  removePostRow(tx, post)
}

/** Deletes a photo and lets go of its bytes. */
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
