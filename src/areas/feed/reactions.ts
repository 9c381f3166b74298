import { z } from 'zod'
import type { ReadContext } from '../../graph/context.ts'
import { limits } from '../../graph/contract/limits.ts'
import { field, show, type View } from '../../graph/views/fields.ts'
import { isProfileShown } from '../people/profile.ts'
import type { LikeRow, PostRow } from '../rows.ts'
import { commentView } from './comment.ts'
import { likeOf, likeView } from './like.ts'

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

/** Returns the summary of the comments on a post. Only a page token can comment. */
export const commentsSummary = (post: PostRow, { tx, caller }: ReadContext, order: CommentOrder) => ({
  order,
  total_count: tx.count('comments', 'byPost', [post.id]),
  can_comment: caller.kind === 'page',
})

/** Returns the summary of the likes of a post. Only a page token can like. */
export function likesSummary(post: PostRow, { tx, caller }: ReadContext) {
  const profile = actingProfile(caller)
  return {
    total_count: tx.count('likes', 'byPost', [post.id]),
    can_like: caller.kind === 'page',
    has_liked: profile !== undefined && likeOf(tx, post, profile) !== undefined,
  }
}

/** Returns a predicate: whether the caller sees whose like it is. The total counts every like. */
export const isLikeShown =
  (context: ReadContext) =>
  ({ profile }: LikeRow): boolean =>
    context.tx.find('pages', profile) !== undefined || isProfileShown(context, profile)

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

const wholeRecord = ({ fields }: View<never>) => ({
  names: new Map(Object.keys(fields).map((name) => [name, undefined])),
})
const [wholeComment, wholeLike] = [wholeRecord(commentView), wholeRecord(likeView)]

const Comment = z.object({
  id: z.string(),
  created_time: commentView.fields.created_time.type.optional(),
  from: commentView.fields.from.type.optional(),
  message: commentView.fields.message.type.optional(),
  message_tags: commentView.fields.message_tags.type.optional(),
})
const Like = z.object({ id: z.string(), name: z.string().optional() })

const onRequest = { beyond: true, onRequest: true, modifiers: listModifiers } as const

/**
 * The first comments and likes of a post, as fields that only a request shows. They are beyond the
 * description (SIL-189), and have no links to further pages: the edges of the post list them all.
 */
export const reactionFields = {
  /**
   * The comments on the post. Modifiers as in
   * `comments.limit(3).order(reverse_chronological).summary(true)` change the list.
   */
  comments: field(
    z.object({
      /** The comments in the requested order. */
      data: z.array(Comment),
      /** The totals. Present only with `.summary(true)`. */
      summary: CommentsSummary.optional(),
    }),
    (post: PostRow, context, modifiers = '') => {
      const { limit, order, summarized } = readModifiers(modifiers)
      const newestFirst = order === 'reverse_chronological'
      const rows = limit > 0 ? context.tx.list('comments', 'byPost', [post.id], { limit, newestFirst }) : []
      const data = rows.map((row) => show(commentView, row, wholeComment, context))
      return { data, ...(summarized && { summary: commentsSummary(post, context, order) }) }
    },
    onRequest,
  ),
  /** The likes of the post. Modifiers as in `likes.limit(3).summary(true)` change the list. */
  likes: field(
    z.object({
      /** The likes, newest first. */
      data: z.array(Like),
      /** The totals. Present only with `.summary(true)`. */
      summary: LikesSummary.optional(),
    }),
    (post: PostRow, context, modifiers = '') => {
      const { limit, summarized } = readModifiers(modifiers)
      const options = { limit, newestFirst: true, where: isLikeShown(context) }
      const rows = limit > 0 ? context.tx.list('likes', 'byPost', [post.id], options) : []
      const data = rows.map((row) => show(likeView, row, wholeLike, context))
      return { data, ...(summarized && { summary: likesSummary(post, context) }) }
    },
    onRequest,
  ),
}
