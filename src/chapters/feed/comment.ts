import { z } from '../../engine/schema/zod.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { commentId, postId } from '../../service/values/ids.ts'
import { webLink } from '../../service/values/links.ts'
import { missing, present } from '../../service/values/references.ts'
import { isoTime } from '../../service/values/times.ts'
import { field, type Shown } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { pictureLink } from '../people/picture-links.ts'
import { actingProfile, Profile } from '../people/profile.ts'
import { ProfileTag } from '../people/records.ts'
import { resolveMentions } from '../people/tagged-text.ts'
import type { CommentRow, PostRow } from '../rows.ts'
import { engagementAfter } from './engagement.ts'
import { isLike, likeOf } from './like.ts'
import { authorOf, messageOf, messageTagsOf } from './post-profiles.ts'

const beyond = { beyond: true } as const

const Parent = z.object({
  /** The id of the comment. */
  id: z.string(),
  /** When the comment was made. */
  created_time: z.string(),
  /** The text of the comment. */
  message: z.string().optional(),
})

const Attachment = z.object({
  /** The kind of attachment: always `photo`. */
  type: z.string(),
  /** The picture. */
  media: z.object({
    /** The picture. */
    image: z.object({
      /** The height in pixels. */
      height: z.int(),
      /** The URL of the picture. */
      src: z.string(),
      /** The width in pixels. */
      width: z.int(),
    }),
  }),
  /** The thing that the attachment shows. */
  target: z.object({
    /** The id of the picture: that of the comment. */
    id: z.string(),
    /** The URL of the picture. */
    url: z.string(),
  }),
  /** The URL of the picture. */
  url: z.string(),
})

function attachmentOf({ id, picture }: CommentRow) {
  if (!picture) return undefined
  const { width, height } = picture
  const url = pictureLink({ id, picture }, width, height)
  const media = { image: { height, src: url, width } }
  return { type: 'photo', media, target: { id: String(id), url }, url }
}

const canHide = ({ author }: CommentRow, { caller }: ReadContext): boolean =>
  caller.kind === 'page' && author !== caller.page?.id

const permalinkOf = (comment: CommentRow, { tx }: ReadContext): string | undefined => {
  const post = tx.find('posts', comment.post)
  return post && webLink(`/${post.page}/posts/${post.id}/?comment_id=${comment.id}`)
}

function parentOf({ parent }: CommentRow, context: ReadContext) {
  const comment = parent === undefined ? undefined : context.tx.find('comments', parent)
  if (!comment) return undefined
  const message = messageOf(comment, context)?.text
  return {
    id: commentId(comment),
    created_time: isoTime(comment.createdTime),
    ...(message !== undefined && { message }),
  }
}

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
    /** The number of pages and people that like the comment. */
    like_count: field(
      z.int(),
      ({ id }: CommentRow, { tx }) => tx.count('likes', 'byPostType', [id, 'LIKE']),
      beyond,
    ),
    /** The number of replies. */
    comment_count: field(
      z.int(),
      ({ id }: CommentRow, { tx }) => tx.count('comments', 'replies', [id]),
      beyond,
    ),
    /** Whether the page or the person of the token likes the comment. */
    user_likes: field(
      z.boolean(),
      (comment: CommentRow, context) => {
        const profile = actingProfile(context)
        return profile !== undefined && isLike(likeOf(context.tx, comment, profile))
      },
      beyond,
    ),
    /** Whether the comment is hidden. Only page tokens read a hidden comment. */
    is_hidden: field(z.boolean(), ({ hidden = false }: CommentRow) => hidden, beyond),
    /** Whether only its author and the page read the comment: never. */
    is_private: field(z.boolean(), () => false, beyond),
    /** Whether the page of the token can answer the comment in a message: one of another profile. */
    can_reply_privately: field(z.boolean(), canHide, beyond),
    /** Whether the token can hide the comment. A page token can hide the comments of others. */
    can_hide: field(z.boolean(), canHide, beyond),
    /** Whether the token can delete the comment. */
    can_remove: field(z.boolean(), (_comment: CommentRow, { caller }) => caller.kind === 'page', beyond),
    /** Whether the token can reply to the comment. A reply gets no replies. */
    can_comment: field(
      z.boolean(),
      ({ parent }: CommentRow, { caller }) => caller.kind === 'page' && parent === undefined,
      beyond,
    ),
    /** Whether the token can like the comment. */
    can_like: field(z.boolean(), (_comment: CommentRow, { caller }) => caller.kind === 'page', beyond),
    /** The permanent URL of the comment. */
    permalink_url: field(z.string(), permalinkOf, beyond),
    /** The attached picture. Missing without one. */
    attachment: field(Attachment, attachmentOf, { ...beyond, onRequest: true }),
    /** The comment that this one replies to. Missing for a comment on the post itself. */
    parent: field(Parent, parentOf, { ...beyond, onRequest: true }),
  },
} satisfies View<CommentRow>

/** A comment as callers read it. */
export interface ShownComment extends Shown<typeof commentView> {}

/** A new comment: its author, and its text with the profiles that it mentions. */
type NewComment = Pick<CommentRow, 'author' | 'message' | 'messageTags' | 'parent' | 'picture'>

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

/** Comments on a post as its page, or replies to a comment. Returns the error of a post with too many. */
export function commentAsPage(
  tx: Tx,
  post: PostRow,
  text: string,
  more: Pick<CommentRow, 'parent' | 'picture'> = {},
): CommentRow | CallError {
  const { text: message, tags: messageTags } = resolveMentions(tx, text, ['pages'])
  const comment = addComment(tx, post, { author: post.page, message, messageTags, ...more })
  if (!isCallError(comment)) noteComment(tx, post)
  return comment
}

/** Deletes a comment with its replies. The count of actions of its post changes. */
export function removeComment(tx: Tx, { id, post: postNumber }: CommentRow): void {
  for (const { id: reply } of [...tx.list('comments', 'replies', [id]), { id }]) {
    for (const like of tx.list('likes', 'byPost', [reply])) tx.remove(like.id)
    tx.remove(reply)
    const post = tx.find('posts', postNumber)
    if (post) tx.patch('posts', post.id, { engagement: engagementAfter(post, -1) })
  }
}

/** Returns the error of a reply to a comment that cannot get one. */
export function replyError(tx: Tx, post: PostRow, parent: number | undefined): string | undefined {
  const error = missing(tx, ['parent', 'comments', parent])
  if (error !== undefined || parent === undefined) return error
  const comment = present(tx, 'comments', parent)
  if (comment.post !== post.id) return 'Param parent must be a comment on the same post'
  return comment.parent === undefined ? undefined : 'Param parent must not be a reply itself'
}
