import { z } from 'zod'
import { count, instant, rowId, table } from '../../engine/table.ts'
import { StoredPicture } from '../content/records.ts'
/** What a media of a person is. */
export const mediaTypes = ['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM'] as const

/** An image, a video or an album that a person published. What an album holds are media too. */
export const media = table({
  row: z.object({
    /** The person whose media it is. */
    owner: rowId('users'),
    type: z.enum(mediaTypes),
    createdTime: instant(),
    caption: z.string().optional(),
    /** The image, or a still of the video; an album has none of its own. */
    picture: StoredPicture.optional(),
    /** The album that it stands in, and where there. */
    album: rowId('media').nullable(),
    position: count(),
  }),
  edges: {
    byOwner: {
      owners: ({ owner, album }) => (album === null ? [[owner]] : []),
      order: ({ createdTime }) => [createdTime],
      counted: true,
    },
    children: {
      owners: ({ album }) => (album === null ? [] : [[album]]),
      order: ({ position }) => [position],
    },
  },
})

/** What a media of a person is. */
export type MediaType = (typeof mediaTypes)[number]
