import { z } from '../../engine/schema/zod.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { limits } from '../../service/contract/limits.ts'
import { jsonObject, list, object } from '../../service/values/compounds.ts'
import {
  boolean,
  defaulted,
  excess,
  filledText,
  httpUrl,
  numericId,
  oneOf,
  scalar,
  text,
} from '../../service/values/scalars.ts'
import { floatTime, timestamp } from '../../service/values/times.ts'
import { isHttpUrl, urlExcess } from '../../service/values/urls.ts'
import { feedTargetingParam, targetingParam } from '../content/feed-targeting.ts'
import { isGeoUrl } from '../content/geo-url.ts'
import { unpublishedContentTypes } from '../content/publication.ts'
import { callToActionTypes } from './call-to-action.ts'

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
  /** The URL of the item. */
  link: httpUrl, // FEE-174, FEE-175
  /** The title of the item, cut after about 35 characters. */
  name: text.optional(), // FEE-176
  /** The text of the item, cut after about 30 characters. */
  description: text.optional(), // FEE-178
  /** The URL of the item's image. Either this or `image_hash` is required. */
  picture: httpUrl.optional(), // FEE-180, FEE-183
  /** The hash of an ad image. Either this or `picture` is required. */
  image_hash: filledText.optional(), // FEE-181
})

/** The parameters of publishPost. */
export const postParams = z.object({
  /** The text of the post; `@[page-id]` mentions a page. Either this or `link` is required. */
  message: text.optional(), // FEE-152
  /** The URL to attach. The app and the caller must be able to see it. */
  link: postLink.optional(), // FEE-154
  /** The text of the link preview, instead of that of the linked page. */
  description: text.optional(), // FEE-155
  /** The title of the link preview, instead of that of the linked page. */
  name: text.optional(), // FEE-156
  /** The image of the link preview, instead of that of the linked page. */
  picture: httpUrl.optional(), // FEE-157
  /** The id of a photo of the caller to show as thumbnail. */
  object_attachment: numericId.optional(), // FEE-159
  // FEE-162, FEE-163, FEE-164
  /** The action links on the post. Excluded by `published: false`. */
  actions: defaulted(
    list(
      object({
        /** The URL of the action. */
        link: httpUrl,
        /** The name of the action. */
        name: filledText,
      }),
      { maximum: bounds.actionLinksMax },
    ),
    [],
  ),
  /** A time in the past that the post shows instead of its own. */
  backdated_time: floatTime.optional(), // FEE-165
  // FEE-167, FEE-168
  /** The precision of the backdated time. */
  backdated_time_granularity: oneOf(['year', 'month', 'day', 'hour', 'minute', 'min']).optional(),
  // FEE-006, FEE-169
  /** The items of a carousel: 2 to 5, or up to 10 with `multi_share_optimized`, of which 5 show. */
  child_attachments: list(childAttachment, { maximum: limits.childAttachmentsMax }).optional(),
  /** Whether a carousel ends with a card of the page. */
  multi_share_end_card: defaulted(boolean, true), // FEE-184, FEE-185
  /** Whether the service may order the items of a carousel in an ad. */
  multi_share_optimized: defaulted(boolean, true), // FEE-187, FEE-188
  /** Who sees the post in their news feed. */
  feed_targeting: feedTargetingParam.optional(), // FEE-190
  /** Who can see the post at all. */
  targeting: targetingParam.optional(), // FEE-204
  /** The page id of a location. */
  place: numericId.optional(), // FEE-208
  /** The ids of users to tag. They require `place`. */
  tags: defaulted(list(numericId, { split: true }), []), // FEE-209
  /** `false` keeps the post out of the feed list. */
  published: defaulted(boolean, true), // FEE-003, FEE-211, FEE-212
  /** When the post is published: 10 minutes to 75 days from now. Requires `published: false`. */
  scheduled_publish_time: timestamp.optional(), // FEE-004, FEE-215
  /** The kind of unpublished content: SCHEDULED is required with a schedule. */
  unpublished_content_type: oneOf(unpublishedContentTypes).optional(), // FEE-218
  // FEE-005, FEE-220, FEE-221, FEE-222, FEE-223
  /** The unpublished photos of a multi-photo post. */
  attached_media: defaulted(
    list(
      object({
        /** The id of the photo. */
        media_fbid: numericId,
      }),
      { maximum: limits.attachedMediaMax },
    ),
    [],
  ),
  /** The id of the action of a feeling or an activity. */
  og_action_type_id: filledText.optional(), // FEE-224
  /**
   * The object of the feeling or the activity: a predefined object or a page. Required with
   * `og_action_type_id`.
   */
  og_object_id: filledText.optional(), // FEE-226
  /** The icon of the feeling or the activity. By default that of the object. */
  og_icon_id: filledText.optional(), // FEE-228
  // FEE-007, FEE-230, FEE-231
  /** The button of a new link post. */
  call_to_action: object({
    /** The kind of button. */
    type: oneOf(callToActionTypes),
    /** The link and other data of the button; GET_DIRECTIONS needs coordinates in its link. */
    value: jsonObject.optional(),
  }).optional(),
})

/** The parsed parameters of publishPost. */
export type PostParams = z.output<typeof postParams>
