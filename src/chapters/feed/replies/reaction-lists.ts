import { z } from '../../../engine/schema/zod.ts'
import type { EndpointContext } from '../../../service/routes/define.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { defaulted, oneOf } from '../../../service/values/scalars.ts'
import { pagingParams } from '../../../service/views/paging.ts'
import { summaryMembers, withSummary } from '../../../service/views/summary.ts'
import { commentView } from '../comment.ts'
import { likeView, reactionView } from '../like.ts'
import { listedReactionTypes } from '../reaction-records.ts'
import {
  CommentList,
  commentFilters,
  commentOrders,
  commentsOf,
  commentsSummary,
  LikeList,
  type ListedType,
  likesOf,
  likesSummary,
  type Reacted,
  ReactionList,
  reactionsOf,
  reactionsSummary,
} from '../reactions.ts'

const objects = 'https://developers.facebook.com/docs/graph-api/reference/object'

/** The pages of the live documentation about comments, likes and reactions of any object. */
export const commentsSource = `${objects}/comments/`
export const likesSource = `${objects}/likes/`
const reactionsSource = `${objects}/reactions/`

/** The parameters of a list of comments. */
export const commentsParams = {
  ...pagingParams,
  /** The order of the comments. */
  order: defaulted(oneOf(commentOrders), 'chronological'),
  /** `stream` lists replies too. */
  filter: defaulted(oneOf(commentFilters), 'toplevel'),
  /** `true` adds the summary, `total_count` only its total. */
  summary: defaulted(summaryMembers, 'none'),
}

/** The parameters of a list of likes. */
const likesParams = {
  ...pagingParams,
  /** `true` adds the summary, `total_count` only its total. */
  summary: commentsParams.summary,
}

/** The parameters of a list of reactions. */
const reactionsParams = {
  ...pagingParams,
  /** The type of the reactions to list. Nobody can react with THANKFUL or PRIDE any more. */
  type: oneOf(listedReactionTypes).optional(),
  /** `true` adds the summary, `total_count` only its total. */
  summary: commentsParams.summary,
}

/** The declarations of an endpoint that lists the comments on an object, its likes, or its reactions. */
export const commentList = {
  source: commentsSource,
  params: z.object(commentsParams),
  view: commentView,
  result: CommentList,
}
export const likeList = {
  source: likesSource,
  params: z.object(likesParams),
  view: likeView,
  result: LikeList,
}
export const reactionList = {
  source: reactionsSource,
  params: z.object(reactionsParams),
  view: reactionView,
  result: ReactionList,
}

/** The context of a call that lists comments, likes or reactions. */
type ListContext = ReadContext & {
  readonly pageOf: EndpointContext<string, unknown, never>['pageOf']
  readonly params: { readonly summary: 'all' | 'total_count' | 'none' }
}

/** Which comments a call lists, and in which order. */
interface CommentsShown {
  readonly order: (typeof commentOrders)[number]
  readonly filter: (typeof commentFilters)[number]
}

/** Returns the requested page of the comments on a post or a photo. */
export const listComments = (
  commented: Reacted,
  context: ListContext & { readonly params: CommentsShown },
) => {
  const { order, filter, summary } = context.params
  const page = context.pageOf(commentsOf(commented, order, context, filter), commentView)
  return withSummary(page, summary, () => commentsSummary(commented, context, order, filter))
}

/** Returns the requested page of the likes of a post, a comment or a photo. */
export const listLikes = (liked: Reacted, context: ListContext) =>
  withSummary(context.pageOf(likesOf(liked, context), likeView), context.params.summary, () =>
    likesSummary(liked, context),
  )

/** Returns the requested page of the reactions to a post or a comment, of one type or of all. */
export const listReactions = (
  reacted: Reacted,
  context: ListContext & { readonly params: { readonly type?: ListedType | undefined } },
) => {
  const { type, summary } = context.params
  const page = context.pageOf(reactionsOf(reacted, context, type), reactionView)
  return withSummary(page, summary, () => reactionsSummary(reacted, context, type))
}
