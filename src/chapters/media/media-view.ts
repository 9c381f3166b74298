import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import { webLink } from '../../service/values/links.ts'
import { isoTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { pictureLink } from '../people/picture-links.ts'
import type { MediaRow } from '../rows.ts'
import { mediaTypes } from './records.ts'

/** Returns the items of an album in its order; an empty list for other media. */
const childrenOf = (tx: Tx, { id }: MediaRow): MediaRow[] => tx.list('media', 'children', [id])

/** The URL of an image, or of the still image of a video. */
const stillUrl = ({ id, picture }: MediaRow): string | undefined =>
  picture && pictureLink({ id, picture }, picture.width, picture.height)

/** Returns the URL of the media itself; for an album, of its first item. */
function mediaUrl(tx: Tx, media: MediaRow): string | undefined {
  if (media.type === 'IMAGE') return stillUrl(media)
  if (media.type === 'VIDEO') return webLink(`/videos/${media.id}.mp4`)
  const [first] = childrenOf(tx, media)
  return first && mediaUrl(tx, first)
}

const Children = z.object({
  /** The items of the album in their order. */
  data: z.array(
    z.object({
      /** The id of the item. */
      id: z.string(),
    }),
  ),
})

/** The fields of media. With `onRequest`, only the id is a default field. */
function fieldsOf(onRequest: boolean) {
  const options = { onRequest }
  return {
    id: field(z.string(), (media: MediaRow) => String(media.id)),
    /** The text of the media. Missing without one. */
    caption: field(z.string(), (media: MediaRow) => media.caption, options),
    /** The kind of media. */
    media_type: field(z.enum(mediaTypes), (media: MediaRow) => media.type, options),
    /** The URL of the image or the video; for an album, of its first item. */
    media_url: field(z.string(), (media: MediaRow, { tx }) => mediaUrl(tx, media), options),
    /** The permanent URL. */
    permalink: field(z.string(), (media: MediaRow) => webLink(`/p/${media.id}`), options),
    /** The URL of the still image of a video. Missing for other media. */
    thumbnail_url: field(
      z.string(),
      (media: MediaRow) => (media.type === 'VIDEO' ? stillUrl(media) : undefined),
      options,
    ),
    /** When the media was published. */
    timestamp: field(z.string(), (media: MediaRow) => isoTime(media.createdTime), options),
    /** The user name of the owner. Missing if they have none. */
    username: field(
      z.string(),
      (media: MediaRow, { tx }) => tx.find('users', media.owner)?.username,
      options,
    ),
    /** The items of an album. Missing for other media. */
    children: field(
      Children,
      (media: MediaRow, { tx }) =>
        media.type === 'CAROUSEL_ALBUM'
          ? { data: childrenOf(tx, media).map(({ id }) => ({ id: String(id) })) }
          : undefined,
      { onRequest: true },
    ),
  }
}

/** The record of an image, a video or an album. `children` is never a default field (USR-002, SIL-181). */
export const mediaView = {
  name: 'Media',
  minimal: ['id'],
  fields: fieldsOf(false),
} satisfies View<MediaRow>

/** The record of an item in an album's list: its id, and other fields on request (SIL-181). */
export const childView = { name: 'Media', minimal: ['id'], fields: fieldsOf(true) } satisfies View<MediaRow>
