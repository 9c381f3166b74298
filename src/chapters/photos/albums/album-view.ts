import { z } from '../../../engine/schema/zod.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { webLink } from '../../../service/values/links.ts'
import { isoTime } from '../../../service/values/times.ts'
import { field } from '../../../service/views/fields.ts'
import type { View } from '../../../service/views/view.ts'
import { Profile, profileOf } from '../../people/profile.ts'
import type { AlbumRow } from '../../rows.ts'

const photosIn = ({ id }: AlbumRow, { tx }: ReadContext): number => tx.count('photos', 'byAlbum', [id])

/** The record of an album of photos. */
export const albumView = {
  name: 'Album',
  minimal: ['id', 'created_time', 'name'],
  fields: {
    id: field(z.string(), ({ id }: AlbumRow) => String(id)),
    /** When the album was made. */
    created_time: field(z.string(), ({ createdTime }: AlbumRow) => isoTime(createdTime)),
    /** When the album was made, or a photo was added to it. */
    updated_time: field(z.string(), ({ updatedTime }: AlbumRow) => isoTime(updatedTime)),
    /** The title of the album. */
    name: field(z.string(), ({ name }: AlbumRow) => name),
    /** The description of the album. Missing without one. */
    description: field(z.string(), ({ description }: AlbumRow) => description),
    /** The page of the album. */
    from: field(Profile, ({ page }: AlbumRow, { tx }) => profileOf(tx, page)),
    /** The number of its published photos. */
    count: field(z.int(), photosIn),
    /** The same as `count`. */
    photo_count: field(z.int(), photosIn),
    /** The newest published photo. Missing without one. */
    cover_photo: field(
      z.object({
        /** The id of the photo. */
        id: z.string(),
        /** The description of the photo. Missing without one. */
        name: z.string().optional(),
        /** When the photo was uploaded. */
        created_time: z.string(),
      }),
      ({ id }: AlbumRow, { tx }) => {
        const [photo] = tx.list('photos', 'byAlbum', [id], { newestFirst: true, limit: 1 })
        return (
          photo && {
            ...{ id: String(photo.id), created_time: isoTime(photo.createdTime) },
            ...(photo.caption !== undefined && { name: photo.caption }),
          }
        )
      },
    ),
    /** The permanent URL of the album. */
    link: field(z.string(), ({ id }: AlbumRow) => webLink(`/album/${id}`)),
    /** The people who can see the album: always `everyone`. */
    privacy: field(z.string(), () => 'everyone'),
    /** The kind of album: one that was made. */
    type: field(z.string(), () => 'normal'),
    /** Whether the caller can add photos. Only a page token can. */
    can_upload: field(z.boolean(), (_album: AlbumRow, { caller }) => caller.kind === 'page'),
  },
} satisfies View<AlbumRow>
