import type { Tx } from '../../service/routes/context.ts'
import type { PhotoRow } from '../rows.ts'

/** The key of the scheduled deletion of an unpublished photo. */
export const photoExpiry = (id: number): string => `photo/${id}/expiry`

/**
 * Schedules the deletion of an unpublished photo that no post uses (PHO-013, SIL-076). It happens at once if
 * the time is over.
 *
 * @param since The upload, or the time when the photo stopped being published, in Unix milliseconds.
 * @param retention In seconds, from then on.
 */
export function schedulePhotoExpiry(
  tx: Tx,
  { id }: { readonly id: number },
  since: number,
  retention: number,
): void {
  tx.callOff(photoExpiry(id))
  tx.schedule(Math.max(tx.now, since + retention * 1000), photoExpiry(id), {
    type: 'action',
    name: 'expirePhoto',
    params: { photo: String(id) },
  })
}

/** The key of the scheduled publication of a photo that has no story. */
export const photoPublication = (id: number): string => `photo/${id}/publication`

/** Publishes a photo that was uploaded with a time and without a story. */
export function publishPhoto(tx: Tx, { id }: { readonly id: number }): void {
  tx.callOff(photoPublication(id))
  tx.patch('photos', id, {
    published: true,
    publishedByUpload: true,
    scheduledTime: null,
    updatedTime: tx.now,
  })
}

/** Attaches a photo to a post: it no longer expires, and is published if the post is (PHO-011). */
export function attachPhoto(tx: Tx, { id, posts }: PhotoRow, post: number, published: boolean): void {
  tx.callOff(photoExpiry(id))
  tx.patch('photos', id, {
    posts: [...posts, post],
    ...(published && { published: true, updatedTime: tx.now }),
  })
}
