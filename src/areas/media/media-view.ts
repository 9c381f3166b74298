import { z } from 'zod'
import type { Tx } from '../../graph/context.ts'
import { webLink } from '../../graph/values/links.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { pictureLink } from '../content/picture-links.ts'
import type { MediaRow } from '../rows.ts'
import { mediaTypes } from './records.ts'

/** What an album holds, in its order; nothing for another media. */
const childrenOf = (tx: Tx, { id }: MediaRow): MediaRow[] => tx.list('media', 'children', [id])

const stillUrl = ({ id, picture }: MediaRow): string | undefined =>
  picture && pictureLink({ id, picture }, picture.width, picture.height)

/** Where the media itself is found; an album shows its first item. */
function mediaUrl(tx: Tx, shown: MediaRow): string | undefined {
  if (shown.type === 'IMAGE') return stillUrl(shown)
  if (shown.type === 'VIDEO') return webLink(`/videos/${shown.id}.mp4`)
  const [first] = childrenOf(tx, shown)
  return first && mediaUrl(tx, first)
}

const Children = z.object({ data: z.array(z.object({ id: z.string() })) })

const fieldsOf = (onRequest: boolean) => ({
  id: field(z.string(), (shown: MediaRow) => String(shown.id)),
  caption: field(z.string(), (shown: MediaRow) => shown.caption, { onRequest }),
  media_type: field(z.enum(mediaTypes), (shown: MediaRow) => shown.type, { onRequest }),
  media_url: field(z.string(), (shown: MediaRow, { tx }) => mediaUrl(tx, shown), { onRequest }),
  permalink: field(z.string(), (shown: MediaRow) => webLink(`/p/${shown.id}`), { onRequest }),
  thumbnail_url: field(
    z.string(),
    (shown: MediaRow) => (shown.type === 'VIDEO' ? stillUrl(shown) : undefined),
    {
      onRequest,
    },
  ),
  timestamp: field(z.string(), (shown: MediaRow) => isoTime(shown.createdTime), { onRequest }),
  username: field(z.string(), (shown: MediaRow, { tx }) => tx.find('users', shown.owner)?.username, {
    onRequest,
  }),
  children: field(
    Children,
    (shown: MediaRow, { tx }) =>
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
} satisfies View<MediaRow>

/** An item of an album in the album's list: its id, and on request the rest. */
export const childView = { name: 'Media', minimal: ['id'], fields: fieldsOf(true) } satisfies View<MediaRow>
