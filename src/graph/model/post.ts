import { z } from 'zod'
import { type RowOf, table } from '../../engine/table.ts'
import { compareKeys, type Key } from '../../engine/tree.ts'
import { field, type View } from '../fields.ts'
import { limits } from '../limits.ts'
import { webLink } from '../links.ts'
import { fitted } from '../picture/sizes.ts'
import type { Seen, Tx } from '../seen.ts'
import { isoTime, unixTime } from '../times.ts'
import { ids, jsonObject } from './columns.ts'
import { type Photo, photoImages, pictureLink } from './photo.ts'
import type { Tables } from './tables.ts'

/** A post of a page. */
export const posts = table({
  row: z.object({
    page: z.number(),
    app: z.number(),
    /** The person who made it. */
    creator: z.number(),
    createdTime: z.number(),
    updatedTime: z.number(),
    published: z.boolean(),
    /** When a scheduled post is published, in Unix milliseconds; null when it is not scheduled. */
    scheduledTime: z.number().nullable(),
    contentType: z.string().nullable(),
    statusType: z.string(),
    message: z.string().optional(),
    link: z.string().optional(),
    photos: ids,
    backdatedTime: z.number().optional(),
    backdatedTimeGranularity: z.string().optional(),
    /** The instant from which it cannot be read any more. */
    expiresAt: z.number().nullable(),
    hidden: z.boolean(),
    privacy: z.string(),
    rank: z.number(),
    /** The type of its call to action, and the members that came with it. */
    callToAction: jsonObject.optional(),
    targeting: jsonObject.optional(),
    feedTargeting: jsonObject.optional(),
    place: z.number().optional(),
    /** Parameters that are kept and have no other effect. */
    given: jsonObject,
  }),
  edges: {
    byPage: { owners: ({ page }) => [[page]], order: ({ createdTime }) => [createdTime] },
    published: {
      owners: ({ page, published }) => (published ? [[page]] : []),
      order: ({ createdTime }) => [createdTime],
    },
    byRank: {
      owners: ({ page, published, createdTime }) => (published ? [[page, yearOf(createdTime)]] : []),
      order: ({ rank, createdTime }) => [rank, createdTime],
      counted: true,
    },
  },
})

/** A row of a post. */
export type Post = RowOf<Tables, 'posts'>

/** The calendar year of an instant, in UTC. */
export const yearOf = (milliseconds: number): number => new Date(milliseconds).getUTCFullYear()

/** The id of a post as callers know it. */
export const postId = ({ page, id }: Pick<Post, 'page' | 'id'>): string => `${page}_${id}`

/** The name under which the publication of a scheduled post is kept. */
export const postPublication = (id: number): string => `post/${id}/publication`

/** Publishes a post and its photos now; a scheduled one becomes a post of this instant. */
export function publishNow(tx: Tx, post: Post): Post {
  for (const id of post.photos) tx.patch('photos', id, { published: true, updatedTime: tx.now })
  return tx.patch('posts', post.id, {
    published: true,
    scheduledTime: null,
    createdTime: tx.now,
    updatedTime: tx.now,
  })
}

/** Whether a post has expired: then no list shows it and no read finds it (SIL-087). */
export const isExpired = ({ expiresAt }: Post, now: number): boolean => expiresAt !== null && now >= expiresAt

/** Whether this caller may see a post that exists (SIL-056, SIL-087). */
export function maySeePost(post: Post, { viewer, now }: Seen): boolean {
  if (isExpired(post, now)) return false
  return post.callToAction?.['type'] !== 'MESSAGE_PAGE' || viewer.page?.id === post.page
}

/** Where the best post that the feed leaves out stands in its year; undefined when it leaves none out. */
function firstLeftOut(tx: Tx, owner: Key, most: number): Key | undefined {
  if (tx.count('posts', 'byRank', owner) <= most) return undefined
  const [first] = tx.list('posts', 'byRank', owner, { newestFirst: true, skip: most, limit: 1 })
  return first && tx.position('posts', 'byRank', first)
}

/**
 * Whether a published post is among those of its calendar year that the feed returns: the highest rank
 * first, then the newest (SIL-086). A year within the limit is told by its count, without a walk.
 */
