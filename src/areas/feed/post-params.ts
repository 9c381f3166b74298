import { z } from '../../engine/zod.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { limits } from '../../graph/contract/limits.ts'
import { jsonObject, list, object } from '../../graph/values/compounds.ts'
import {
  bool,
  defaulted,
  excess,
  filledText,
  httpUrl,
  numericId,
  oneOf,
  scalar,
  text,
} from '../../graph/values/scalars.ts'
import { floatTime, timestamp } from '../../graph/values/times.ts'
import { isHttpUrl, urlExcess } from '../../graph/values/urls.ts'
import { feedTargetingParam, targetingParam } from '../content/feed-targeting.ts'
import { unpublishedContentTypes } from '../content/publication.ts'
import { callToActionTypes } from './call-to-action.ts'
import { isGeoUrl } from './post-link.ts'

/** An http or https URL, or coordinates as `fbgeo://latitude,longitude` (FEE-238, SIL-105). */
const postLink = scalar<string>(
  'an absolute http or https URL',
  (raw) => {
    if (typeof raw !== 'string') return undefined
    const tooMuch = urlExcess(raw, bounds.urlCharactersMax)
    if (tooMuch !== undefined) return excess(tooMuch)
    return isHttpUrl(raw) || isGeoUrl(raw) ? raw : undefined
  },
  { type: 'string', format: 'uri' },
)

/** A link of a multi-link post. */
const childAttachment = object({
  link: httpUrl, // FEE-174, FEE-175
  name: text.optional(), // FEE-176
  description: text.optional(), // FEE-178
  picture: httpUrl.optional(), // FEE-180, FEE-183
  image_hash: filledText.optional(), // FEE-181
})

/** The parameters of publishPost. */
export const postParams = z.object({
  message: text.optional(), // FEE-152
  link: postLink.optional(), // FEE-154
  description: text.optional(), // FEE-155
  name: text.optional(), // FEE-156
  picture: httpUrl.optional(), // FEE-157
  object_attachment: numericId.optional(), // FEE-159
  // FEE-162, FEE-163, FEE-164
  actions: defaulted(
    list(object({ link: httpUrl, name: filledText }), { maximum: bounds.actionLinksMax }),
    [],
  ),
  backdated_time: floatTime.optional(), // FEE-165
  // FEE-167, FEE-168
  backdated_time_granularity: oneOf(['year', 'month', 'day', 'hour', 'minute', 'min']).optional(),
  // FEE-006, FEE-169
  child_attachments: list(childAttachment, { maximum: limits.childAttachmentsMax }).optional(),
  multi_share_end_card: defaulted(bool, true), // FEE-184, FEE-185
  multi_share_optimized: defaulted(bool, true), // FEE-187, FEE-188
  feed_targeting: feedTargetingParam.optional(), // FEE-190
  targeting: targetingParam.optional(), // FEE-204
  place: numericId.optional(), // FEE-208
  tags: defaulted(list(numericId, { split: true }), []), // FEE-209
  published: defaulted(bool, true), // FEE-003, FEE-211, FEE-212
  scheduled_publish_time: timestamp.optional(), // FEE-004, FEE-215
  unpublished_content_type: oneOf(unpublishedContentTypes).optional(), // FEE-218
  // FEE-005, FEE-220, FEE-221, FEE-222, FEE-223
  attached_media: defaulted(
    list(object({ media_fbid: numericId }), { maximum: limits.attachedMediaMax }),
    [],
  ),
  og_action_type_id: filledText.optional(), // FEE-224
  og_object_id: filledText.optional(), // FEE-226
  og_icon_id: filledText.optional(), // FEE-228
  // FEE-007, FEE-230, FEE-231
  call_to_action: object({ type: oneOf(callToActionTypes), value: jsonObject.optional() }).optional(),
})

/** The parsed parameters of publishPost. */
export type PostParams = z.output<typeof postParams>
