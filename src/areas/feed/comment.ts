import { z } from '../../engine/zod.ts'
import type { Tx } from '../../graph/context.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type Shown, type View } from '../../graph/views/fields.ts'
import { postId } from '../content/post.ts'
import { Profile } from '../people/profile.ts'
import { ProfileTag } from '../people/records.ts'
import type { CommentRow, PostRow } from '../rows.ts'
import { engagementAfter } from './engagement.ts'
import { authorOf, messageOf, messageTagsOf } from './post-profiles.ts'

/** The id of a comment in results: `{post}_{comment}`, with the last part of the post's id. */
export const commentId = ({ post, id }: Pick<CommentRow, 'post' | 'id'>): string => `${post}_${id}`

/** The record of a comment. Readers see the author and the tags as they see those of a post. */
export const commentView = {
  name: 'Comment',
  minimal: ['id', 'created_time', 'from', 'message'],
  fields: {
    id: field(z.string(), (comment: CommentRow) => commentId(comment)),
    /** When the comment was made. */
    created_time: field(z.string(), ({ createdTime }: CommentRow) => isoTime(createdTime)),
    /** The author. Missing without a page token, unless it is the caller. */
    from: field(Profile, authorOf),
    /** The text of the comment. */
    message: field(z.string(), (comment: CommentRow, context) => messageOf(comment, context)?.text),
    /** The people and pages that the text mentions. */
    message_tags: field(z.array(ProfileTag), messageTagsOf),
  },
} satisfies View<CommentRow>

/** A comment as callers read it. */
export interface ShownComment extends Shown<typeof commentView> {}

/** A new comment: its author, and its text with the profiles that it mentions. */
type NewComment = Pick<CommentRow, 'author' | 'message' | 'messageTags'>

/** Adds a comment to a post, or returns the error if the post has as many as it can have. */
export function addComment(tx: Tx, post: PostRow, comment: NewComment): CommentRow | CallError {
  const { commentsPerPostMax: most } = bounds
  if (tx.count('comments', 'byPost', [post.id]) >= most)
    return invalidParameter(`A post has at most ${most} comments, and ${postId(post)} has as many`)
  return tx.insert('comments', { ...comment, post: post.id, createdTime: tx.now })
}

/** Notes on a post that somebody commented on it: its updated_time and its count of actions change. */
export function noteComment(tx: Tx, post: PostRow): void {
  const engagement = engagementAfter(post, 1)
  tx.patch('posts', post.id, { updatedTime: tx.now, engagement }) // FEE-088
}

/** Deletes a comment. The count of actions of its post changes. */
export function removeComment(tx: Tx, { id, post: postNumber }: CommentRow): void {
  tx.remove(id)
  const post = tx.find('posts', postNumber)
  if (post) tx.patch('posts', post.id, { engagement: engagementAfter(post, -1) })
}
