import { z } from '../../../engine/schema/zod.ts'
import { photoAccess } from '../../../service/access/ownership.ts'
import { type CallError, invalidParameter, isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { commentId } from '../../../service/values/ids.ts'
import { filledText } from '../../../service/values/scalars.ts'
import { recordResult } from '../../../service/views/results.ts'
import { seesPost } from '../../content/post.ts'
import { commentAsPage, commentView } from '../../feed/comment.ts'
import { readsFeed } from '../../feed/feed-read.ts'
import { addLike, removeLike } from '../../feed/like.ts'
import {
  commentList,
  commentsSource,
  likeList,
  likesSource,
  listComments,
  listLikes,
} from '../../feed/replies/reaction-lists.ts'
import { reacts } from '../../people/page-access.ts'
import type { PhotoRow, PostRow } from '../../rows.ts'

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
  access: reads,
  ...commentList,
  run: (context) => listComments(storyOf(context.photo, context) ?? context.photo, context),
})

/** Comments on a photo as the page, on the post that its upload made. Requires a page token. */
export const commentOnPhoto = endpoint({
  route: 'POST /{photo}/comments',
  source: commentsSource,
  access: reacts,
  params: z.object({
    /** The text of the comment. It can mention pages as `@[id]`. */
    message: filledText,
  }),
  ...recordResult(commentView),
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
  access: reads,
  ...likeList,
  run: (context) => listLikes(storyOf(context.photo, context) ?? context.photo, context),
})

/** Likes a photo as the page, with the post that its upload made. Requires a page token. */
export const likePhoto = endpoint({
  route: 'POST /{photo}/likes',
  source: likesSource,
  access: reacts,
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
  source: likesSource,
  access: reacts,
  run(context) {
    const { photo, tx, refuseFor } = context
    const post = storyToChange(photo, context)
    if (isCallError(post)) return refuseFor(post)
    removeLike(tx, post, post.page)
    return { success: true }
  },
})
