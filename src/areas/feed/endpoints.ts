import { z } from 'zod'
import { deletesContent, pageAccess, publishesContent } from '../../graph/access/access.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import { endpoint } from '../../graph/define.ts'
import { bool, defaulted, integer, scalar } from '../../graph/values/scalars.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import { postId } from '../content/post.ts'
import { removePost } from '../content/remove-post.ts'
import { isVisible } from '../content/visibility.ts'
import type { PostRow } from '../rows.ts'
import { postParams } from './post-params.ts'
import { postView } from './post-view.ts'
import { publishFeedPost } from './publish-feed-post.ts'
import { rankFilter } from './ranked-posts.ts'
import { reelView } from './reel-view.ts'

const chapter = 'Endpoints › Page feed'

const readsFeed = pageAccess({
  tasks: ['CREATE_CONTENT', 'MANAGE', 'MODERATE'],
  permissions: ['pages_read_engagement'],
  publicContent: true,
})
const feedLimit = scalar<number, number | string>(
  `an integer from 1 to ${limits.feedReadLimitMax}: stay within ${limits.feedReadLimitMax}`,
  (raw) => integer(1, limits.feedReadLimitMax).safeParse(raw).data,
  { type: 'integer', minimum: 1, maximum: limits.feedReadLimitMax },
)

/**
 * Lists the posts of a page, newest first: the published ones, and with `is_published` among the fields, or
 * as a filter, the unpublished and scheduled ones too. Of the published posts of a calendar year about 600
 * are returned, by rank.
 */
export const listPageFeed = endpoint({
  route: 'GET /{page}/feed',
  chapter,
  access: readsFeed,
  errors: [],
  params: z.object({
    ...pagingParams,
    limit: defaulted(feedLimit, limits.listLimitDefault),
    is_published: bool.optional(),
  }),
  view: postView,
  result: listOf(recordSchema(postView)),
  run(context) {
    const { page, params, tx, policy, asks, pageOf } = context
    const { is_published: filter } = params
    const asked = policy.unpublishedInFeed === 'onRequest' && (filter !== undefined || asks('is_published'))
    const unpublished = policy.unpublishedInFeed === 'always' || asked
    const isRanked = rankFilter(tx, page.id, policy.rankedPostsPerYear)
    const where = (post: PostRow) =>
      (filter === undefined || post.published === filter) &&
      (!post.published || isRanked(post)) &&
      isVisible(context, post)
    const edge = unpublished ? 'byPage' : 'published'
    const source = { table: 'posts', edge, owner: [page.id], name: `feed/${page.id}`, where } as const
    return pageOf(source, postView)
  },
})

/**
 * Publishes a post in the voice of the page; with `published=false` it stays unpublished, with a time it is
 * scheduled. Photos listed in `attached_media` make it a multi-photo post and are published with it.
 */
export const publishPost = endpoint({
  route: 'POST /{page}/feed',
  chapter,
  access: publishesContent,
  errors: [],
  params: postParams,
  view: postView,
  result: recordSchema(postView),
  run(context) {
    const { page, params, files } = context
    const post = publishFeedPost(context, page, params, { files, sees: (node) => isVisible(context, node) })
    if (isCallError(post)) return context.refuseFor(post)
    return { ...context.readBack(postView, post), id: postId(post) }
  },
})

/** Reads one post: published, unpublished or scheduled. An expired post is not there any more. */
export const readPost = endpoint({
  route: 'GET /{post}',
  chapter,
  access: readsFeed,
  errors: [],
  params: z.object({}),
  view: postView,
  result: recordSchema(postView),
  run: ({ post, show }) => show(postView, post),
})

/**
 * Deletes a post. Photos that it published are unpublished again and kept for a day, unless another published
 * post shows them; a photo that its own upload published stays.
 */
export const deletePost = endpoint({
  route: 'DELETE /{post}',
  chapter,
  access: deletesContent,
  errors: [],
  params: z.object({}),
  result: z.object({ success: z.boolean() }),
  run({ post, tx, policy }) {
    removePost(tx, post, policy.unpublishedPhotoRetention)
    return { success: true }
  },
})

/** Lists the published posts that name a page, newest first; those of other pages if they are authentic. */
export const listTaggedPosts = endpoint({
  route: 'GET /{page}/tagged',
  chapter,
  access: readsFeed,
  errors: [],
  params: z.object({ ...pagingParams, limit: defaulted(feedLimit, limits.listLimitDefault) }),
  view: postView,
  result: listOf(recordSchema(postView)),
  run(context) {
    const { page, tx, pageOf } = context
    const isAuthentic = ({ author }: PostRow): boolean =>
      author === page.id || tx.find('pages', author)?.verified !== false
    const where = (post: PostRow) => isAuthentic(post) && isVisible(context, post)
    const source = { table: 'posts', edge: 'tagged', owner: [page.id], where } as const
    return pageOf(source, postView)
  },
})

/** Lists the reels of a page, newest first: its feed does not hold them. */
export const listPageReels = endpoint({
  route: 'GET /{page}/video_reels',
  chapter,
  access: readsFeed,
  errors: [],
  params: z.object(pagingParams),
  view: reelView,
  result: listOf(recordSchema(reelView)),
  run: ({ page, pageOf }) => pageOf({ table: 'reels', edge: 'byPage', owner: [page.id] }, reelView),
})
