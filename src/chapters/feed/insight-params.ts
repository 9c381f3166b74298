import type { z } from '../../engine/schema/zod.ts'
import { list, object } from '../../service/values/compounds.ts'
import { boolean, integer, oneOf, text } from '../../service/values/scalars.ts'
import { type Insights, photoappEligibilities, statusTypes } from './records.ts'

/** The insights of a post, as parameters of an action. */
export const insightParams = {
  /** The id to use to promote the post. */
  promotable_id: text.optional(),
  /** Whether the post can be promoted. */
  is_eligible_for_promotion: boolean.optional(),
  /** Whether the partner photo app can promote the post, or the reason why not. */
  photoapp_eligibility: oneOf(photoappEligibilities).optional(),
  /** Whether the partner photo app can promote the post. */
  is_photoapp_eligible: text.optional(),
  /** Whether the post is popular. */
  is_popular: boolean.optional(),
  /** The reasons why video buying options cannot promote the post. */
  video_buying_eligibility: list(text).optional(),
  /** Whether people are subscribed to the post. */
  subscribed: boolean.optional(),
  /** Whether the reader can reply to the post privately. */
  can_reply_privately: boolean.optional(),
  /** The only objectives under which the post can be advertised. */
  allowed_advertising_objects: text.optional(),
  /** The URL of the icon. */
  icon: text.optional(),
  /** The permanent URL of the post. */
  permalink_url: text.optional(),
  /** The properties of the attached video. */
  properties: object({
    /** The name of the property. */
    name: text,
    /** The value of the property as text. */
    text,
    /** The URL of the property. */
    href: text,
  }).optional(),
  /** The type of the status. */
  status_type: oneOf(statusTypes).optional(),
  /** The text of the story. */
  story: text.optional(),
} satisfies Record<keyof typeof Insights.shape, z.ZodType>

/** The engagement counts of a post, as parameters of an action. */
export const engagementParams = {
  /** The number of actions on the post: comments, likes, shares and clicks. */
  actions: integer(0).optional(),
  /** The number of shares of the post. */
  shares: integer(0).optional(),
  /** The number of people whom the post reached. */
  reach: integer(0).optional(),
}
