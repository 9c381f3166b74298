import { z } from '../../engine/schema/zod.ts'
import { heldTasks } from '../../service/access/access.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { postId } from '../../service/values/ids.ts'
import { webLink } from '../../service/values/links.ts'
import { isoTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { seesPost } from '../content/post.ts'
import { photoImages } from '../people/picture-links.ts'
import { Profile, profileOf } from '../people/profile.ts'
import type { PhotoRow } from '../rows.ts'
import { taggedIds } from './records.ts'

const Image = z.object({
  /** The URL of the version. */
  source: z.string(),
  /** The width in pixels. */
  width: z.int(),
  /** The height in pixels. */
  height: z.int(),
})
const PhotoAlbum = Profile.extend({
  /** When the album was made. Only a world with the policy `beyond: 'serve'` has it. */
  created_time: z.string().optional(),
})
const NameTag = z.object({
  /** The id of the person or the page. */
  id: z.string(),
  /** The name of the person or the page. Missing if it is unknown. */
  name: z.string().optional(),
})

/** Whether the caller may change the photos of the page. */
const canManage = (context: ReadContext, { owner }: PhotoRow): boolean =>
  heldTasks(context, owner).includes('CREATE_CONTENT')

/** The URL of the smallest size of a photo. */
const smallestSource = (photo: PhotoRow) => photoImages(photo).at(-1)?.source

/** The record of a photo. Values that are not modeled are omitted (PHO-006, SIL-063). */
export const photoView = {
  name: 'Photo',
  minimal: ['id', 'created_time', 'name'],
  fields: {
    id: field(z.string(), (photo: PhotoRow) => String(photo.id)),
    /** When the photo was uploaded. */
    created_time: field(z.string(), (photo: PhotoRow) => isoTime(photo.createdTime)),
    /** When the photo last changed. */
    updated_time: field(z.string(), (photo: PhotoRow) => isoTime(photo.updatedTime)),
    /** The description of the photo. Missing without one. */
    name: field(z.string(), (photo: PhotoRow) => photo.caption),
    /** The description for people who cannot see the photo. Missing without one. */
    alt_text: field(z.string(), (photo: PhotoRow) => photo.altText),
    /** The same as `alt_text`. */
    alt_text_custom: field(z.string(), (photo: PhotoRow) => photo.altText),
    /** The time that the photo shows instead of its upload. Missing without one. */
    backdated_time: field(z.string(), ({ backdatedTime }: PhotoRow) =>
      backdatedTime !== undefined ? isoTime(backdatedTime) : undefined,
    ),
    /** The precision of the backdated time. */
    backdated_time_granularity: field(z.string(), (photo: PhotoRow) => photo.backdatedTimeGranularity),
    /** The person or the page that uploaded the photo. */
    from: field(Profile, (photo: PhotoRow, { tx }) => profileOf(tx, photo.owner)),
    /** The album that the photo was uploaded to. Missing without one. */
    album: field(PhotoAlbum, ({ album }: PhotoRow, { tx, policy }) => {
      const row = album === undefined ? undefined : tx.find('albums', album)
      return (
        row && {
          ...{ id: String(row.id), name: row.name },
          ...(servesBeyond(policy) && { created_time: isoTime(row.createdTime) }),
        }
      )
    }),
    /** The height in pixels as uploaded. */
    height: field(z.int(), (photo: PhotoRow) => photo.picture.height),
    /** The width in pixels as uploaded. */
    width: field(z.int(), (photo: PhotoRow) => photo.picture.width),
    /** The versions of the photo, the largest first. */
    images: field(z.array(Image), (photo: PhotoRow) => photoImages(photo)),
    /** The versions of the photo in the WebP format, the largest first. */
    webp_images: field(z.array(Image), (photo: PhotoRow) => photoImages(photo), {
      ...{ beyond: true, onRequest: true },
    }),
    /** The URL of an icon for photos. */
    icon: field(z.string(), () => webLink('/icons/photo.png')),
    /** The permanent URL of the photo. */
    link: field(z.string(), (photo: PhotoRow) => webLink(`/photo/${photo.id}`)),
    /** The URL of the smallest version. */
    picture: field(z.string(), smallestSource),
    /** The URL of the largest version. */
    source: field(z.string(), (photo: PhotoRow) => photoImages(photo)[0]?.source),
    /** The place. Missing without one. */
    place: field(Profile, (photo: PhotoRow, { tx }) =>
      photo.place === undefined ? undefined : profileOf(tx, photo.place),
    ),
    /** The id of a post that shows the photo. Missing if there is none that the caller can see. */
    page_story_id: field(z.string(), pageStoryId),
    /** The profile on which the photo was posted. */
    target: field(Profile, (photo: PhotoRow, { tx }) => profileOf(tx, photo.owner)),
    /** The position in its album. Missing: positions are not simulated. */
    position: field(z.int(), () => undefined),
    /** Whether the caller can delete the photo. */
    can_delete: field(z.boolean(), (photo: PhotoRow, context) => canManage(context, photo)),
    /** Whether the caller can backdate the photo. */
    can_backdate: field(z.boolean(), (photo: PhotoRow, context) => canManage(context, photo)),
    /** Whether the caller can tag people in the photo. */
    can_tag: field(z.boolean(), (photo: PhotoRow, context) => canManage(context, photo)),
    /** The people and pages in the photo. Missing without any. */
    name_tags: field(z.array(NameTag), (photo: PhotoRow, { tx }) => nameTags(tx, photo)),
  },
} satisfies View<PhotoRow>

/**
 * Returns the id of a post that shows a photo and that the caller may see: its story if there is one, or else
 * the first post that the photo was attached to.
 */
function pageStoryId({ story, posts }: PhotoRow, context: ReadContext): string | undefined {
  const post = (story === null ? posts : [story, ...posts])
    .map((id) => context.tx.find('posts', id))
    .find((candidate) => candidate && seesPost(context, candidate))
  return post && postId(post)
}

/** The pages and people that the tags of a photo name; an unknown one has no name. */
function nameTags(tx: Tx, { tags }: PhotoRow): { id: string; name?: string }[] | undefined {
  const profiles = taggedIds(tags).map((id) => profileOf(tx, id) ?? { id: String(id) })
  return profiles.length > 0 ? profiles : undefined
}
