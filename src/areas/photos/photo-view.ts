import { z } from '../../engine/zod.ts'
import { heldTasks } from '../../graph/access/tasks.ts'
import type { ReadContext, Tx } from '../../graph/context.ts'
import { webLink } from '../../graph/values/links.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { postId, seesPost } from '../content/post.ts'
import { photoImages } from '../people/picture-links.ts'
import { Profile, profileOf } from '../people/profile.ts'
import type { PhotoRow } from '../rows.ts'
import { taggedIds } from './records.ts'

const Image = z.object({ source: z.string(), width: z.int(), height: z.int() })
const NameTag = z.object({ id: z.string(), name: z.string().optional() })

/** Whether the caller may change the photos of the page. */
const canManage = (context: ReadContext, { owner }: PhotoRow): boolean =>
  heldTasks(context, owner).includes('CREATE_CONTENT')

/** The URL of the smallest size of a photo. */
const smallestSource = (photo: PhotoRow) => photoImages(photo).at(-1)?.source

/** The record of a photo. Values that are not modelled are omitted (PHO-006, SIL-063). */
export const photoView = {
  name: 'Photo',
  minimal: ['id', 'created_time', 'name'],
  fields: {
    id: field(z.string(), (photo: PhotoRow) => String(photo.id)),
    created_time: field(z.string(), (photo: PhotoRow) => isoTime(photo.createdTime)),
    updated_time: field(z.string(), (photo: PhotoRow) => isoTime(photo.updatedTime)),
    name: field(z.string(), (photo: PhotoRow) => photo.caption),
    alt_text: field(z.string(), (photo: PhotoRow) => photo.altText),
    alt_text_custom: field(z.string(), (photo: PhotoRow) => photo.altText),
    backdated_time: field(z.string(), ({ backdatedTime }: PhotoRow) =>
      backdatedTime !== undefined ? isoTime(backdatedTime) : undefined,
    ),
    backdated_time_granularity: field(z.string(), (photo: PhotoRow) => photo.backdatedTimeGranularity),
    from: field(Profile, (photo: PhotoRow, { tx }) => profileOf(tx, photo.owner)),
    album: field(Profile, () => undefined),
    height: field(z.int(), (photo: PhotoRow) => photo.picture.height),
    width: field(z.int(), (photo: PhotoRow) => photo.picture.width),
    images: field(z.array(Image), (photo: PhotoRow) => photoImages(photo)),
    icon: field(z.string(), () => webLink('/icons/photo.png')),
    link: field(z.string(), (photo: PhotoRow) => webLink(`/photo/${photo.id}`)),
    picture: field(z.string(), smallestSource),
    source: field(z.string(), (photo: PhotoRow) => photoImages(photo)[0]?.source),
    place: field(Profile, (photo: PhotoRow, { tx }) =>
      photo.place === undefined ? undefined : profileOf(tx, photo.place),
    ),
    page_story_id: field(z.string(), pageStoryId),
    target: field(Profile, (photo: PhotoRow, { tx }) => profileOf(tx, photo.owner)),
    position: field(z.int(), () => undefined),
    can_delete: field(z.boolean(), (photo: PhotoRow, context) => canManage(context, photo)),
    can_backdate: field(z.boolean(), (photo: PhotoRow, context) => canManage(context, photo)),
    can_tag: field(z.boolean(), (photo: PhotoRow, context) => canManage(context, photo)),
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
