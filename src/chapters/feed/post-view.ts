import { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { jsonObjectColumn } from '../../service/values/columns.ts'
import { postId } from '../../service/values/ids.ts'
import { webLink } from '../../service/values/links.ts'
import { isoTime, unixTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { isExpired, seesPost } from '../content/post.ts'
import { Profile } from '../people/profile.ts'
import { ProfileTag } from '../people/records.ts'
import type { PostRow } from '../rows.ts'
import { childAttachmentsOf, ShownChildAttachment } from './child-attachments.ts'
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
} from './metrics/post-insights.ts'
import { Attachment, attachmentsOf, fullPictureOf } from './post-attachments.ts'
import { livePostFields } from './post-live-fields.ts'
import {
  addresseesOf,
  authorOf,
  creatorOf,
  messageOf,
  messageTagsOf,
  Privacy,
  privacyOf,
  sponsorsOf,
  storyOf,
} from './post-profiles.ts'
import { FeedTargeting, feedTargetingOf, Targeting, targetingOf } from './post-targeting.ts'
import { reactionFields } from './reactions.ts'
import { photoappEligibilities, statusTypes, VideoProperties } from './records.ts'

/** Returns an instant of a post in the form that the policy `postTimes` chooses. */
const postTime = (milliseconds: number, { policy }: ReadContext): number | string =>
  policy.postTimes === 'iso' ? isoTime(milliseconds) : unixTime(milliseconds)

const PostTime = z.union([z.number(), z.string()])

/** Returns the id of the parent post, if the caller may see that post (FEE-057, FEE-058). */
function parentOf({ parent: id }: PostRow, context: ReadContext): string | undefined {
  const parent = id === undefined ? undefined : context.tx.find('posts', id)
  return parent && seesPost(context, parent) ? postId(parent) : undefined
}

const CallToAction = z.object({
  /** The kind of button. */
  type: z.string(),
  /** The link and other data of the button, as sent. */
  value: jsonObjectColumn.optional(),
})

const callToActionOf = ({ callToAction }: PostRow) =>
  callToAction && CallToAction.safeParse(callToAction).data

const ActionLink = z.object({
  /** The name of the action, such as `Like`. */
  name: z.string(),
  /** The URL of the action. */
  link: z.string(),
})

/** The record of a post. */
export const postView = {
  name: 'Post',
  minimal: ['id', 'created_time', 'message', 'story'],
  fields: {
    id: field(z.string(), (post: PostRow) => postId(post)),
    /** The action links on the post, such as those to comment and to like. */
    actions: field(z.array(ActionLink), (post: PostRow) => postActionsOf(post)),
    // FEE-010, FEE-011, FEE-012
    /**
     * The user who made the post. Needs a page token and business_management; missing if the page has one
     * administrator.
     */
    admin_creator: field(
      z.object({
        /** The id of the user, as a number. */
        id: z.int(),
        /** The name of the user. */
        name: z.string(),
      }),
      creatorOf,
    ),
    // FEE-016
    /** The only objectives under which the post can be advertised. Missing without such limits. */
    allowed_advertising_objects: field(z.string(), (post: PostRow) =>
      insightOr(post, 'allowed_advertising_objects', () => undefined),
    ),
    // FEE-017
    /** The app that published the post. Missing if none did. */
    application: field(Profile, ({ app: id }: PostRow, { tx }) => {
      const app = tx.find('apps', id)
      return app && { id: String(id), name: app.name }
    }),
    // FEE-018
    /** The attached link, photos or video. Missing without any. */
    attachments: field(
      z.object({
        /** The attachments in their order. */
        data: z.array(Attachment),
      }),
      (post: PostRow, context, _modifiers, members) => attachmentsOf(post, context, members),
    ),
    // FEE-019, FEE-020
    /** The backdated time, in the form that the policy `postTimes` sets; null on a regular post. */
    backdated_time: field(PostTime.nullable(), ({ backdatedTime }: PostRow, context) =>
      backdatedTime === undefined ? null : postTime(backdatedTime, context),
    ),
    /** The button of the post. Missing without one. */
    call_to_action: field(CallToAction, callToActionOf), // FEE-021
    /** The button of the post, the same as `call_to_action`. */
    context: field(CallToAction, callToActionOf), // FEE-022
    /** Whether the caller can reply privately. Needs read_page_mailboxes. */
    can_reply_privately: field(z.boolean(), canReplyPrivately),
    /** The items of a carousel. Missing for other posts. */
    child_attachments: field(z.array(ShownChildAttachment), childAttachmentsOf), // FEE-025
    /**
     * When the post was first published, or the time of a life event, in the form that the policy
     * `postTimes` sets.
     */
    created_time: field(PostTime, (post: PostRow, context) => postTime(post.createdTime, context)), // FEE-026
    /** Who sees the post in their news feed. Missing without limits. */
    feed_targeting: field(FeedTargeting, feedTargetingOf),
    /** The author. With a user token, missing unless it is the caller. */
    from: field(Profile, authorOf),
    /** The URL of the picture, at most 720 pixels on its largest side. Missing without a picture. */
    full_picture: field(z.string(), (post: PostRow, { tx }) => fullPictureOf(tx, post)),
    // FEE-033
    /** The URL of an icon for the type of the post. */
    icon: field(z.string(), (post: PostRow) =>
      insightOr(post, 'icon', () => webLink(`/icons/${post.statusType}.png`)),
    ),
    /** Whether the partner photo app can promote the post, or the reason why not. */
    photoapp_eligibility: field(z.enum(photoappEligibilities), photoappEligibility),
    /** Whether the post can be promoted. */
    is_eligible_for_promotion: field(z.boolean(), isPromotable),
    /** Whether the post has expired. */
    is_expired: field(z.boolean(), (post: PostRow, context) => isExpired(post, context)), // FEE-037
    // FEE-038, FEE-039
    /** Whether the timeline of the page hides the post. Missing for posts of others. */
    is_hidden: field(z.boolean(), ({ author, page, hidden }: PostRow) =>
      author === page ? hidden : undefined,
    ),
    /** Whether the partner photo app can promote the post. */
    is_photoapp_eligible: field(z.string(), isPhotoappEligible),
    /** Whether the actions on the post are a large share of its reach. */
    is_popular: field(z.boolean(), isPopular),
    /** Whether the post is published: `false` for unpublished and scheduled posts. */
    is_published: field(z.boolean(), (post: PostRow) => post.published), // FEE-043, FEE-045, FEE-133
    /** Whether the video of the post is spherical. */
    is_spherical: field(z.boolean(), ({ video }: PostRow) => video?.spherical ?? false), // FEE-047
    /** The text of the post. Missing without one. */
    message: field(z.string(), (post: PostRow, context) => messageOf(post, context)?.text),
    /** The people and pages that the text mentions. */
    message_tags: field(z.array(ProfileTag), messageTagsOf),
    /** The id of the post that this one shares or tells about. Missing without one. */
    parent_id: field(z.string(), parentOf),
    /** The permanent URL of the post. */
    permalink_url: field(z.string(), permalinkOf),
    // FEE-060
    /** The page id of the location. Missing without one. */
    place: field(z.string(), ({ place }: PostRow) => (place === undefined ? undefined : String(place))),
    /** Who can see the post. */
    privacy: field(Privacy, privacyOf),
    // FEE-062, FEE-063, FEE-262
    /** The id to use to promote the post: usually that of the post. */
    promotable_id: field(z.string(), (post: PostRow) => insightOr(post, 'promotable_id', () => postId(post))),
    /** The properties of the attached video. Missing without a video. */
    properties: field(VideoProperties, propertiesOf),
    // The contract spells this field without c (FEE-068, FEE-069).
    /**
     * When the post will be published, as a Unix time in seconds. The contract spells the name so. Missing
     * without a schedule.
     */
    sheduled_publish_time: field(z.number(), ({ scheduledTime }: PostRow) =>
      scheduledTime === null ? undefined : unixTime(scheduledTime),
    ),
    /** When the post will be published, as a Unix time in seconds. Missing without a schedule. */
    scheduled_publish_time: field(
      z.number(),
      ({ scheduledTime }: PostRow) => (scheduledTime === null ? undefined : unixTime(scheduledTime)),
      { beyond: true },
    ),
    // FEE-070
    /** The shares of the post. Their count may include deleted posts. */
    shares: field(
      z.object({
        /** The number of shares. */
        count: z.int(),
      }),
      ({ engagement }: PostRow) => ({
        count: engagement?.shares ?? 0,
      }),
    ),
    // FEE-072
    /** The type of the status. */
    status_type: field(z.enum(statusTypes), (post: PostRow) =>
      insightOr(post, 'status_type', () => statusTypes.find((type) => type === post.statusType)),
    ),
    /**
     * The text of a story that no person wrote. Missing for other posts, or if the app has not enabled
     * stories of activities.
     */
    story: field(z.string(), (post: PostRow, context) => storyOf(post, context)?.text),
    // FEE-076
    /** The people and pages that the story mentions. */
    story_tags: field(z.array(ProfileTag), (post: PostRow, context) => storyOf(post, context)?.tags),
    /** Whether the person of the token is subscribed to the post. */
    subscribed: field(z.boolean(), (post: PostRow, { caller }) => isSubscribed(post, caller.user?.id)),
    /** Who can see the post at all. Missing without limits. */
    targeting: field(Targeting, targetingOf),
    /** The pages that uploads of its photos named as sponsors. Missing without any. */
    sponsor_tags: field(
      z.object({
        /** The pages. */
        data: z.array(Profile),
      }),
      sponsorsOf,
      { beyond: true, onRequest: true },
    ),
    /** The people and pages that the post mentions or addresses. Missing without any. */
    to: field(
      z.object({
        /** The people and pages. With a user token, only the caller. */
        data: z.array(Profile),
      }),
      addresseesOf,
    ),
    /**
     * When the post was made, edited or commented last, in the form that the policy `postTimes` sets.
     */
    updated_time: field(PostTime, (post: PostRow, context) => postTime(post.updatedTime, context)), // FEE-087
    /** The reasons why video buying options cannot promote the post; empty if they can. */
    video_buying_eligibility: field(z.array(z.string()), videoBuyingEligibility),
    ...reactionFields,
    ...livePostFields,
  },
} satisfies View<PostRow>
