import type { EndpointContext } from '../../../service/routes/define.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { defaulted, oneOf } from '../../../service/values/scalars.ts'
import { pagingParams } from '../../../service/views/paging.ts'
import { summaryMembers, withSummary } from '../../../service/views/summary.ts'
import { likeView, reactionView } from '../like.ts'
import { listedReactionTypes } from '../reaction-records.ts'
import {
  type ListedType,
  likesOf,
  likesSummary,
  type Reacted,
  reactionsOf,
  reactionsSummary,
} from '../reactions.ts'

const objects = 'https://developers.facebook.com/docs/graph-api/reference/object'

/** The pages of the live documentation about comments, likes and reactions of any object. */
export const commentsSource = `${objects}/comments/`
export const likesSource = `${objects}/likes/`
export const reactionsSource = `${objects}/reactions/`

/** The parameters of a list of likes. */
export const likesParams = {
  ...pagingParams,
  /** `true` adds the summary, `total_count` only its total. */
  summary: defaulted(summaryMembers, 'none'),
}

/** The parameters of a list of reactions. */
export const reactionsParams = {
  ...pagingParams,
  /** The type of the reactions to list. Nobody can react with THANKFUL or PRIDE any more. */
  type: oneOf(listedReactionTypes).optional(),
  /** `true` adds the summary, `total_count` only its total. */
  summary: likesParams.summary,
}

/** The context of a call that lists likes or reactions. */
type ListContext = ReadContext & {
  readonly pageOf: EndpointContext<string, unknown, never>['pageOf']
  readonly params: { readonly summary: 'all' | 'total_count' | 'none' }
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
