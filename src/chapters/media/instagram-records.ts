import { z } from '../../engine/schema/zod.ts'
import { by, count, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'
import { StoredPicture } from '../content/records.ts'
import { mediaTypes } from './records.ts'

/** An Instagram account of a page. */
export const instagramAccounts = table({
  row: z.object({
    page: rowId('pages'),
    username: z.string(),
    name: z.string(),
    biography: z.string().optional(),
    website: z.string().optional(),
    /** The number of accounts that follow it. */
    followers: count(),
    /** The number of accounts that it follows. */
    follows: count(),
  }),
  edges: { byPage: { owners: by('page') } },
})

/** The places in which Instagram shows media. */
export const instagramProducts = ['FEED', 'REELS', 'STORY'] as const

/** An image, a video or an album of an Instagram account. The items of an album are media too. */
export const instagramMedia = table({
  row: z.object({
    account: rowId('instagramAccounts'),
    type: z.enum(mediaTypes),
    product: z.enum(instagramProducts),
    createdTime: instant(),
    caption: z.string().optional(),
    altText: z.string().optional(),
    /** The image, or a still image of the video; an album has none. */
    picture: StoredPicture.optional(),
    /** The album that contains it, if any. */
    album: rowId('instagramMedia').nullable(),
    /** The position in the album, from 0. */
    position: count(),
  }),
  edges: {
    /** Everything that was published: albums without their items. */
    published: {
      owners: ({ account, album }) => (album === null ? [[account]] : []),
      order: inOrderOf('createdTime'),
    },
    /** The published media, without stories. */
    byAccount: {
      owners: ({ account, album, product }) => (album === null && product !== 'STORY' ? [[account]] : []),
      order: inOrderOf('createdTime'),
    },
    stories: {
      owners: ({ account, product }) => (product === 'STORY' ? [[account]] : []),
      order: inOrderOf('createdTime'),
    },
    children: {
      owners: by('album'),
      order: inOrderOf('position'),
    },
  },
})

/** The kinds of media that a container can hold. */
export const containerTypes = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'] as const

/** Media of an Instagram account before they are published. */
export const mediaContainers = table({
  row: z.object({
    account: rowId('instagramAccounts'),
    type: z.enum(containerTypes),
    createdTime: instant(),
    /** When it has been processed. */
    readyTime: instant(),
    /** Whether it is an item of an album. */
    isItem: z.boolean(),
    isVideo: z.boolean(),
    /** Whether its URL led to no file. */
    failed: z.boolean(),
    published: z.boolean(),
    /** The image, or a still image of the video, until it is published. */
    picture: StoredPicture.optional(),
    caption: z.string().optional(),
    altText: z.string().optional(),
    /** The containers of the items of an album. */
    children: z.array(rowId('mediaContainers')),
  }),
  edges: {},
})
