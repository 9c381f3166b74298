import { z } from '../../../engine/schema/zod.ts'
import { permissionError, publishesContent, withCheck } from '../../../service/access/access.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { listResult } from '../../../service/views/results.ts'
import { isVisible } from '../../content/visibility.ts'
import { pageTokenAccess } from '../../people/page-access.ts'
import type { PostRow } from '../../rows.ts'
import { feedPagingParams, readsFeed } from '../feed-read.ts'
import { periodParams, readerOfPosts, readerWithin, readsPublished } from '../listed-posts.ts'
import { postView } from '../post-view.ts'
import { changePost, postChanges } from './update-post.ts'

/**
 * Lists the published posts of a page, newest first, without the posts of its visitors. The limits of the
 * feed apply.
 */
export const listPagePosts = endpoint({
  route: 'GET /{page}/posts',
  also: { 'GET /{page}/published_posts': {} },
  source: 'https://developers.facebook.com/docs/graph-api/reference/page/published_posts/',
  access: readsFeed,
  ...listResult(postView),
  params: z.object({ ...feedPagingParams, ...periodParams }),
  run(context) {
    const { page, params, policy, pageOf } = context
    const reads = [readsPublished(context, page, 'ownPublished')]
    const reader = readerOfPosts(`posts.ownPublished/${page.id}`, reads)
    return pageOf(readerWithin(reader, params, policy), postView)
  },
})

/** Lists the scheduled posts of a page, newest first. Requires a page token. */
export const listScheduledPosts = endpoint({
  route: 'GET /{page}/scheduled_posts',
  source: 'https://developers.facebook.com/docs/graph-api/reference/page/scheduled_posts/',
  access: pageTokenAccess({ tasks: readsFeed.tasks, permissions: readsFeed.permissions }),
  ...listResult(postView),
  run(context) {
    const where = (post: PostRow) => isVisible(context, post)
    const source = { table: 'posts', edge: 'scheduled', owner: [context.page.id], where } as const
    return context.pageOf(source, postView)
  },
})

const anotherApp = permissionError(
  'An app can change only the posts that it created',
  'another app, or no app, created the post',
)

/** Access to change a post: that of publishing, for the app that created the post. */
const changesOwnPost = withCheck(publishesContent, ({ caller }, _account, node) =>
  node?.kind === 'posts' && node.app === caller.app.id ? undefined : anotherApp,
)

/**
 * Changes a post of the app of the token: its message; with `is_published=true` it publishes an unpublished
 * post now; with `scheduled_publish_time` it moves the publication of a scheduled post.
 */
export const updatePost = endpoint({
  route: 'POST /{post}',
  source: 'https://developers.facebook.com/docs/pages-api/posts',
  access: changesOwnPost,
  params: postChanges,
  run(context) {
    const error = changePost(context, context.post, context.params)
    return error ? context.refuseFor(error) : { success: true }
  },
})
