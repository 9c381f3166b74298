import type { z } from '../../../engine/schema/zod.ts'
import { hasPermission } from '../../../service/caller/caller.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { postId } from '../../../service/values/ids.ts'
import { webLink } from '../../../service/values/links.ts'
import { twoDigits } from '../../../service/values/times.ts'
import { isExpired } from '../../content/post.ts'
import type { PostRow } from '../../rows.ts'
import type { Insights } from '../records.ts'

/** Returns an insight that an action set, or else the value derived from the post (SIL-106). */
export const insightOr = <N extends keyof z.output<typeof Insights>>(
  { insights }: PostRow,
  name: N,
  derive: () => z.output<typeof Insights>[N],
): z.output<typeof Insights>[N] => insights?.[name] ?? derive()

/** Returns the permanent URL of a post (FEE-059). */
export const permalinkOf = (post: PostRow): string =>
  post.insights?.permalink_url ?? webLink(`/${postId(post)}`)

/** Returns the action links of a post: comment, like and share, and the links of its `actions` (FEE-009). */
export function postActionsOf(post: PostRow): { name: string; link: string }[] {
  const link = permalinkOf(post)
  const defaults = ['Comment', 'Like', 'Share'].map((name) => ({ name, link }))
  return [...defaults, ...(post.actions ?? [])]
}

/** Whether the page can reply privately: only to a visitor's post (FEE-023, FEE-024, AUT-013). */
export function canReplyPrivately(post: PostRow, { caller }: ReadContext): boolean | undefined {
  if (!hasPermission(caller, 'read_page_mailboxes')) return undefined
  const isVisitorPost = post.author !== post.page
  return insightOr(post, 'can_reply_privately', () => caller.page?.id === post.page && isVisitorPost)
}

/** Whether a post can be promoted: it is neither expired nor scheduled (FEE-036, FEE-214). */
export const isPromotable = (post: PostRow, context: ReadContext): boolean =>
  insightOr(
    post,
    'is_eligible_for_promotion',
    () => !isExpired(post, context) && (post.published || post.scheduledTime === null),
  ) ?? false

/** Returns 'eligible' if a post can be promoted in the partner photo app, or else the reason (FEE-034). */
export const photoappEligibility = (post: PostRow) =>
  insightOr(post, 'photoapp_eligibility', () =>
    post.photos.length > 0 ? 'eligible' : 'ineligible_post_type',
  )

/** Returns 'true' or 'false': whether a post can be promoted in the partner photo app (FEE-041). */
export const isPhotoappEligible = (post: PostRow) =>
  insightOr(post, 'is_photoapp_eligible', () => String(photoappEligibility(post) === 'eligible'))

/** Whether the actions on a post exceed 10 percent of its reach (FEE-042, SIL-106). */
export const isPopular = (post: PostRow) =>
  insightOr(post, 'is_popular', () => {
    const { actions, reach } = post.engagement ?? { actions: 0, reach: 0 }
    return reach > 0 && actions * 100 > reach * 10
  })

/** Returns the reasons against video buying options; none for an eligible video (FEE-089, FEE-090). */
export const videoBuyingEligibility = (post: PostRow, context: ReadContext) =>
  insightOr(post, 'video_buying_eligibility', () =>
    post.video && isPromotable(post, context) ? [] : ['ineligible_post_type'],
  )

/** Returns the properties of the video of a post: its length as minutes and seconds (FEE-064). */
export const propertiesOf = (post: PostRow) =>
  insightOr(post, 'properties', () => {
    const { id, video } = post
    if (!video) return undefined
    const text = `${twoDigits(Math.floor(video.seconds / 60))}:${twoDigits(video.seconds % 60)}`
    return { name: 'Length', text, href: webLink(`/videos/${id}`) } // FEE-065, FEE-066, FEE-067
  })

/** Whether a user is subscribed to a post: its creator and the people who commented on it are (FEE-077). */
export const isSubscribed = (post: PostRow, user: number | undefined) =>
  insightOr(
    post,
    'subscribed',
    () => user !== undefined && (user === post.creator || (post.subscribers ?? []).includes(user)),
  )
