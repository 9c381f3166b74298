import { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { field } from '../../service/views/fields.ts'
import { listWithSummary } from '../../service/views/paging.ts'
import { recordSchema } from '../../service/views/record.ts'
import { actingProfile, isProfileShown } from '../people/profile.ts'
import type { CommentRow, LikeRow } from '../rows.ts'
import { commentView, type ShownComment } from './comment.ts'
import { isLike, likeOf, likeView, reactionView, type ShownLike, type ShownReaction } from './like.ts'
import { type listedReactionTypes, reactionTypes } from './reaction-records.ts'

/** The orders in which comments are listed. */
export const commentOrders = ['chronological', 'reverse_chronological'] as const

type CommentOrder = (typeof commentOrders)[number]
/** A type by which reactions can be listed. */
export type ListedType = (typeof listedReactionTypes)[number]

/** A row that has reactions: a post, a comment or a photo. */
export type Reacted = { readonly id: number }

/** The summary of the comments on a post. */
export const CommentsSummary = z.object({
  /** The order of the comments. Missing with `summary=total_count`, like the other members. */
  order: z.enum(commentOrders).optional(),
  /** The number of all comments on the post. */
  total_count: z.int(),
  /** Whether the caller can comment. */
  can_comment: z.boolean().optional(),
})

/** The summary of the likes of a post. */
export const LikesSummary = z.object({
  /** The number of all likes of the post. */
  total_count: z.int(),
  /** Whether the caller can like the post. Missing with `summary=total_count`. */
  can_like: z.boolean().optional(),
  /** Whether the caller likes the post. Missing with `summary=total_count`. */
  has_liked: z.boolean().optional(),
})

/** The summary of the reactions to a post. */
export const ReactionsSummary = z.object({
  /** The number of all reactions, or of those of the type that the read names. */
  total_count: z.int(),
  /**
   * The reaction of the page or the person of the token; NONE without one. Missing with
   * `summary=total_count`.
   */
  viewer_reaction: z.enum([...reactionTypes, 'NONE']).optional(),
})

/** The reactions to a post, and their summary if a read asks for it. */
export const ReactionList = listWithSummary<z.ZodType<ShownReaction>, typeof ReactionsSummary>(
  recordSchema(reactionView),
  ReactionsSummary,
)

/** The comments on a post, and their summary if a read asks for it. */
export const CommentList = listWithSummary<z.ZodType<ShownComment>, typeof CommentsSummary>(
  recordSchema(commentView),
  CommentsSummary,
)

/** The likes of a post, and their summary if a read asks for it. */
export const LikeList = listWithSummary<z.ZodType<ShownLike>, typeof LikesSummary>(
  recordSchema(likeView),
  LikesSummary,
)

/** Whether the caller sees a comment: a hidden one with a page token only. */
const isCommentShown =
  ({ caller }: ReadContext) =>
  ({ hidden }: CommentRow): boolean =>
    !hidden || caller.kind === 'page'

/** Which comments a list has: those that reply to no other, or all of them. */
export const commentFilters = ['toplevel', 'stream'] as const

type CommentFilter = (typeof commentFilters)[number]

/** Returns the comments on a post as the source of a list. */
export const commentsOf = (
  { id }: Reacted,
  order: CommentOrder,
  context: ReadContext,
  filter: CommentFilter = 'toplevel',
) =>
  ({
    table: 'comments',
    edge: filter === 'toplevel' ? 'topLevel' : 'byPost',
    owner: [id],
    ascending: order === 'chronological',
    where: isCommentShown(context),
  }) as const

/** Returns the replies to a comment as the source of a list. */
export const repliesOf = ({ id }: CommentRow, order: CommentOrder, context: ReadContext) =>
  ({
    table: 'comments',
    edge: 'replies',
    owner: [id],
    ascending: order === 'chronological',
    where: isCommentShown(context),
  }) as const

/** Returns a predicate: whether the caller sees whose like it is. The total counts every like. */
const isLikeShown =
  (context: ReadContext) =>
  ({ profile }: LikeRow): boolean =>
    context.tx.find('pages', profile) !== undefined || isProfileShown(context, profile)

/** Returns the likes of a post that the caller sees, as the source of a list. */
export const likesOf = ({ id }: Reacted, context: ReadContext) =>
  ({ table: 'likes', edge: 'byPostType', owner: [id, 'LIKE'], where: isLikeShown(context) }) as const

/** Returns the reactions to a post that the caller sees, of one type or of all, as the source of a list. */
export const reactionsOf = ({ id }: Reacted, context: ReadContext, type?: ListedType) =>
  ({
    table: 'likes',
    ...(type === undefined
      ? ({ edge: 'byPost', owner: [id] } as const)
      : ({ edge: 'byPostType', owner: [id, type] } as const)),
    where: isLikeShown(context),
  }) as const

/** Returns the summary of the reactions to a post. */
export function reactionsSummary(post: Reacted, context: ReadContext, type?: ListedType) {
  const { tx } = context
  const profile = actingProfile(context)
  const own = profile === undefined ? undefined : likeOf(tx, post, profile)
  const total_count =
    type === undefined
      ? tx.count('likes', 'byPost', [post.id])
      : tx.count('likes', 'byPostType', [post.id, type])
  return { total_count, viewer_reaction: own ? (own.type ?? ('LIKE' as const)) : ('NONE' as const) }
}

/** Returns the summary of the comments on a post. Only a page token can comment. */
export const commentsSummary = (
  post: Reacted,
  { tx, caller }: ReadContext,
  order: CommentOrder,
  filter: CommentFilter = 'toplevel',
) => ({
  order,
  total_count: tx.count('comments', filter === 'toplevel' ? 'topLevel' : 'byPost', [post.id]),
  can_comment: caller.kind === 'page',
})

/** Returns the summary of the likes of a post. Only a page token can like. */
export function likesSummary(post: Reacted, context: ReadContext) {
  const { tx, caller } = context
  const profile = actingProfile(context)
  return {
    total_count: tx.count('likes', 'byPostType', [post.id, 'LIKE']),
    can_like: caller.kind === 'page',
    has_liked: profile !== undefined && isLike(likeOf(tx, post, profile)),
  }
}

const edge = { beyond: true, onRequest: true, edge: true } as const

/**
 * The edges of a post whose lists a read can expand, as fields that only a request shows. They are beyond the
 * description (SIL-189).
 */
export const reactionFields = {
  /**
   * The comments on the post. Modifiers as in
   * `comments.limit(3).order(reverse_chronological).summary(true)` are parameters of the edge.
   */
  comments: field(CommentList, () => undefined, edge),
  /** The likes of the post. Modifiers as in `likes.limit(3).summary(true)` are parameters of the edge. */
  likes: field(LikeList, () => undefined, edge),
  /**
   * All reactions to the post. Modifiers as in `reactions.limit(3).summary(true)` are parameters of the edge.
   */
  reactions: field(ReactionList, () => undefined, edge),
}
