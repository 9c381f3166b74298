import { z } from 'zod'
import { formerRowId, instant, rowId, rowIdOrNone, table } from '../../engine/table.ts'
import { ids, jsonObjectColumn } from '../../graph/values/columns.ts'
import { StoredPicture } from '../content/records.ts'
import { PrivacyAudience, ProfileTag, privacyLevels } from '../people/records.ts'
/** What kind of story a post is. */
export const statusTypes = [
  'added_photos',
  'added_video',
  'app_created_story',
  'approved_friend',
  'created_event',
  'created_group',
  'created_note',
  'mobile_status_update',
  'published_story',
  'shared_story',
  'tagged_in_photo',
  'wall_post',
] as const

/** Whether a post can be promoted in the partner photo app, or why not. */
export const photoappEligibilities = [
  'eligible',
  'ineligible_caption_mentions_not_allowed',
  'ineligible_caption_too_long',
  'ineligible_media_aspect_ratio',
  'ineligible_media_dimension',
  'ineligible_media_square_aspect_ratio',
  'ineligible_media_square_dimension',
  'ineligible_post_type',
  'ineligible_unknown_error',
  'ineligible_video_length',
] as const

/** What people did to a post, and how many it reached. */
export const Engagement = z.object({ actions: z.number(), shares: z.number(), reach: z.number() })

/** The properties of an attached video. */
export const VideoProperties = z.object({ name: z.string(), text: z.string(), href: z.string() })

/** Values that stand in the place of those that the service works out (SIL-106). */
export const Insights = z.object({
  promotable_id: z.string().optional(),
  is_eligible_for_promotion: z.boolean().optional(),
  photoapp_eligibility: z.enum(photoappEligibilities).optional(),
  is_photoapp_eligible: z.string().optional(),
  is_popular: z.boolean().optional(),
  video_buying_eligibility: z.array(z.string()).optional(),
  subscribed: z.boolean().optional(),
  can_reply_privately: z.boolean().optional(),
  allowed_advertising_objects: z.string().optional(),
  icon: z.string().optional(),
  permalink_url: z.string().optional(),
  properties: VideoProperties.optional(),
  status_type: z.enum(statusTypes).optional(),
  story: z.string().optional(),
})

/** A link of a multi-link post. Its name and description are as long as they are shown (SIL-096). */
export const ChildAttachment = z.object({
  link: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  picture: z.string().optional(),
  image_hash: z.string().optional(),
})

/** The video of a post. */
export const PostVideo = z.object({
  title: z.string(),
  seconds: z.number(),
  spherical: z.boolean(),
})

/** What in a post names pages and people. */
export interface NamedProfiles {
  readonly to?: readonly number[] | undefined
  readonly messageTags?: readonly ProfileTag[] | undefined
}

/** The pages and people that a post names: those it is addressed to, is with, or mentions, each once. */
export function profilesNamedIn({ to = [], messageTags = [] }: NamedProfiles): readonly number[] {
  if (to.length === 0 && messageTags.length === 0) return to
  return [...new Set([...to, ...messageTags.map(({ id }) => Number(id))])]
}

/** The calendar year of an instant, in UTC. */
export const yearOf = (milliseconds: number): number => new Date(milliseconds).getUTCFullYear()

/** A post of a page. */
export const posts = table({
  row: z.object({
    /** The page on whose feed it stands. */
    page: rowId('pages'),
    /** The page or person in whose voice it is. */
    author: rowId('pages', 'users'),
    app: rowIdOrNone('apps'),
    /** The person who made it. */
    creator: rowIdOrNone('users'),
    createdTime: instant(),
    updatedTime: instant(),
    published: z.boolean(),
    /** When a scheduled post is published, in Unix milliseconds; null when it is not scheduled. */
    scheduledTime: instant().nullable(),
    contentType: z.string().nullable(),
    statusType: z.string(),
    message: z.string().optional(),
    messageTags: z.array(ProfileTag).optional(),
    /** The text of a story that nobody wrote, and whom it names. */
    story: z.string().optional(),
    storyTags: z.array(ProfileTag).optional(),
    /** Whom it is addressed to, or who is with its author. */
    to: ids.optional(),
    link: z.string().optional(),
    /** What is shown of its link. */
    preview: z.object({ title: z.string(), description: z.string().optional() }).optional(),
    /** The picture beside its link; the post keeps it whatever becomes of a photo that it came from. */
    thumbnail: StoredPicture.optional(),
    /** The photo that was chosen for the picture (SIL-094). */
    thumbnailPhoto: formerRowId('photos').optional(),
    children: z.array(ChildAttachment).optional(),
    /** Whether a carousel ends with the card of its page. */
    endCard: z.boolean().optional(),
    actions: z.array(z.object({ name: z.string(), link: z.string() })).optional(),
    photos: z.array(formerRowId('photos')),
    video: PostVideo.optional(),
    /** The post that it tells of or shares. */
    parent: formerRowId('posts').optional(),
    backdatedTime: instant().optional(),
    backdatedTimeGranularity: z.string().optional(),
    /** The instant from which it cannot be read any more. */
    expiresAt: instant().nullable(),
    hidden: z.boolean(),
    privacy: z.enum(privacyLevels),
    audience: PrivacyAudience.optional(),
    rank: z.number(),
    /** The type of its call to action, and the members that came with it. */
    callToAction: jsonObjectColumn.optional(),
    targeting: jsonObjectColumn.optional(),
    feedTargeting: jsonObjectColumn.optional(),
    place: z.number().optional(),
    /** A feeling or an activity. */
    activity: z.object({ actionType: z.string(), object: z.string(), icon: z.string() }).optional(),
    engagement: Engagement.optional(),
    /** Values of derived fields that were set by hand. */
    insights: Insights.optional(),
    /** People who follow what happens to it. */
    subscribers: ids.optional(),
    /** Parameters that are kept and have no other effect. */
    given: jsonObjectColumn,
  }),
  edges: {
    byPage: { owners: ({ page }) => [[page]], order: ({ createdTime }) => [createdTime] },
    /** The published posts that name a page or a person. */
    tagged: {
      owners: (post) => (post.published ? profilesNamedIn(post).map((id) => [id]) : []),
      order: ({ createdTime }) => [createdTime],
    },
    published: {
      owners: ({ page, published }) => (published ? [[page]] : []),
      order: ({ createdTime }) => [createdTime],
    },
    byRank: {
      owners: ({ page, published, createdTime }) => (published ? [[page, yearOf(createdTime)]] : []),
      order: ({ rank, createdTime }) => [rank, createdTime],
      counted: true,
    },
    /** The published posts of a year that expire, or have expired. */
    expiring: {
      owners: ({ page, published, createdTime, expiresAt }) =>
        published && expiresAt !== null ? [[page, yearOf(createdTime)]] : [],
      order: ({ createdTime }) => [createdTime],
    },
  },
})

/** A predefined object of feelings and activities, such as a book that one reads. */
export const activityObjects = table({ row: z.object({ name: z.string() }), edges: {} })

/** A reel of a page: a short video that stands in no feed. */
export const reels = table({
  row: z.object({ page: rowId('pages'), createdTime: instant(), description: z.string().optional() }),
  edges: { byPage: { owners: ({ page }) => [[page]], order: ({ createdTime }) => [createdTime] } },
})
