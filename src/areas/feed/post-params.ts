import { z } from 'zod'
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

/** A url, or coordinates as `fbgeo://` writes them, which lead to a place (SIL-105). */
const postLink = scalar<string>(
  'an absolute http or https URL',
  (raw) => {
    if (typeof raw !== 'string') return undefined
    const much = urlExcess(raw, bounds.urlCharactersMax)
    if (much !== undefined) return excess(much)
    return isHttpUrl(raw) || isGeoUrl(raw) ? raw : undefined
  },
  { type: 'string', format: 'uri' },
)

const childAttachment = object({
  link: httpUrl,
  name: text.optional(),
  description: text.optional(),
  picture: httpUrl.optional(),
  image_hash: filledText.optional(),
})

/** What publishing to the feed edge takes (Endpoints › Page feed). */
export const postParams = z.object({
  message: text.optional(),
  link: postLink.optional(),
  description: text.optional(),
  name: text.optional(),
  picture: httpUrl.optional(),
  object_attachment: numericId.optional(),
  actions: defaulted(
    list(object({ link: httpUrl, name: filledText }), { maximum: bounds.actionLinksMax }),
    [],
  ),
  backdated_time: floatTime.optional(),
  backdated_time_granularity: oneOf(['year', 'month', 'day', 'hour', 'minute', 'min']).optional(),
  child_attachments: list(childAttachment, { maximum: limits.childAttachmentsMax }).optional(),
  multi_share_end_card: defaulted(bool, true),
  multi_share_optimized: defaulted(bool, true),
  feed_targeting: feedTargetingParam.optional(),
  targeting: targetingParam.optional(),
  place: numericId.optional(),
  tags: defaulted(list(numericId, { split: true }), []),
  published: defaulted(bool, true),
  scheduled_publish_time: timestamp.optional(),
  unpublished_content_type: oneOf(unpublishedContentTypes).optional(),
  attached_media: defaulted(
    list(object({ media_fbid: numericId }), { maximum: limits.attachedMediaMax }),
    [],
  ),
  og_action_type_id: filledText.optional(),
  og_object_id: filledText.optional(),
  og_icon_id: filledText.optional(),
  call_to_action: object({ type: oneOf(callToActionTypes), value: jsonObject.optional() }).optional(),
})

/** A post that is asked for, read. */
export type PostParams = z.output<typeof postParams>
