import type { z } from '../../engine/zod.ts'
import { list, object } from '../../graph/values/compounds.ts'
import { bool, integer, oneOf, text } from '../../graph/values/scalars.ts'
import { type Insights, photoappEligibilities, statusTypes } from './records.ts'

/** The insights of a post, as parameters of an action. */
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

/** The engagement counts of a post, as parameters of an action. */
export const engagementParams = {
  actions: integer(0).optional(),
  shares: integer(0).optional(),
  reach: integer(0).optional(),
}
