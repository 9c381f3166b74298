import { z } from '../../engine/schema/zod.ts'
import { by, count, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'
import { StoredPicture } from '../content/records.ts'

/** The types of media (USR-022). */
export const mediaTypes = ['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM'] as const

/** An image, a video or an album of a person. The items of an album are media too. */
export const media = table({
  row: z.object({
    /** The person who published it. */
    owner: rowId('users'),
    type: z.enum(mediaTypes),
    createdTime: instant(),
    caption: z.string().optional(),
    /** The image, or a still image of the video; an album has none. */
    picture: StoredPicture.optional(),
    /** The album that contains it, if any. */
    album: rowId('media').nullable(),
    /** The position in the album, from 0. */
    position: count(),
  }),
  edges: {
    byOwner: {
      owners: ({ owner, album }) => (album === null ? [[owner]] : []),
      order: inOrderOf('createdTime'),
    },
    children: {
      owners: by('album'),
      order: inOrderOf('position'),
    },
  },
})

/** The type of a media. */
export type MediaType = (typeof mediaTypes)[number]
