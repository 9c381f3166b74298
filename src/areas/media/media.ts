import { z } from 'zod'
import { count, instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { webLink } from '../../graph/values/links.ts'
import type { Tx } from '../../graph/seen.ts'
import { isoTime } from '../../graph/values/times.ts'
import { Picture, pictureLink } from '../photos/photo.ts'
import type { Tables } from '../tables.ts'

/** What a media of a person is. */
export const mediaTypes = ['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM'] as const

/** What a media of a person is. */
export type MediaType = (typeof mediaTypes)[number]

/** An image, a video or an album that a person published. What an album holds are media too. */
export const media = table({
  row: z.object({
    /** The person whose media it is. */
    owner: rowId('users'),
    type: z.enum(mediaTypes),
    createdTime: instant(),
    caption: z.string().optional(),
    /** The image, or a still of the video; an album has none of its own. */
    picture: Picture.optional(),
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

/** A row of a media. */
export type Media = RowOf<Tables, 'media'>

/** What an album holds, in its order; nothing for another media. */
const childrenOf = (tx: Tx, { id }: Media): Media[] => tx.list('media', 'children', [id])

const still = ({ id, picture }: Media): string | undefined =>
  picture && pictureLink({ id, picture }, picture.width, picture.height)

/** Where the media itself is found; an album shows its first item. */
function mediaUrl(tx: Tx, shown: Media): string | undefined {
  if (shown.type === 'IMAGE') return still(shown)
  if (shown.type === 'VIDEO') return webLink(`/videos/${shown.id}.mp4`)
  const [first] = childrenOf(tx, shown)
  return first && mediaUrl(tx, first)
}

const Children = z.object({ data: z.array(z.object({ id: z.string() })) })

const fieldsOf = (onRequest: boolean) => ({
  id: field(z.string(), (shown: Media) => String(shown.id)),
  caption: field(z.string(), (shown: Media) => shown.caption, { onRequest }),
  media_type: field(z.enum(mediaTypes), (shown: Media) => shown.type, { onRequest }),
  media_url: field(z.string(), (shown: Media, { tx }) => mediaUrl(tx, shown), { onRequest }),
  permalink: field(z.string(), (shown: Media) => webLink(`/p/${shown.id}`), { onRequest }),
  thumbnail_url: field(z.string(), (shown: Media) => (shown.type === 'VIDEO' ? still(shown) : undefined), {
    onRequest,
  }),
  timestamp: field(z.string(), (shown: Media) => isoTime(shown.createdTime), { onRequest }),
  username: field(z.string(), (shown: Media, { tx }) => tx.find('users', shown.owner)?.username, {
    onRequest,
  }),
  children: field(
    Children,
    (shown: Media, { tx }) =>
      shown.type === 'CAROUSEL_ALBUM'
        ? { data: childrenOf(tx, shown).map(({ id }) => ({ id: String(id) })) }
        : undefined,
    { onRequest: true },
  ),
})

/** An image, a video or an album as it is read (SIL-181). What an album holds is shown on request. */
export const mediaView = {
  name: 'Media',
  minimal: ['id'],
  fields: fieldsOf(false),
} satisfies View<Media>

/** An item of an album in the album's list: its id, and on request the rest. */
export const childView = { name: 'Media', minimal: ['id'], fields: fieldsOf(true) } satisfies View<Media>
