import { z } from '../../../engine/schema/zod.ts'
import { isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { commentId } from '../../../service/values/ids.ts'
import { filledText, httpUrl } from '../../../service/values/scalars.ts'
import { recordResult } from '../../../service/views/results.ts'
import { pictureAt } from '../../content/picture-source.ts'
import { reacts } from '../../people/page-access.ts'
import { commentAsPage, commentView } from '../comment.ts'
import { readsFeed } from '../feed-read.ts'
import { addLike, removeLike } from '../like.ts'
import {
  commentList,
  commentsSource,
  likeList,
  likesSource,
  listComments,
  listLikes,
  listReactions,
  reactionList,
} from './reaction-lists.ts'

/** Lists the comments on a post, oldest first; with `summary` it adds their total number. */
export const listPostComments = endpoint({
  route: 'GET /{post}/comments',
  access: readsFeed,
  ...commentList,
  run: (context) => listComments(context.post, context),
})

/** Comments on a post as the page. Requires a page token. The text can mention pages as `@[id]`. */
export const createComment = endpoint({
  route: 'POST /{post}/comments',
  source: commentsSource,
  access: reacts,
  params: z.object({
    /** The text of the comment. */
    message: filledText,
    /** The URL of a picture to attach. */
    attachment_url: httpUrl.optional(),
  }),
  ...recordResult(commentView),
  run({ post, params, tx, policy, readBack, refuse, refuseFor }) {
    const { message, attachment_url: url } = params
    const picture = url === undefined ? undefined : pictureAt(tx, policy, url)
    if (isCallError(picture)) return refuse(100, `Param attachment_url: ${picture.message}`)
    const comment = commentAsPage(tx, post, message, picture && { picture })
    if (isCallError(comment)) return refuseFor(comment)
    return { ...readBack(commentView, comment), id: commentId(comment) }
  },
})

/**
 * Lists the pages and people that like a post, newest first; with `summary` it adds their total number. A
 * page token sees all; any other token sees pages, and its own person.
 */
export const listPostLikes = endpoint({
  route: 'GET /{post}/likes',
  access: readsFeed,
  ...likeList,
  run: (context) => listLikes(context.post, context),
})

/**
 * Lists the pages and people that reacted to a post, newest first, with the type of each reaction; with
 * `summary` it adds their total number. Tokens see the same profiles as in the likes.
 */
export const listPostReactions = endpoint({
  route: 'GET /{post}/reactions',
  access: readsFeed,
  ...reactionList,
  run: (context) => listReactions(context.post, context),
})

/** Likes a post as the page, if the page does not like it yet. Requires a page token. */
export const likePost = endpoint({
  route: 'POST /{post}/likes',
  source: likesSource,
  access: reacts,
  run({ post, tx, refuseFor }) {
    const error = addLike(tx, post, post.page)
    return error ? refuseFor(error) : { success: true }
  },
})

/** Takes back the like of the page, if there is one. Requires a page token. */
export const unlikePost = endpoint({
  route: 'DELETE /{post}/likes',
  source: likesSource,
  access: reacts,
  run({ post, tx }) {
    removeLike(tx, post, post.page)
    return { success: true }
  },
})
