import { z } from 'zod'
import type { RowOf } from '../../engine/table.ts'
import { blobDigest, count, formerRowId, instant, rowId, table } from '../../engine/table.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { webLink } from '../../graph/values/links.ts'
import { displaySizes } from '../../pictures/sizes.ts'
import type { Seen, Tx } from '../../graph/seen.ts'
import { isoTime } from '../../graph/values/times.ts'
import { json, jsonObject } from '../../graph/values/columns.ts'
import { heldTasks } from '../people/page.ts'
import { Audience, privacyLevels } from '../people/privacy.ts'
import { Profile, profileOf } from '../people/profile.ts'
import type { Tables } from '../tables.ts'

/** A picture: kept bytes, or a url whose picture is drawn when somebody fetches it. */
export const Picture = z.object({
  digest: blobDigest().optional(),
  url: z.string().optional(),
  format: z.string(),
  width: count(),
  height: count(),
  spherical: z.boolean(),
})

/** What is known of a picture without decoding it. */
export type PictureRow = z.output<typeof Picture>

/** A photo of a page or of a person. */
export const photos = table({
  row: z.object({
    /** The page or person whose photo it is. */
    owner: rowId('pages', 'users'),
    createdTime: instant(),
    updatedTime: instant(),
    published: z.boolean(),
    /** Its own upload published it: so it stays, whatever becomes of its posts (SIL-090). */
    publishedByUpload: z.boolean(),
    /** When an upload without a story publishes it, in Unix milliseconds; null for every other photo. */
    scheduledTime: instant().nullable(),
    temporary: z.boolean(),
    contentType: z.string().nullable(),
    picture: Picture,
    caption: z.string().optional(),
    altText: z.string().optional(),
    backdatedTime: instant().optional(),
    backdatedTimeGranularity: z.string(),
    privacy: z.enum(privacyLevels),
    audience: Audience.optional(),
    place: z.number().optional(),
    tags: z.array(json),
    businessTags: z.array(rowId('businessTags')),
    /** The post that its upload or its schedule made. */
    story: formerRowId('posts').nullable(),
    /** Every post that shows it: published, unpublished or scheduled. */
    posts: z.array(formerRowId('posts')),
    /** When it last became the profile picture; null if it never did. */
    profileTime: instant().nullable(),
    /** How a spherical photo is first shown; null for a flat one. */
    spherical: jsonObject.nullable(),
    targeting: jsonObject.optional(),
    feedTargeting: jsonObject.optional(),
    /** Parameters that are kept and have no other effect. */
    given: jsonObject,
  }),
  edges: {
    uploaded: {
      owners: ({ owner, published }) => (published ? [[owner]] : []),
      order: ({ createdTime }) => [createdTime],
    },
    tagged: {
      owners: ({ tags, published }) => (published ? taggedIn(tags).map((id) => [id]) : []),
      order: ({ createdTime }) => [createdTime],
    },
    profile: {
      owners: ({ owner, profileTime }) => (profileTime === null ? [] : [[owner]]),
      order: ({ profileTime }) => [profileTime ?? 0],
    },
  },
})

/** A row of a photo. */
export type Photo = RowOf<Tables, 'photos'>

const Tag = z.object({ tag_uid: z.string() })

/** The ids that the tags of a photo name, each once; no node has an id of more than 15 digits. */
export function taggedIn(tags: readonly unknown[]): readonly number[] {
  const named = tags
    .map((tag) => Tag.safeParse(tag))
    .flatMap(({ data }) => (data && data.tag_uid.length <= 15 ? [Number(data.tag_uid)] : []))
  return [...new Set(named)]
}

/** The name under which the end of an unpublished photo is scheduled. */
export const photoExpiry = (id: number): string => `photo/${id}/expiry`

/** Schedules the end of an unpublished photo that is in no post, a retention from now (SIL-076). */
export function schedulePhotoExpiry(tx: Tx, { id }: { readonly id: number }, retention: number): void {
  tx.callOff(photoExpiry(id))
  tx.schedule(tx.now + retention * 1000, photoExpiry(id), {
    type: 'action',
    name: 'expirePhoto',
    params: { photo: String(id) },
  })
}

/** The name under which the publication of a scheduled photo without a story is kept. */
export const photoPublication = (id: number): string => `photo/${id}/publication`

/** Publishes a photo as its own upload asked. */
export function publishPhoto(tx: Tx, { id }: { readonly id: number }): void {
  tx.callOff(photoPublication(id))
  tx.patch('photos', id, {
    published: true,
    publishedByUpload: true,
    scheduledTime: null,
    updatedTime: tx.now,
  })
}

