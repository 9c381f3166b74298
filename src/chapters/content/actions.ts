import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { nodeId, present } from '../../service/values/references.ts'
import { boolean, defaulted } from '../../service/values/scalars.ts'
import { datetime } from '../../service/values/times.ts'

/** Makes a photo of a page its profile picture. Previous ones stay in the list of profile pictures. */
export const setProfilePicture = action({
  chapter: 'Endpoints › Page photos',
  params: z.object({ page: nodeId, photo: nodeId }),
  run({ params, tx, refuse }) {
    const photo = present(tx, 'photos', params.photo)
    if (photo.owner !== params.page) return refuse(`Param photo must be a photo of the page, got ${photo.id}`)
    if (!photo.published) return refuse(`Param photo must be a published photo, got ${photo.id}`)
    // PHO-018, SIL-067
    tx.patch('photos', photo.id, { profileTime: tx.now })
    return { success: true }
  },
})

/** Sets the time from which a post cannot be read. Without `expiresAt` the post never expires. */
export const setPostExpiry = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({
    post: nodeId,
    /** When the post expires. Without it, the post never does. */
    expiresAt: datetime.optional(),
  }),
  run({ params, tx }) {
    tx.patch('posts', params.post, { expiresAt: params.expiresAt ?? null })
    return { success: true }
  },
})

/** Hides a post from the timeline of its page, or shows it again. It stays visible elsewhere. */
export const hidePost = action({
  chapter: 'Resources and their fields › Page post',
  params: z.object({
    post: nodeId,
    /** Whether the timeline of the page hides the post. */
    hidden: defaulted(boolean, true),
  }),
  run({ params, tx }) {
    tx.patch('posts', params.post, { hidden: params.hidden })
    return { success: true }
  },
})
