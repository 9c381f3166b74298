import { z } from '../../../engine/schema/zod.ts'
import { alsoWith } from '../../../service/access/live-access.ts'
import { isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { commentId } from '../../../service/values/ids.ts'
import { present } from '../../../service/values/references.ts'
import { filledText } from '../../../service/values/scalars.ts'
import { pagingParams } from '../../../service/views/paging.ts'
import { listResult, recordResult } from '../../../service/views/results.ts'
import { reacts } from '../../people/page-access.ts'
import { commentAsPage, commentView, removeComment } from '../comment.ts'
import { readsFeed } from '../feed-read.ts'
import { addLike, removeLike } from '../like.ts'
import { repliesOf } from '../reactions.ts'
import { changeComment, commentChanges } from './comment-change.ts'
import {
  commentsParams,
  commentsSource,
  likeList,
  likesSource,
  listLikes,
  listReactions,
  reactionList,
} from './reaction-lists.ts'

const source = 'https://developers.facebook.com/docs/graph-api/reference/comment/'

/** Reads a comment on a post, like the list of the comments on it. */
export const readComment = endpoint({
  route: 'GET /{comment}',
  source,
  access: alsoWith(readsFeed, 'pages_read_user_content'),
  ...recordResult(commentView),
  run: ({ comment, show }) => show(commentView, comment),
})

/** Deletes a comment on a post of the page with its replies, whoever wrote it. Requires a page token. */
export const deleteComment = endpoint({
  route: 'DELETE /{comment}',
  source,
  access: reacts,
  run({ comment, tx }) {
    removeComment(tx, comment)
    return { success: true }
  },
})

/** Changes a comment of the page, or hides or shows that of somebody else. Requires a page token. */
export const updateComment = endpoint({
  route: 'POST /{comment}',
  source,
  access: reacts,
  params: commentChanges,
  run(context) {
    const error = changeComment(context, context.comment, context.params)
    return error ? context.refuseFor(error) : { success: true }
  },
})

/** Lists the replies to a comment, oldest first. A reply has none. */
export const listCommentReplies = endpoint({
  route: 'GET /{comment}/comments',
  source: commentsSource,
  access: readsFeed,
  ...listResult(commentView),
  params: z.object({
    ...pagingParams,
    /** The order of the replies. */
    order: commentsParams.order,
  }),
  run(context) {
    const { comment, params, pageOf } = context
    return pageOf(repliesOf(comment, params.order, context), commentView)
  },
})

/** Replies to a comment as the page. Requires a page token. A reply to a reply is one to its comment. */
export const replyToComment = endpoint({
  route: 'POST /{comment}/comments',
  source: commentsSource,
  access: reacts,
  params: z.object({
    /** The text of the reply. It can mention pages as `@[id]`. */
    message: filledText,
  }),
  ...recordResult(commentView),
  run({ comment, params, tx, readBack, refuseFor }) {
    const post = present(tx, 'posts', comment.post)
    const reply = commentAsPage(tx, post, params.message, { parent: comment.parent ?? comment.id })
    if (isCallError(reply)) return refuseFor(reply)
    return { ...readBack(commentView, reply), id: commentId(reply) }
  },
})

/** Lists the pages and people that like a comment, like the likes of a post. */
export const listCommentLikes = endpoint({
  route: 'GET /{comment}/likes',
  access: readsFeed,
  ...likeList,
  run: (context) => listLikes(context.comment, context),
})

/** Lists the pages and people that reacted to a comment, like the reactions to a post. */
export const listCommentReactions = endpoint({
  route: 'GET /{comment}/reactions',
  access: readsFeed,
  ...reactionList,
  run: (context) => listReactions(context.comment, context),
})

/** Likes a comment as the page, if the page does not like it yet. Requires a page token. */
export const likeComment = endpoint({
  route: 'POST /{comment}/likes',
  source: likesSource,
  access: reacts,
  run({ comment, tx, refuseFor }) {
    const error = addLike(tx, comment, present(tx, 'posts', comment.post).page)
    return error ? refuseFor(error) : { success: true }
  },
})

/** Takes back the like of the page, if there is one. Requires a page token. */
export const unlikeComment = endpoint({
  route: 'DELETE /{comment}/likes',
  source: likesSource,
  access: reacts,
  run({ comment, tx }) {
    removeLike(tx, comment, present(tx, 'posts', comment.post).page)
    return { success: true }
  },
})