/** Puts a photo into a post: it is kept as long as the post is, and published when the post is. */
export function attachPhoto(tx: Tx, { id, posts }: Photo, post: number, published: boolean): void {
  tx.callOff(photoExpiry(id))
  tx.patch('photos', id, {
    posts: [...posts, post],
    ...(published && { published: true, updatedTime: tx.now }),
  })
}

/** The address of a photo's picture in a size, on `{web_url}`. */
export function pictureLink(
  { id, picture }: Pick<Photo, 'id' | 'picture'>,
  width: number,
  height: number,
): string {
  const extension = picture.format === 'jpeg' ? 'jpg' : picture.format
  return webLink(`/pictures/${id}/${width}x${height}.${extension}`)
}

/** The sizes in which a photo is shown, the original first (SIL-073). */
export function photoImages(
  photo: Pick<Photo, 'id' | 'picture'>,
): { source: string; width: number; height: number }[] {
  return displaySizes(photo.picture.width, photo.picture.height).map(({ width, height }) => ({
    source: pictureLink(photo, width, height),
    width,
    height,
  }))
}

const Image = z.object({ source: z.string(), width: z.int(), height: z.int() })
const NameTag = z.object({ id: z.string(), name: z.string().optional() })

/** Whether the caller may change the photos of this page. */
const mayManage = (seen: Seen, { owner }: Photo): boolean => heldTasks(seen, owner).includes('CREATE_CONTENT')

const smallest = (photo: Photo) => photoImages(photo).at(-1)?.source

/** A photo as it is read (SIL-063). Values that are not modelled are left out. */
export const photoView = {
  name: 'Photo',
  minimal: ['id', 'created_time', 'name'],
  fields: {
    id: field(z.string(), (photo: Photo) => String(photo.id)),
    created_time: field(z.string(), (photo: Photo) => isoTime(photo.createdTime)),
    updated_time: field(z.string(), (photo: Photo) => isoTime(photo.updatedTime)),
    name: field(z.string(), (photo: Photo) => photo.caption),
    alt_text: field(z.string(), (photo: Photo) => photo.altText),
    alt_text_custom: field(z.string(), (photo: Photo) => photo.altText),
    backdated_time: field(z.string(), ({ backdatedTime }: Photo) =>
      backdatedTime !== undefined ? isoTime(backdatedTime) : undefined,
    ),
    backdated_time_granularity: field(z.string(), (photo: Photo) => photo.backdatedTimeGranularity),
    from: field(Profile, (photo: Photo, { tx }) => profileOf(tx, photo.owner)),
    album: field(Profile, () => undefined),
    height: field(z.int(), (photo: Photo) => photo.picture.height),
    width: field(z.int(), (photo: Photo) => photo.picture.width),
    images: field(z.array(Image), (photo: Photo) => photoImages(photo)),
    icon: field(z.string(), () => webLink('/icons/photo.png')),
    link: field(z.string(), (photo: Photo) => webLink(`/photo/${photo.id}`)),
    picture: field(z.string(), smallest),
    source: field(z.string(), (photo: Photo) => photoImages(photo)[0]?.source),
    place: field(Profile, (photo: Photo, { tx }) =>
      photo.place === undefined ? undefined : profileOf(tx, photo.place),
    ),
    page_story_id: field(z.string(), storyId),
    target: field(Profile, (photo: Photo, { tx }) => profileOf(tx, photo.owner)),
    position: field(z.int(), () => undefined),
    can_delete: field(z.boolean(), (photo: Photo, seen) => mayManage(seen, photo)),
    can_backdate: field(z.boolean(), (photo: Photo, seen) => mayManage(seen, photo)),
    can_tag: field(z.boolean(), (photo: Photo, seen) => mayManage(seen, photo)),
    name_tags: field(z.array(NameTag), (photo: Photo, { tx }) => nameTags(tx, photo)),
  },
} satisfies View<Photo>

/**
 * The post that shows a photo: the one that its upload made, or else the first that took it up. Who holds no
 * task on the page is told of a public post alone.
 */
function storyId(photo: Photo, seen: Seen): string | undefined {
  const { story, posts, owner } = photo
  const isPublic = (id: number): boolean => {
    const post = seen.tx.find('posts', id)
    return post?.published === true && post.privacy === 'EVERYONE'
  }
  const showing = story === null ? posts : [story, ...posts]
  const post = heldTasks(seen, owner).length > 0 ? showing[0] : showing.find(isPublic)
  return post === undefined ? undefined : `${owner}_${post}`
}

function nameTags(tx: Tx, { tags }: Photo): { id: string; name?: string }[] | undefined {
  const named = taggedIn(tags).map((id) => profileOf(tx, id) ?? { id: String(id) })
  return named.length > 0 ? named : undefined
}
