import { z } from '../../engine/schema/zod.ts'
import { count, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'
import { StoredPicture } from '../content/records.ts'

/** A video of a page. Its bytes are not kept. */
export const videos = table({
  row: z.object({
    page: rowId('pages'),
    createdTime: instant(),
    updatedTime: instant(),
    title: z.string().optional(),
    description: z.string().optional(),
    category: z.string().optional(),
    /** When it is public; null if it stays unpublished. A scheduled video has a time of the future. */
    publishTime: instant().nullable(),
    /** When it is processed. */
    readyTime: instant(),
    /** A still image. */
    picture: StoredPicture,
    /** An upload in parts that is not finished: its bytes, and those that have come. */
    upload: z.object({ size: count(), received: count() }).optional(),
  }),
  edges: {
    byPage: {
      owners: ({ page, upload }) => (upload ? [] : [[page]]),
      order: inOrderOf('createdTime'),
    },
  },
})
