import { z } from '../../engine/zod.ts'
import type { ReadContext } from '../../graph/context.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import { readLink } from '../../graph/values/links.ts'
import { field, show, type View } from '../../graph/views/fields.ts'
import { listOf, pageOf, readerOfEdge } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import type { Selection } from '../../graph/views/selection.ts'
import { postId } from '../content/post.ts'
import { isProfileShown } from '../people/profile.ts'
import type { CommentRow, LikeRow, PostRow } from '../rows.ts'
import { commentView, type ShownComment } from './comment.ts'
import { likeOf, likeView, reactionView, type ShownLike, type ShownReaction } from './like.ts'
import { reactionTypes } from './reaction-records.ts'

/** The orders in which comments are listed. */
export const commentOrders = ['chronological', 'reverse_chronological'] as const

type CommentOrder = (typeof commentOrders)[number]

/** The summary of the comments on a post. */
export const CommentsSummary = z.object({
  /** The order of the comments. */
  order: z.enum(commentOrders),
  /** The number of all comments on the post. */
  total_count: z.int(),
  /** Whether the caller can comment. */
  can_comment: z.boolean(),
})

/** The summary of the likes of a post. */
export const LikesSummary = z.object({
  /** The number of all likes of the post. */
  total_count: z.int(),
  /** Whether the caller can like the post. */
  can_like: z.boolean(),
  /** Whether the caller likes the post. */
  has_liked: z.boolean(),
})

/** Returns the profile that a caller comments and likes as: the page of a page token, or the person. */
const actingProfile = ({ page, user }: ReadContext['caller']): number | undefined => page?.id ?? user?.id

/** The summary of the reactions to a post. */
export const ReactionsSummary = z.object({
  /** The number of all reactions, or of those of the type that the read names. */
  total_count: z.int(),
  /** The reaction of the page or the person of the token; NONE without one. */
  viewer_reaction: z.enum([...reactionTypes, 'NONE']),
})

/** The reactions to a post, and their summary if a read asks for it. */
export const ReactionList = listOf<z.ZodType<ShownReaction>>(recordSchema(reactionView)).extend({
  /** The totals of the list. Present only if the read asks for them. */
  summary: ReactionsSummary.optional(),
})

/** The comments on a post, and their summary if a read asks for it. */
export const CommentList = listOf<z.ZodType<ShownComment>>(recordSchema(commentView)).extend({
  /** The totals of the list. Present only if the read asks for them. */
  summary: CommentsSummary.optional(),
})

/** The likes of a post, and their summary if a read asks for it. */
export const LikeList = listOf<z.ZodType<ShownLike>>(recordSchema(likeView)).extend({
  /** The totals of the list. Present only if the read asks for them. */
  summary: LikesSummary.optional(),
})

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
  { id }: PostRow,
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
export const likesOf = ({ id }: PostRow, context: ReadContext) =>
  ({ table: 'likes', edge: 'byPostType', owner: [id, 'LIKE'], where: isLikeShown(context) }) as const

/** Returns the reactions to a post that the caller sees, of one type or of all, as the source of a list. */
export const reactionsOf = ({ id }: PostRow, context: ReadContext, type?: (typeof reactionTypes)[number]) =>
  ({
    table: 'likes',
    ...(type === undefined
      ? ({ edge: 'byPost', owner: [id] } as const)
      : ({ edge: 'byPostType', owner: [id, type] } as const)),
    where: isLikeShown(context),
  }) as const

/** Returns the summary of the reactions to a post. */
export function reactionsSummary(
  post: PostRow,
  { tx, caller }: ReadContext,
  type?: (typeof reactionTypes)[number],
) {
  const profile = actingProfile(caller)
  const own = profile === undefined ? undefined : likeOf(tx, post, profile)
  const total_count =
    type === undefined
      ? tx.count('likes', 'byPost', [post.id])
      : tx.count('likes', 'byPostType', [post.id, type])
  return { total_count, viewer_reaction: own ? (own.type ?? ('LIKE' as const)) : ('NONE' as const) }
}

/** Returns the summary of the comments on a post. Only a page token can comment. */
export const commentsSummary = (
  post: PostRow,
  { tx, caller }: ReadContext,
  order: CommentOrder,
  filter: CommentFilter = 'toplevel',
) => ({
  order,
  total_count: tx.count('comments', filter === 'toplevel' ? 'topLevel' : 'byPost', [post.id]),
  can_comment: caller.kind === 'page',
})

const isLike = (reaction: LikeRow | undefined): boolean =>
  reaction !== undefined && (reaction.type ?? 'LIKE') === 'LIKE'

