import { z } from '../../../engine/schema/zod.ts'
import { photoAccess } from '../../../service/access/ownership.ts'
import { type CallError, invalidParameter, isCallError } from '../../../service/contract/errors.ts'
import { successResult } from '../../../service/results.ts'
import { endpoint } from '../../../service/routes/define.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { commentId } from '../../../service/values/ids.ts'
import { defaulted, filledText, oneOf } from '../../../service/values/scalars.ts'
import { pagingParams } from '../../../service/views/paging.ts'
import { recordSchema } from '../../../service/views/record.ts'
import { summaryMembers, withSummary } from '../../../service/views/summary.ts'
import { seesPost } from '../../content/post.ts'
import { commentAsPage, commentView } from '../../feed/comment.ts'
import { readsFeed } from '../../feed/feed-read.ts'
import { addLike, likeView, removeLike } from '../../feed/like.ts'
import {
  CommentList,
  commentFilters,
  commentOrders,
  commentsOf,
  commentsSummary,
  LikeList,
} from '../../feed/reactions.ts'
import { commentsSource, likesParams, likesSource, listLikes } from '../../feed/replies/reaction-lists.ts'
import { reacts } from '../../people/page-access.ts'
import type { PhotoRow, PostRow } from '../../rows.ts'

const chapter = 'Beyond the description'
const reads = photoAccess(readsFeed)

/** Returns the post that the upload of a photo made. The photo has its comments and likes. */
function storyOf({ story }: PhotoRow, context: ReadContext): PostRow | undefined {
  const post = story === null ? undefined : context.tx.find('posts', story)
  return post && seesPost(context, post) ? post : undefined
}

/** Returns that post, or the error of a photo without one. */
const storyToChange = (photo: PhotoRow, context: ReadContext): PostRow | CallError =>
  storyOf(photo, context) ??
  invalidParameter(
    'Comments and likes of this photo are not simulated: only a photo whose upload made a post has them',
  )

/** Lists the comments on a photo: those on the post that its upload made. Any other photo has none. */
export const listPhotoComments = endpoint({
  route: 'GET /{photo}/comments',
  chapter,
  source: commentsSource,
  access: reads,
  params: z.object({
    ...pagingParams,
    /** The order of the comments. */
    order: defaulted(oneOf(commentOrders), 'chronological'),
    /** `stream` lists replies too. */
    filter: defaulted(oneOf(commentFilters), 'toplevel'),
    /** `true` adds the summary, `total_count` only its total. */
    summary: defaulted(summaryMembers, 'none'),
  }),
  view: commentView,
  result: CommentList,
  run(context) {
    const { photo, params, pageOf } = context
    const { order, filter } = params
    const commented = storyOf(photo, context) ?? photo
    const page = pageOf(commentsOf(commented, order, context, filter), commentView)
    return withSummary(page, params.summary, () => commentsSummary(commented, context, order, filter))
  },
})

/** Comments on a photo as the page, on the post that its upload made. Requires a page token. */
export const commentOnPhoto = endpoint({
  route: 'POST /{photo}/comments',
  chapter,
  source: commentsSource,
  access: reacts,
  params: z.object({
    /** The text of the comment. It can mention pages as `@[id]`. */
    message: filledText,
  }),
  view: commentView,
  result: recordSchema(commentView),
  run(context) {
    const { photo, params, tx, readBack, refuseFor } = context
    const post = storyToChange(photo, context)
    const comment = isCallError(post) ? post : commentAsPage(tx, post, params.message)
    if (isCallError(comment)) return refuseFor(comment)
    return { ...readBack(commentView, comment), id: commentId(comment) }
  },
})

/** Lists the pages and people that like a photo: those of the post that its upload made. */
export const listPhotoLikes = endpoint({
  route: 'GET /{photo}/likes',
  chapter,
  source: likesSource,
  access: reads,
  params: z.object(likesParams),
  view: likeView,
  result: LikeList,
  run: (context) => listLikes(storyOf(context.photo, context) ?? context.photo, context),
})

/** Likes a photo as the page, with the post that its upload made. Requires a page token. */
export const likePhoto = endpoint({
  route: 'POST /{photo}/likes',
  chapter,
  source: likesSource,
  access: reacts,
  params: z.object({}),
  result: successResult,
  run(context) {
    const { photo, tx, refuseFor } = context
    const post = storyToChange(photo, context)
    const error = isCallError(post) ? post : addLike(tx, post, post.page)
    return error ? refuseFor(error) : { success: true }
  },
})

/** Takes back the like of the page, if there is one. Requires a page token. */
export const unlikePhoto = endpoint({
  route: 'DELETE /{photo}/likes',
  chapter,
  source: likesSource,
  access: reacts,
  params: z.object({}),
  result: successResult,
  run(context) {
    const { photo, tx, refuseFor } = context
    const post = storyToChange(photo, context)
    if (isCallError(post)) return refuseFor(post)
    removeLike(tx, post, post.page)
    return { success: true }
  },
})
