import { z } from '../../engine/zod.ts'
import type { ReadContext } from '../../graph/context.ts'
import { jsonObjectColumn } from '../../graph/values/columns.ts'
import { webLink } from '../../graph/values/links.ts'
import { isoTime, unixTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { isExpired, postId, seesPost } from '../content/post.ts'
import { Profile } from '../people/profile.ts'
import { ProfileTag } from '../people/records.ts'
import type { PostRow } from '../rows.ts'
import { Attachment, attachmentsOf, fullPictureOf } from './post-attachments.ts'
import {
  canReplyPrivately,
  insightOr,
  isPhotoappEligible,
  isPopular,
  isPromotable,
  isSubscribed,
  permalinkOf,
  photoappEligibility,
  postActionsOf,
  propertiesOf,
  videoBuyingEligibility,
} from './post-insights.ts'
import {
  addresseesOf,
  authorOf,
  creatorOf,
  messageOf,
  messageTagsOf,
  Privacy,
  privacyOf,
  storyOf,
} from './post-profiles.ts'
import { FeedTargeting, feedTargetingOf, Targeting, targetingOf } from './post-targeting.ts'
import { reactionFields } from './reactions.ts'
import { ChildAttachment, photoappEligibilities, statusTypes, VideoProperties } from './records.ts'

/** Returns an instant of a post in the form that the policy `postTimes` chooses. */
const postTime = (milliseconds: number, { policy }: ReadContext): number | string =>
  policy.postTimes === 'iso' ? isoTime(milliseconds) : unixTime(milliseconds)

const PostTime = z.union([z.number(), z.string()])

/** Returns the id of the parent post, if the caller may see that post (FEE-057, FEE-058). */
function parentOf({ parent: id }: PostRow, context: ReadContext): string | undefined {
  const parent = id === undefined ? undefined : context.tx.find('posts', id)
  return parent && seesPost(context, parent) ? postId(parent) : undefined
}

const CallToAction = z.object({ type: z.string(), value: jsonObjectColumn.optional() })

const callToActionOf = ({ callToAction }: PostRow) =>
  callToAction && CallToAction.safeParse(callToAction).data

const ActionLink = z.object({ name: z.string(), link: z.string() })

/** The record of a post. */
export const postView = {
  name: 'Post',
  minimal: ['id', 'created_time', 'message', 'story'],
  fields: {
    id: field(z.string(), (post: PostRow) => postId(post)),
    actions: field(z.array(ActionLink), (post: PostRow) => postActionsOf(post)),
    // FEE-010, FEE-011, FEE-012
    admin_creator: field(z.object({ id: z.int(), name: z.string() }), creatorOf),
    // FEE-016
    allowed_advertising_objects: field(z.string(), (post: PostRow) =>
      insightOr(post, 'allowed_advertising_objects', () => undefined),
    ),
    // FEE-017
    application: field(Profile, ({ app: id }: PostRow, { tx }) => {
      const app = tx.find('apps', id)
      return app && { id: String(id), name: app.name }
    }),
    // FEE-018
    attachments: field(z.object({ data: z.array(Attachment) }), (post: PostRow, { tx }) =>
      attachmentsOf(tx, post),
    ),
    // FEE-019, FEE-020
    backdated_time: field(PostTime.nullable(), ({ backdatedTime }: PostRow, context) =>
      backdatedTime === undefined ? null : postTime(backdatedTime, context),
    ),
    call_to_action: field(CallToAction, callToActionOf), // FEE-021
    context: field(CallToAction, callToActionOf), // FEE-022
    can_reply_privately: field(z.boolean(), canReplyPrivately),
    child_attachments: field(z.array(ChildAttachment), (post: PostRow) => post.children), // FEE-025
    created_time: field(PostTime, (post: PostRow, context) => postTime(post.createdTime, context)), // FEE-026
    feed_targeting: field(FeedTargeting, feedTargetingOf),
    from: field(Profile, authorOf),
    full_picture: field(z.string(), (post: PostRow, { tx }) => fullPictureOf(tx, post)),
    // FEE-033
    icon: field(z.string(), (post: PostRow) =>
      insightOr(post, 'icon', () => webLink(`/icons/${post.statusType}.png`)),
    ),
    photoapp_eligibility: field(z.enum(photoappEligibilities), photoappEligibility),
    is_eligible_for_promotion: field(z.boolean(), isPromotable),
    is_expired: field(z.boolean(), (post: PostRow, context) => isExpired(post, context)), // FEE-037
    // FEE-038, FEE-039
    is_hidden: field(z.boolean(), ({ author, page, hidden }: PostRow) =>
      author === page ? hidden : undefined,
    ),
    is_photoapp_eligible: field(z.string(), isPhotoappEligible),
    is_popular: field(z.boolean(), isPopular),
    is_published: field(z.boolean(), (post: PostRow) => post.published), // FEE-043, FEE-045, FEE-133
    is_spherical: field(z.boolean(), ({ video }: PostRow) => video?.spherical ?? false), // FEE-047
    message: field(z.string(), (post: PostRow, context) => messageOf(post, context)?.text),
    message_tags: field(z.array(ProfileTag), messageTagsOf),
    parent_id: field(z.string(), parentOf),
    permalink_url: field(z.string(), permalinkOf),
    // FEE-060
    place: field(z.string(), ({ place }: PostRow) => (place === undefined ? undefined : String(place))),
    privacy: field(Privacy, privacyOf),
    // FEE-062, FEE-063, FEE-262
    promotable_id: field(z.string(), (post: PostRow) => insightOr(post, 'promotable_id', () => postId(post))),
    properties: field(VideoProperties, propertiesOf),
    // The contract spells this field without c (FEE-068, FEE-069).
    sheduled_publish_time: field(z.number(), ({ scheduledTime }: PostRow) =>
      scheduledTime === null ? undefined : unixTime(scheduledTime),
    ),
    scheduled_publish_time: field(
      z.number(),
      ({ scheduledTime }: PostRow) => (scheduledTime === null ? undefined : unixTime(scheduledTime)),
      { beyond: true },
    ),
    // FEE-070
    shares: field(z.object({ count: z.int() }), ({ engagement }: PostRow) => ({
      count: engagement?.shares ?? 0,
    })),
    // FEE-072
    status_type: field(z.enum(statusTypes), (post: PostRow) =>
      insightOr(post, 'status_type', () => statusTypes.find((type) => type === post.statusType)),
    ),
    story: field(z.string(), (post: PostRow, context) => storyOf(post, context)?.text),
    // FEE-076
    story_tags: field(z.array(ProfileTag), (post: PostRow, context) => storyOf(post, context)?.tags),
    subscribed: field(z.boolean(), (post: PostRow, { caller }) => isSubscribed(post, caller.user?.id)),
    targeting: field(Targeting, targetingOf),
    to: field(z.object({ data: z.array(Profile) }), addresseesOf),
    updated_time: field(PostTime, (post: PostRow, context) => postTime(post.updatedTime, context)), // FEE-087
    video_buying_eligibility: field(z.array(z.string()), videoBuyingEligibility),
    ...reactionFields,
  },
} satisfies View<PostRow>
