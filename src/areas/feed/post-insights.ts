import { z } from 'zod'
import { list, object } from '../../graph/values/compounds.ts'
import { bool, integer, oneOf, text } from '../../graph/values/scalars.ts'

/** What people did to a post, and how many it reached. */
export const Engagement = z.object({ actions: z.number(), shares: z.number(), reach: z.number() })

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

/** The properties of an attached video. */
export const Properties = z.object({ name: z.string(), text: z.string(), href: z.string() })

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
  properties: Properties.optional(),
  status_type: z.enum(statusTypes).optional(),
  story: z.string().optional(),
})

/** The same values as an action takes them. */
export const insightParams = {
  promotable_id: text.optional(),
  is_eligible_for_promotion: bool.optional(),
  photoapp_eligibility: oneOf(photoappEligibilities).optional(),
  is_photoapp_eligible: text.optional(),
  is_popular: bool.optional(),
  video_buying_eligibility: list(text).optional(),
  subscribed: bool.optional(),
  can_reply_privately: bool.optional(),
  allowed_advertising_objects: text.optional(),
  icon: text.optional(),
  permalink_url: text.optional(),
  properties: object({ name: text, text, href: text }).optional(),
  status_type: oneOf(statusTypes).optional(),
  story: text.optional(),
} satisfies Record<keyof typeof Insights.shape, z.ZodType>

/** Counts of what people did to a post, as an action takes them. */
export const engagementParams = {
  actions: integer(0).optional(),
  shares: integer(0).optional(),
  reach: integer(0).optional(),
}
