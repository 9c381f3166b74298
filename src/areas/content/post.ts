import { z } from 'zod'
import { formerRowId, instant, type RowOf, rowId, rowIdOrNone, table } from '../../engine/table.ts'
import { compareKeys, type Key } from '../../engine/tree.ts'
import type { Seen, Tx } from '../../graph/seen.ts'
import { ids, jsonObject } from '../../graph/values/columns.ts'
import { heldTasks, seesOf } from '../people/page.ts'
import { Picture } from '../photos/photo.ts'
import { Engagement, Insights } from '../feed/post-insights.ts'
import { Audience, privacyLevels } from '../people/privacy.ts'
import { ProfileTag } from '../people/profile.ts'
import type { Tables } from '../tables.ts'

/** A link of a multi-link post. Its name and description are as long as they are shown (SIL-096). */
export const Child = z.object({
  link: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  picture: z.string().optional(),
  image_hash: z.string().optional(),
})

/** The video of a post. */
export const Video = z.object({
  title: z.string(),
  seconds: z.number(),
  spherical: z.boolean(),
})

/** A post of a page. */
export const posts = table({
  row: z.object({
    /** The page on whose feed it stands. */
    page: rowId('pages'),
    /** The page or person in whose voice it is. */
    author: rowId('pages', 'users'),
    app: rowIdOrNone('apps'),
    /** The person who made it. */
    creator: rowIdOrNone('users'),
    createdTime: instant(),
    updatedTime: instant(),
    published: z.boolean(),
    /** When a scheduled post is published, in Unix milliseconds; null when it is not scheduled. */
    scheduledTime: instant().nullable(),
    contentType: z.string().nullable(),
    statusType: z.string(),
    message: z.string().optional(),
    messageTags: z.array(ProfileTag).optional(),
    /** The text of a story that nobody wrote, and whom it names. */
    story: z.string().optional(),
    storyTags: z.array(ProfileTag).optional(),
    /** Whom it is addressed to, or who is with its author. */
    to: ids.optional(),
    link: z.string().optional(),
    /** What is shown of its link. */
    preview: z.object({ title: z.string(), description: z.string().optional() }).optional(),
    /** The picture beside its link; the post keeps it whatever becomes of a photo that it came from. */
    thumbnail: Picture.optional(),
    /** The photo that was chosen for the picture (SIL-094). */
    thumbnailPhoto: formerRowId('photos').optional(),
    children: z.array(Child).optional(),
    /** Whether a carousel ends with the card of its page. */
    endCard: z.boolean().optional(),
    actions: z.array(z.object({ name: z.string(), link: z.string() })).optional(),
    photos: z.array(formerRowId('photos')),
    video: Video.optional(),
    /** The post that it tells of or shares. */
    parent: formerRowId('posts').optional(),
    backdatedTime: instant().optional(),
    backdatedTimeGranularity: z.string().optional(),
    /** The instant from which it cannot be read any more. */
    expiresAt: instant().nullable(),
    hidden: z.boolean(),
    privacy: z.enum(privacyLevels),
    audience: Audience.optional(),
    rank: z.number(),
    /** The type of its call to action, and the members that came with it. */
    callToAction: jsonObject.optional(),
    targeting: jsonObject.optional(),
    feedTargeting: jsonObject.optional(),
    place: z.number().optional(),
    /** A feeling or an activity. */
    activity: z.object({ actionType: z.string(), object: z.string(), icon: z.string() }).optional(),
    engagement: Engagement.optional(),
    /** Values of derived fields that were set by hand. */
    insights: Insights.optional(),
    /** People who follow what happens to it. */
    subscribers: ids.optional(),
    /** Parameters that are kept and have no other effect. */
    given: jsonObject,
  }),
  edges: {
    byPage: { owners: ({ page }) => [[page]], order: ({ createdTime }) => [createdTime] },
    /** The published posts that name a page or a person. */
    tagged: {
      owners: (post) => (post.published ? namedIn(post).map((id) => [id]) : []),
      order: ({ createdTime }) => [createdTime],
    },
    published: {
      owners: ({ page, published }) => (published ? [[page]] : []),
      order: ({ createdTime }) => [createdTime],
    },
    byRank: {
      owners: ({ page, published, createdTime }) => (published ? [[page, yearOf(createdTime)]] : []),
      order: ({ rank, createdTime }) => [rank, createdTime],
      counted: true,
    },
    /** The published posts of a year that expire, or have expired. */
    expiring: {
      owners: ({ page, published, createdTime, expiresAt }) =>
        published && expiresAt !== null ? [[page, yearOf(createdTime)]] : [],
      order: ({ createdTime }) => [createdTime],
    },
  },
})

/** A row of a post. */
export type Post = RowOf<Tables, 'posts'>

/** What in a post names pages and people. */
interface Naming {
  readonly to?: readonly number[] | undefined
  readonly messageTags?: readonly ProfileTag[] | undefined
}

/** The pages and people that a post names: those it is addressed to, is with, or mentions, each once. */
export function namedIn({ to = [], messageTags = [] }: Naming): readonly number[] {
  if (to.length === 0 && messageTags.length === 0) return to
  return [...new Set([...to, ...messageTags.map(({ id }) => Number(id))])]
}

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

/**
 * Whether a post that exists is there for this caller: not one that has expired, one with a message button
 * for a token of its page alone, one with a video for an administrator (SIL-056, SIL-057, SIL-087).
 */
export function seesPost(seen: Seen, post: Post): boolean {
  const { page, published, privacy } = post
  if (isExpired(post, seen.now)) return false
  if (post.callToAction?.['type'] === 'MESSAGE_PAGE' && seen.viewer.page?.id !== page) return false
  if (post.video && !heldTasks(seen, page).includes('MANAGE')) return false
  return seesOf(seen, page, published && privacy === 'EVERYONE')
}

/**
 * Where the best post that the feed leaves out stands in its year; undefined when it leaves none out. An
 * expired post cannot be read, so it takes no other's place; where none expires, no post is read to tell.
 */
function firstLeftOut(tx: Tx, owner: Key, most: number): Key | undefined {
  if (tx.count('posts', 'byRank', owner) <= most) return undefined
  const where = (post: Post) => !isExpired(post, tx.now)
  const options = tx.first('posts', 'expiring', owner) ? { limit: most + 1, where } : { limit: 1, skip: most }
  const ranked = tx.list('posts', 'byRank', owner, { newestFirst: true, ...options })
  const first = ranked['where' in options ? most : 0]
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
