import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { postId } from '../../service/values/ids.ts'
import { nodeId, present } from '../../service/values/references.ts'
import { photoExpiry, publishPhoto } from '../content/photo-publication.ts'
import { publishWaiting } from '../content/post.ts'
import { removePhoto } from '../photos/remove-photo.ts'

const chapter = 'States and transitions › Photo and post publication'

/** Publishes a scheduled post with its photos. Its created_time is the time of publication. */
export const publishScheduledPost = action({
  chapter,
  params: z.object({ post: nodeId }),
  result: z.object({
    /** The id of the post. */
    id: z.string(),
  }),
  run({ params, tx, refuse }) {
    const post = present(tx, 'posts', params.post)
    if (post.published || post.scheduledTime === null)
      return refuse(`Param post must be a scheduled post, got ${postId(post)}`)
    publishWaiting(tx, post)
    return { id: postId(post) }
  },
})

/** Publishes a scheduled photo that was uploaded without a story. It is in no post. */
export const publishScheduledPhoto = action({
  chapter,
  params: z.object({ photo: nodeId }),
  result: z.object({
    /** The id of the photo. */
    id: z.string(),
  }),
  run({ params, tx, refuse }) {
    const photo = present(tx, 'photos', params.photo)
    if (photo.scheduledTime === null)
      return refuse(`Param photo must be a scheduled photo without a story, got ${photo.id}`)
    publishPhoto(tx, photo)
    const id = String(photo.id)
    tx.emit('photo.published', { photo: id, page: String(photo.owner) })
    return { id }
  },
})

/** Deletes an unpublished photo that no post has used, about 24 hours after its upload (PHO-013, LIM-007). */
export const expirePhoto = action({
  chapter,
  params: z.object({ photo: nodeId }),
  run({ params, tx, refuse }) {
    const photo = present(tx, 'photos', params.photo)
    if (photo.published || photo.posts.length > 0 || photo.scheduledTime !== null)
      return refuse(`Param photo must be an unpublished photo in no post and not scheduled, got ${photo.id}`)
    tx.callOff(photoExpiry(photo.id))
    removePhoto(tx, photo)
    tx.emit('photo.expired', { photo: String(photo.id) })
    return { success: true }
  },
})
