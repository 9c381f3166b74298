import { z } from '../../engine/schema/zod.ts'
import { postId } from '../../service/values/ids.ts'
import { recordSchema } from '../../service/views/record.ts'
import type { PhotoRow } from '../rows.ts'
import { photoView } from './photo-view.ts'

/** The result of the upload of a photo, with the fields that the call names. */
export const uploadResult = z
  .object({
    /** The id of the photo. */
    id: z.string(),
    /**
     * The id of the post about the photo. Missing for an unpublished photo, unless the policy says
     * otherwise.
     */
    post_id: z.string().optional(),
  })
  .and(recordSchema(photoView).partial())

/** Returns the ids of an uploaded photo, and of the post about it. */
export const uploadedIds = ({ id, story }: PhotoRow, page: number): { id: string; post_id?: string } => ({
  id: String(id),
  ...(story !== null && { post_id: postId({ page, id: story }) }),
})