/** Returns the summary of the likes of a post. Only a page token can like. */
export function likesSummary(post: PostRow, { tx, caller }: ReadContext) {
  const profile = actingProfile(caller)
  return {
    total_count: tx.count('likes', 'byPostType', [post.id, 'LIKE']),
    can_like: caller.kind === 'page',
    has_liked: profile !== undefined && isLike(likeOf(tx, post, profile)),
  }
}

/** The modifiers of a list within a record, such as `.limit(3).summary(true)`. */
const listModifiers =
  /^(\.(limit\(\d{1,3}\)|summary\((true|false|1|total_count)\)|order\((reverse_)?chronological\)))+$/

/** Returns the page size, the order and the presence of the summary that modifiers choose. */
function readModifiers(modifiers: string) {
  const [, limit = String(limits.listLimitDefault)] = /\.limit\((\d+)\)/.exec(modifiers) ?? []
  const order: CommentOrder = modifiers.includes('reverse_') ? 'reverse_chronological' : 'chronological'
  return {
    limit: Math.min(Number(limit), limits.feedReadLimitMax),
    order,
    summarized: /\.summary\((true|1|total_count)\)/.test(modifiers),
  }
}

/** Returns a selection as the text of `fields`. */
const fieldsText = ({ names }: Selection): string =>
  [...names].map(([name, inner]) => (inner ? `${name}{${fieldsText(inner)}}` : name)).join(',')

const wholeRecord = ({ fields }: View<never>): Selection => ({
  names: new Map(Object.keys(fields).map((name) => [name, undefined])),
})
const [wholeComment, wholeLike] = [wholeRecord(commentView), wholeRecord(likeView)]
const wholeReaction = wholeRecord(reactionView)

/** Returns the link from a list within a post to the next page of the edge, with its fields and options. */
const linkToEdge =
  (post: PostRow, edge: string, modifiers: string, members: Selection | undefined) =>
  (cursor: Readonly<Record<string, string>>): string => {
    const { limit, order, summarized } = readModifiers(modifiers)
    const fields = members?.names.get('data')
    return readLink(`${postId(post)}/${edge}`, {
      limit: String(limit),
      ...(fields && { fields: fieldsText(fields) }),
      ...(order !== 'chronological' && { order }),
      ...(summarized && { summary: 'true' }),
      ...cursor,
    })
  }

const onRequest = { beyond: true, onRequest: true, modifiers: listModifiers } as const

/**
 * The first comments and likes of a post, as fields that only a request shows. They are beyond the
 * description (SIL-189). Their links lead to further pages of the edges of the post.
 */
export const reactionFields = {
  /**
   * The comments on the post. Modifiers as in
   * `comments.limit(3).order(reverse_chronological).summary(true)` change the list.
   */
  comments: field(
    CommentList,
    (post: PostRow, context, modifiers = '', members) => {
      const { limit, order, summarized } = readModifiers(modifiers)
      const page = pageOf(
        readerOfEdge(context.tx, commentsOf(post, order, context)),
        { limit },
        (row) => show(commentView, row, wholeComment, context),
        linkToEdge(post, 'comments', modifiers, members),
      )
      if (isCallError(page)) return undefined
      return { ...page, ...(summarized && { summary: commentsSummary(post, context, order) }) }
    },
    onRequest,
  ),
  /** The likes of the post. Modifiers as in `likes.limit(3).summary(true)` change the list. */
  likes: field(
    LikeList,
    (post: PostRow, context, modifiers = '', members) => {
      const { limit, summarized } = readModifiers(modifiers)
      const page = pageOf(
        readerOfEdge(context.tx, likesOf(post, context)),
        { limit },
        (row) => show(likeView, row, wholeLike, context),
        linkToEdge(post, 'likes', modifiers, members),
      )
      if (isCallError(page)) return undefined
      return { ...page, ...(summarized && { summary: likesSummary(post, context) }) }
    },
    onRequest,
  ),
  /** All reactions to the post. Modifiers as in `reactions.limit(3).summary(true)` change the list. */
  reactions: field(
    ReactionList,
    (post: PostRow, context, modifiers = '', members) => {
      const { limit, summarized } = readModifiers(modifiers)
      const page = pageOf(
        readerOfEdge(context.tx, reactionsOf(post, context)),
        { limit },
        (row) => show(reactionView, row, wholeReaction, context),
        linkToEdge(post, 'reactions', modifiers, members),
      )
      if (isCallError(page)) return undefined
      return { ...page, ...(summarized && { summary: reactionsSummary(post, context) }) }
    },
    onRequest,
  ),
}
