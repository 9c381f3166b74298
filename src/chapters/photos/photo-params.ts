import { z } from '../../engine/schema/zod.ts'
import { limits } from '../../service/contract/limits.ts'
import { jsonObject, list, object } from '../../service/values/compounds.ts'
import {
  boolean,
  defaulted,
  filledText,
  httpUrl,
  int64,
  integer,
  numericId,
  oneOf,
  scalar,
  text,
} from '../../service/values/scalars.ts'
import { datetime, timestamp } from '../../service/values/times.ts'
import { feedTargetingParam, targetingParam } from '../content/feed-targeting.ts'
import { unpublishedContentTypes } from '../content/publication.ts'
import { privacyParam } from '../people/privacy.ts'

const percent = scalar<number, number | string>(
  'a number from 0 to 100',
  (raw) => {
    const value = typeof raw === 'string' && /^\d{1,3}(\.\d{1,9})?$/.test(raw) ? Number(raw) : raw
    return typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined
  },
  { type: 'number', minimum: 0, maximum: 100 },
)

/** A tag: a profile or a text, and its place in percent of the width and height (SIL-083). */
const photoTag = object({
  /** The id of the person or the page. */
  tag_uid: numericId.optional(),
  /** A name, for someone without an id. */
  tag_text: text.optional(),
  /** The distance from the left edge, in percent of the width. */
  x: percent.optional(),
  /** The distance from the top edge, in percent of the height. */
  y: percent.optional(),
}).refine(({ tag_uid, tag_text }) => tag_uid !== undefined || tag_text !== undefined, {
  message: 'must have tag_uid or tag_text', // PHO-055
})

/** Parameters that are type-checked and stored, and have no other effect (SIL-015, SIL-082). */
const keptShape = {
  /** True if the user chose the tags. No effect. */
  user_selected_tags: defaulted(boolean, false), // PHO-070, PHO-071
  /** True if the user set the privacy by hand. No effect. */
  manual_privacy: defaulted(boolean, false), // PHO-088, PHO-089
  /** The number of attempts to upload the photo. */
  attempt: defaulted(int64, 0), // PHO-090, PHO-091, LIM-026
  /** An id that the client gave the photo while offline. */
  offline_id: defaulted(int64, 0), // PHO-092, PHO-093
  /** Unused. */
  filter_type: defaulted(int64, -1), // PHO-094, PHO-095, PHO-096
  /** True if a version in full resolution follows. No effect. */
  full_res_is_coming_later: defaulted(boolean, false), // PHO-097, PHO-098
  /** A flag that the description does not explain. No effect. */
  audience_exp: defaulted(boolean, false), // PHO-099, PHO-100
  /** A number that allows the sponsor to boost the photo directly. No effect. */
  direct_share_status: int64.optional(), // PHO-101
  /** The id of the page to tag as sponsor. `sponsor_tags` of the post shows it, beyond the description. */
  sponsor_id: numericId.optional(), // PHO-102
  /** The kind of relationship with the sponsor. */
  sponsor_relationship: int64.optional(), // PHO-103
  /** The id of an open graph action type. */
  og_action_type_id: text.optional(), // PHO-104
  /** The id of an open graph icon. */
  og_icon_id: text.optional(), // PHO-105
  /** The id or the URL of an open graph object. */
  og_object_id: text.optional(), // PHO-106
  /** The phrase of an open graph action. */
  og_phrase: text.optional(), // PHO-107
  /** The mechanism that suggested the open graph action. */
  og_suggestion_mechanism: text.optional(), // PHO-108
  /** True if the open graph action sets a profile badge. No effect. */
  og_set_profile_badge: defaulted(boolean, false), // PHO-109, PHO-110
  /** A flag about the location. No effect. */
  is_explicit_location: boolean.optional(), // PHO-111
  /** A flag about the place. No effect. */
  is_explicit_place: boolean.optional(), // PHO-112
  /** A flag about visual search. No effect. */
  is_visual_search: boolean.optional(), // PHO-113
  /** The id of the page, or the set of pages, with the location. */
  location_source_id: numericId.optional(), // PHO-114
  /** The id in an app store of the app with the native share dialog. */
  application_id: filledText.optional(), // PHO-115, PHO-116
  /** The bundle id of the client on iOS. */
  ios_bundle_id: text.optional(), // PHO-117
  /** The key hash of the client on Android. */
  android_key_hash: text.optional(), // PHO-118
  /** The session of the client's composer. */
  composer_session_id: text.optional(), // PHO-119
  /** A session of the client. */
  qn: text.optional(), // PHO-120
  /** A module of the client. Only internal apps may send it. */
  nectar_module: text.optional(), // PHO-121
  /** The id of the app on whose behalf the client acts. */
  proxied_app_id: numericId.optional(), // PHO-123
  /** The time since the original post. */
  time_since_original_post: int64.optional(), // PHO-126
  /** The id of a legacy album. Deprecated. */
  aid: text.optional(), // PHO-127, PHO-128
  /** The id of a profile. Deprecated. */
  profile_id: int64.optional(), // PHO-129, PHO-130
  /** The id of a user. Deprecated. */
  uid: int64.optional(), // PHO-131, PHO-132
}