export function rankedPosts(tx: Tx, page: number, most: number): (post: Post) => boolean {
  const leftOut = new Map<number, Key | undefined>()
  return (post) => {
    const year = yearOf(post.createdTime)
    if (!leftOut.has(year)) leftOut.set(year, firstLeftOut(tx, [page, year], most))
    const first = leftOut.get(year)
    return !first || compareKeys(tx.position('posts', 'byRank', post), first) > 0
  }
}

const photosOf = (tx: Tx, { photos }: Post): readonly Photo[] =>
  photos.map((id) => tx.find('photos', id)).filter((photo) => photo !== undefined)

/** The picture of a post, its largest side brought down to 720 pixels (Limits). */
function fullPicture({ tx }: Seen, post: Post): string | undefined {
  const [photo] = photosOf(tx, post)
  if (!photo) return undefined
  const { width, height } = fitted(photo.picture.width, photo.picture.height, limits.fullPictureSideMax)
  return pictureLink(photo, width, height)
}

const Media = z.object({ image: z.object({ src: z.string(), width: z.int(), height: z.int() }) })
const Attachment = z.object({
  type: z.string(),
  url: z.string(),
  media: Media.optional(),
  target: z.object({ id: z.string(), url: z.string() }).optional(),
  subattachments: z.object({ data: z.array(z.unknown()) }).optional(),
})
type Attachment = z.output<typeof Attachment>

function photoAttachment(photo: Photo): Attachment {
  const [image] = photoImages(photo)
  const url = webLink(`/photo/${photo.id}`)
  const src = image?.source ?? url
  const { width, height } = photo.picture
  return {
    type: 'photo',
    url,
    media: { image: { src, width, height } },
    target: { id: String(photo.id), url },
  }
}

/** What stands under the text of a post: its photos, or else its link (SIL-103). */
function attachments({ tx }: Seen, post: Post): { data: Attachment[] } | undefined {
  const [first, ...others] = photosOf(tx, post).map(photoAttachment)
  if (first && others.length > 0) {
    const album = {
      type: 'album',
      url: webLink(`/${postId(post)}`),
      subattachments: { data: [first, ...others] },
    }
    return { data: [{ ...album, ...(first.media && { media: first.media }) }] }
  }
  if (first) return { data: [first] }
  return post.link === undefined ? undefined : { data: [{ type: 'share', url: post.link }] }
}

/** An instant of a post, in the form that the policy `postTimes` chooses. */
const postTime = (milliseconds: number, { policy }: Seen): number | string =>
  policy.postTimes === 'iso' ? isoTime(milliseconds) : unixTime(milliseconds)

const PostTime = z.union([z.number(), z.string()])

/** A post as it is read (Resources › Page post). */
export const postView = {
  name: 'Post',
  minimal: ['id', 'created_time', 'message'],
  fields: {
    id: field(z.string(), (post: Post) => postId(post)),
    attachments: field(z.object({ data: z.array(Attachment) }), (post: Post, seen) =>
      attachments(seen, post),
    ),
    backdated_time: field(PostTime.nullable(), ({ backdatedTime }: Post, seen) =>
      backdatedTime === undefined ? null : postTime(backdatedTime, seen),
    ),
    created_time: field(PostTime, (post: Post, seen) => postTime(post.createdTime, seen)),
    full_picture: field(z.string(), (post: Post, seen) => fullPicture(seen, post)),
    is_expired: field(z.boolean(), (post: Post, { now }) => isExpired(post, now)),
    is_hidden: field(z.boolean(), (post: Post) => post.hidden),
    is_published: field(z.boolean(), (post: Post) => post.published),
    message: field(z.string(), (post: Post) => post.message),
    permalink_url: field(z.string(), (post: Post) => webLink(`/${postId(post)}`)),
    promotable_id: field(z.string(), (post: Post) => postId(post)),
    sheduled_publish_time: field(z.number(), ({ scheduledTime }: Post) =>
      scheduledTime === null ? undefined : unixTime(scheduledTime),
    ),
    status_type: field(z.string(), (post: Post) => post.statusType),
    updated_time: field(PostTime, (post: Post, seen) => postTime(post.updatedTime, seen)),
  },
} satisfies View<Post>
