import { z } from '../../engine/schema/zod.ts'
import {
  by,
  formerRowId,
  inOrderOf,
  instant,
  notNull,
  rowId,
  rowIdOrNone,
  table,
  where,
} from '../../engine/store/table.ts'
import { ids, jsonObjectColumn } from '../../service/values/columns.ts'
import { StoredPicture } from '../content/records.ts'
import { PrivacyAudience, ProfileTag, privacyLevels } from '../people/records.ts'

/** The types of posts (FEE-073). */
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

/** Whether a post can be promoted in the partner photo app, or the reason why not (FEE-035). */
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

/** The counts of actions on a post, of its shares, and of the people whom it reached. */
const Engagement = z.object({ actions: z.number(), shares: z.number(), reach: z.number() })

/** The properties of an attached video. */
export const VideoProperties = z.object({
  /** The name of the property. */
  name: z.string(),
  /** The value of the property as text. */
  text: z.string(),
  /** The URL of the property. */
  href: z.string(),
})

/** Values of derived fields that an action sets (SIL-106). */
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

/** A link of a multi-link post. Its name and description are truncated (FEE-177, FEE-179). */
export const ChildAttachment = z.object({
  /** The URL of the item. */
  link: z.string(),
  /** The title of the item. Missing without one. */
  name: z.string().optional(),
  /** The text of the item. Missing without one. */
  description: z.string().optional(),
  /** The URL of the item's image. Missing without one. */
  picture: z.string().optional(),
  /** The hash of the item's ad image. Missing without one. */
  image_hash: z.string().optional(),
})

/** The video of a post. */
const PostVideo = z.object({
  title: z.string(),
  seconds: z.number(),
  spherical: z.boolean(),
})

/** The columns of a post that name pages and people. */
interface NamedProfiles {
  readonly to?: readonly number[] | undefined
  readonly messageTags?: readonly ProfileTag[] | undefined
}

/** Returns the ids of the pages and people in `to` and in the message of a post, without duplicates. */
export function profilesNamedIn({ to = [], messageTags = [] }: NamedProfiles): readonly number[] {
  if (to.length === 0 && messageTags.length === 0) return to
  return [...new Set([...to, ...messageTags.map(({ id }) => Number(id))])]
}

/** The calendar year in which a post was created, in UTC. */
export const yearOf = ({ createdTime }: { readonly createdTime: number }): number =>
  new Date(createdTime).getUTCFullYear()

/** The order of a feed, and of the other lists of posts: by the time of creation. */
export const byCreation = inOrderOf('createdTime')

/** A post of a page. */
export const posts = table({
  row: z.object({
    /** The page whose feed contains it. */
    page: rowId('pages'),
    /** The page or person that readers see as its author. */
    author: rowId('pages', 'users'),
    app: rowIdOrNone('apps'),
    /** The person who created it. */
    creator: rowIdOrNone('users'),
    createdTime: instant(),
    /** The time of the creation, the last edit or the last comment (FEE-088). */
    updatedTime: instant(),
    published: z.boolean(),
    /** The time at which a scheduled post is published, in Unix milliseconds; null if it is not scheduled. */
    scheduledTime: instant().nullable(),
    contentType: z.string().nullable(),
    statusType: z.string(),
    message: z.string().optional(),
    messageTags: z.array(ProfileTag).optional(),
    /** The text of a generated story, and the tags of the profiles that it names. */
    story: z.string().optional(),
    storyTags: z.array(ProfileTag).optional(),
    /** The profiles that it is addressed to, or that are with its author. */
    to: ids.optional(),
    link: z.string().optional(),
    /** The title and description beside its link. */
    preview: z.object({ title: z.string(), description: z.string().optional() }).optional(),
    /** The picture beside its link. The post keeps it if the photo that it came from is deleted. */
    thumbnail: StoredPicture.optional(),
    /** The photo that object_attachment named (SIL-094). */
    thumbnailPhoto: formerRowId('photos').optional(),
    children: z.array(ChildAttachment).optional(),
    /** Whether a carousel ends with the card of its page (FEE-186). */
    endCard: z.boolean().optional(),
    actions: z.array(z.object({ name: z.string(), link: z.string() })).optional(),
    photos: z.array(formerRowId('photos')),
    video: PostVideo.optional(),
    /** The post that it shares, or the original post of a mention story (FEE-058). */
    parent: formerRowId('posts').optional(),
    backdatedTime: instant().optional(),
    backdatedTimeGranularity: z.string().optional(),
    /** The time from which it cannot be read; null if it never expires. */
    expiresAt: instant().nullable(),
    /** Whether it is hidden from the timeline of its page; it stays visible elsewhere (FEE-040). */
    hidden: z.boolean(),
    privacy: z.enum(privacyLevels),
    audience: PrivacyAudience.optional(),
    /** The rank in the feed of its year, highest first (SIL-086). */
    rank: z.number(),
    /** Its call to action: the type and the other members. */
    callToAction: jsonObjectColumn.optional(),
    targeting: jsonObjectColumn.optional(),
    feedTargeting: jsonObjectColumn.optional(),
    place: z.number().optional(),
    /** A feeling or an activity. */
    activity: z.object({ actionType: z.string(), object: z.string(), icon: z.string() }).optional(),
    engagement: Engagement.optional(),
    /** Values of derived fields that an action set. */
    insights: Insights.optional(),
    /** The people who are subscribed to it. */
    subscribers: ids.optional(),
    /** Parameters that are stored and have no other effect (FEE-189). */
    given: jsonObjectColumn,
  }),
  edges: {
    byPage: { owners: by('page'), order: byCreation },
    /** The published posts of the page itself, without those of its visitors. */
    ownPublished: {
      owners: ({ page, author, published }) => (published && author === page ? [[page]] : []),
      order: byCreation,
    },
    scheduled: {
      owners: where({ published: false, scheduledTime: notNull }, 'page'),
      order: byCreation,
    },
    /** The published posts that name a profile (FEE-143). */
    tagged: {
      owners: (post) => (post.published ? profilesNamedIn(post).map((id) => [id]) : []),
      order: byCreation,
    },
    published: {
      owners: where({ published: true }, 'page'),
      order: byCreation,
    },
    unpublished: {
      owners: where({ published: false }, 'page'),
      order: byCreation,
    },
    byRank: {
      owners: where({ published: true }, 'page', yearOf),
      order: inOrderOf('rank', 'createdTime'),
    },
    /** The published posts of a year that have an expiry time. */
    expiring: {
      owners: where({ published: true, expiresAt: notNull }, 'page', yearOf),
      order: byCreation,
    },
  },
})

/** A predefined object of a feeling or an activity, for example a book that a person reads. */
export const activityObjects = table({ row: z.object({ name: z.string() }), edges: {} })

/** A reel of a page: a short video. A feed never contains it (FEE-145). */
export const reels = table({
  row: z.object({ page: rowId('pages'), createdTime: instant(), description: z.string().optional() }),
  edges: { byPage: { owners: by('page'), order: inOrderOf('createdTime') } },
})
