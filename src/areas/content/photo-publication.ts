import type { Tx } from '../../graph/context.ts'
import type { PhotoRow } from '../rows.ts'

/** The name under which the end of an unpublished photo is scheduled. */
export const photoExpiry = (id: number): string => `photo/${id}/expiry`

/** Schedules the end of an unpublished photo that is in no post, a retention from now (SIL-076). */
export function schedulePhotoExpiry(tx: Tx, { id }: { readonly id: number }, retention: number): void {
  tx.callOff(photoExpiry(id))
  tx.schedule(tx.now + retention * 1000, photoExpiry(id), {
    type: 'action',
    name: 'expirePhoto',
    params: { photo: String(id) },
  })
}

/** The name under which the publication of a scheduled photo without a story is kept. */
export const photoPublication = (id: number): string => `photo/${id}/publication`

/** Publishes a photo as its own upload asked. */
export function publishPhoto(tx: Tx, { id }: { readonly id: number }): void {
  tx.callOff(photoPublication(id))
  tx.patch('photos', id, {
    published: true,
    publishedByUpload: true,
    scheduledTime: null,
    updatedTime: tx.now,
  })
}

/** Puts a photo into a post: it is kept as long as the post is, and published when the post is. */
export function attachPhoto(tx: Tx, { id, posts }: PhotoRow, post: number, published: boolean): void {
  tx.callOff(photoExpiry(id))
  tx.patch('photos', id, {
    posts: [...posts, post],
    ...(published && { published: true, updatedTime: tx.now }),
  })
}