/** The parameters of a photo upload. */
export const photoParams = z.object({
  /**
   * The URL of an image on the web. Either this, a file or `vault_image_id` is required, and only one.
   */
  url: httpUrl.optional(), // PHO-036
  /** The id of an image in the vault. Excludes `url` and a file. */
  vault_image_id: numericId.optional(), // PHO-124
  /** `false` uploads the photo without publishing it; it is deleted after about 24 hours. */
  published: defaulted(boolean, true), // PHO-043, PHO-044
  /** `true` for an unpublished photo that a scheduled post will use. */
  temporary: defaulted(boolean, false), // PHO-046, PHO-047
  /** When the photo is published. Requires `published: false`. */
  scheduled_publish_time: timestamp.optional(), // PHO-049, PHO-050
  /** The kind of unpublished content. */
  unpublished_content_type: oneOf(unpublishedContentTypes).optional(), // PHO-052
  /** The description of the photo; emoji are allowed. */
  caption: text.optional(), // PHO-054
  /** The description of the photo. Deprecated: use `caption`. */
  message: text.optional(),
  /** The description of the photo. Deprecated: use `caption`. */
  name: text.optional(), // PHO-057
  /** The description for people who cannot see the photo. */
  alt_text_custom: text.optional(), // PHO-059
  /** The time that the photo shows instead of its upload. */
  backdated_time: datetime.optional(), // PHO-060
  // PHO-061, PHO-062, PHO-063
  /** The precision of the backdated time. */
  backdated_time_granularity: defaulted(oneOf(['year', 'month', 'day', 'hour', 'min', 'none']), 'none'),
  /**
   * Who can see the photo: at most the level that the person granted the app, which is the default.
   */
  privacy: privacyParam.optional(),
  /** The page id of a place. */
  place: numericId.optional(), // PHO-067
  /** The people and pages in the photo. */
  tags: defaulted(list(photoTag), []), // PHO-068, PHO-069
  /** Who can see the photo at all. */
  targeting: targetingParam.optional(), // PHO-072, PHO-073
  /** Who sees the photo in their news feed. */
  feed_targeting: feedTargetingParam.optional(), // PHO-074
  /** Whether to show the photo as spherical, if it is one. */
  allow_spherical_photo: defaulted(boolean, false), // PHO-076, PHO-077
  /** The parameters of a spherical photo, instead of those in the file. */
  spherical_metadata: jsonObject.optional(), // PHO-079
  // PHO-081, PHO-082
  /** The first view of a spherical photo: its heading in degrees. */
  initial_view_heading_override_degrees: integer(
    limits.sphericalHeadingDegreesMin,
    limits.sphericalHeadingDegreesMax,
  ).optional(),
  // PHO-083, PHO-084
  /** The first view of a spherical photo: its pitch in degrees. */
  initial_view_pitch_override_degrees: integer(
    limits.sphericalPitchDegreesMin,
    limits.sphericalPitchDegreesMax,
  ).optional(),
  // PHO-085, PHO-086
  /** The first view of a spherical photo: its vertical field of view in degrees. */
  initial_view_vertical_fov_override_degrees: integer(
    limits.sphericalFovDegreesMin,
    limits.sphericalFovDegreesMax,
  ).optional(),
  /** Whether to publish the photo without a post about it. */
  no_story: defaulted(boolean, false), // PHO-087
  /** Must not be sent. */
  target_id: text.optional(), // PHO-133
  ...keptShape,
})

/** The parsed parameters of a photo upload. */
export type PhotoParams = z.output<typeof photoParams>

const keptNames = Object.keys(keptShape) as (keyof typeof keptShape)[]

/** Returns the parameters of an upload that are stored and have no other effect. */
export function keptParams(params: PhotoParams): Record<string, string | number | boolean> {
  const values: Record<string, string | number | boolean> = {}
  for (const name of keptNames) {
    const value = params[name]
    if (value !== undefined) values[name] = value
  }
  return values
}
