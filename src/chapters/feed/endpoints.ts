import { z } from '../../engine/schema/zod.ts'
import { deletesContent, publishesContent } from '../../service/access/access.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { postId } from '../../service/values/ids.ts'
import { boolean } from '../../service/values/scalars.ts'
import { isoTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import { listOf } from '../../service/views/paging.ts'
import { recordSchema } from '../../service/views/record.ts'
import { listResult, recordResult } from '../../service/views/results.ts'
import type { View } from '../../service/views/view.ts'
import { removePost } from '../content/remove-post.ts'
import { isVisible } from '../content/visibility.ts'
import type { PostRow } from '../rows.ts'
import { feedPagingParams, readsFeed } from './feed-read.ts'
import {
  periodParams,
  readerOfPosts,
  readerWithin,
  readsPublished,
  readsUnpublished,
} from './listed-posts.ts'
import { postParams } from './post-params.ts'
import { postView } from './post-view.ts'
import { publishFeedPost } from './publish-feed-post.ts'
import { reelView } from './reel-view.ts'

const chapter = 'Endpoints › Page feed'

/**
 * Lists the posts of a page, newest first. It returns the published posts; unpublished and scheduled posts
 * are included if `is_published` is among the fields or is given as a filter. Of each calendar year, the 600
 * published posts with the highest rank are returned.
 */
export const listPageFeed = endpoint({
  route: 'GET /{page}/feed', // FEE-001, FEE-129, FEE-130, FEE-131; the contract lists no errors (FEE-263)
  chapter,
  access: readsFeed,
  params: z.object({
    ...feedPagingParams,
    ...periodParams,
    /** Lists only published or only unpublished posts. */
    is_published: boolean.optional(),
  }),
  beyondParams: ['since', 'until'],
  view: postView,
  result: listOf(recordSchema(postView)),
  run(context) {
    const { page, params, policy, asks, pageOf } = context
    const { is_published: filter } = params
    // FEE-124, FEE-125, FEE-132, SIL-085
    const isRequested =
      policy.unpublishedInFeed === 'onRequest' && (filter !== undefined || asks('is_published'))
    const includesUnpublished = policy.unpublishedInFeed === 'always' || isRequested
    const reads = [
      ...(filter === false ? [] : [readsPublished(context, page, 'published')]),
      ...(filter === true || !includesUnpublished ? [] : [readsUnpublished(context, page)]),
    ]
    return pageOf(readerWithin(readerOfPosts(`feed/${page.id}`, reads), params, policy), postView)
  },
})

/**
 * Publishes a post in the voice of the page. With `published=false` the post stays unpublished; with a
 * `scheduled_publish_time` it is scheduled. Photos in `attached_media` are published with the post.
 */
export const publishPost = endpoint({
  route: 'POST /{page}/feed', // FEE-002, FEE-146; the contract lists no errors (FEE-263)
  chapter,
  access: publishesContent, // SIL-051
  params: postParams,
  files: ['thumbnail'],
  ...recordResult(postView),
  run(context) {
    const { page, params } = context
    const post = publishFeedPost(context, page, params)
    if (isCallError(post)) return context.refuseFor(post)
    return { ...context.readBack(postView, post), id: postId(post) } // FEE-150, FEE-151
  },
})

/** Reads one post: published, unpublished or scheduled. An expired post cannot be read. */
export const readPost = endpoint({
  route: 'GET /{post}', // SIL-090
  chapter,
  access: readsFeed,
  ...recordResult(postView),
  run: ({ post, show }) => show(postView, post),
})

/**
 * Deletes a post. Photos that only this post published become unpublished, and are deleted after about 24
 * hours unless a post uses them. A photo that its own upload published stays published.
 */
export const deletePost = endpoint({
  route: 'DELETE /{post}', // SIL-090
  chapter,
  access: deletesContent,
  run({ post, tx, policy }) {
    removePost(tx, post, policy.unpublishedPhotoRetention)
    return { success: true }
  },
})

/** A post in the list of those that name a page. The live service says when they did (SIL-189). */
const taggedPostView = {
  ...postView,
  fields: {
    ...postView.fields,
    /** When the post named the page: when it was first published. */
    tagged_time: field(z.string(), ({ createdTime }: PostRow) => isoTime(createdTime), {
      beyond: true,
      onRequest: true,
    }),
  },
} satisfies View<PostRow>

/** Lists the published posts that name a page, newest first. Other pages must be authentic. */
export const listTaggedPosts = endpoint({
  route: 'GET /{page}/tagged', // FEE-143
  chapter,
  access: readsFeed,
  ...listResult(taggedPostView),
  params: z.object(feedPagingParams),
  run(context) {
    const { page, tx, pageOf } = context
    // FEE-144
    const isAuthentic = ({ author }: PostRow): boolean =>
      author === page.id || tx.find('pages', author)?.verified !== false
    const where = (post: PostRow) => isAuthentic(post) && isVisible(context, post)
    const source = { table: 'posts', edge: 'tagged', owner: [page.id], where } as const
    return pageOf(source, taggedPostView)
  },
})

/** Lists the reels of a page, newest first. The feed does not contain them. */
export const listPageReels = endpoint({
  route: 'GET /{page}/video_reels', // FEE-145, SIL-089
  chapter,
  access: readsFeed,
  ...listResult(reelView),
  run: ({ page, pageOf }) => pageOf({ table: 'reels', edge: 'byPage', owner: [page.id] }, reelView),
})
