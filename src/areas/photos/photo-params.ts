import { z } from '../../engine/zod.ts'
import { limits } from '../../graph/contract/limits.ts'
import { jsonObject, list, object } from '../../graph/values/compounds.ts'
import {
  bool,
  defaulted,
  filledText,
  httpUrl,
  int64,
  integer,
  numericId,
  oneOf,
  scalar,
  text,
} from '../../graph/values/scalars.ts'
import { datetime, timestamp } from '../../graph/values/times.ts'
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
  tag_uid: numericId.optional(),
  tag_text: text.optional(),
  x: percent.optional(),
  y: percent.optional(),
}).refine(({ tag_uid, tag_text }) => tag_uid !== undefined || tag_text !== undefined, {
  message: 'must have tag_uid or tag_text', // PHO-055
})

/** Parameters that are type-checked and stored, and have no other effect (SIL-015, SIL-082). */
const keptShape = {
  user_selected_tags: defaulted(bool, false), // PHO-070, PHO-071
  manual_privacy: defaulted(bool, false), // PHO-088, PHO-089
  attempt: defaulted(int64, 0), // PHO-090, PHO-091, LIM-026
  offline_id: defaulted(int64, 0), // PHO-092, PHO-093
  filter_type: defaulted(int64, -1), // PHO-094, PHO-095, PHO-096
  full_res_is_coming_later: defaulted(bool, false), // PHO-097, PHO-098
  audience_exp: defaulted(bool, false), // PHO-099, PHO-100
  direct_share_status: int64.optional(), // PHO-101
  sponsor_id: numericId.optional(), // PHO-102
  sponsor_relationship: int64.optional(), // PHO-103
  og_action_type_id: text.optional(), // PHO-104
  og_icon_id: text.optional(), // PHO-105
  og_object_id: text.optional(), // PHO-106
  og_phrase: text.optional(), // PHO-107
  og_suggestion_mechanism: text.optional(), // PHO-108
  og_set_profile_badge: defaulted(bool, false), // PHO-109, PHO-110
  is_explicit_location: bool.optional(), // PHO-111
  is_explicit_place: bool.optional(), // PHO-112
  is_visual_search: bool.optional(), // PHO-113
  location_source_id: numericId.optional(), // PHO-114
  application_id: filledText.optional(), // PHO-115, PHO-116
  ios_bundle_id: text.optional(), // PHO-117
  android_key_hash: text.optional(), // PHO-118
  composer_session_id: text.optional(), // PHO-119
  qn: text.optional(), // PHO-120
  nectar_module: text.optional(), // PHO-121
  proxied_app_id: numericId.optional(), // PHO-123
  time_since_original_post: int64.optional(), // PHO-126
  aid: text.optional(), // PHO-127, PHO-128
  profile_id: int64.optional(), // PHO-129, PHO-130
  uid: int64.optional(), // PHO-131, PHO-132
}

/** The parameters of a photo upload. */
export const photoParams = z.object({
  url: httpUrl.optional(), // PHO-036
  vault_image_id: numericId.optional(), // PHO-124
  published: defaulted(bool, true), // PHO-043, PHO-044
  temporary: defaulted(bool, false), // PHO-046, PHO-047
  scheduled_publish_time: timestamp.optional(), // PHO-049, PHO-050
  unpublished_content_type: oneOf(unpublishedContentTypes).optional(), // PHO-052
  caption: text.optional(), // PHO-054
  message: text.optional(),
  name: text.optional(), // PHO-057
  alt_text_custom: text.optional(), // PHO-059
  backdated_time: datetime.optional(), // PHO-060
  // PHO-061, PHO-062, PHO-063
  backdated_time_granularity: defaulted(oneOf(['year', 'month', 'day', 'hour', 'min', 'none']), 'none'),
  privacy: privacyParam.optional(),
  place: numericId.optional(), // PHO-067
  tags: defaulted(list(photoTag), []), // PHO-068, PHO-069
  targeting: targetingParam.optional(), // PHO-072, PHO-073
  feed_targeting: feedTargetingParam.optional(), // PHO-074
  allow_spherical_photo: defaulted(bool, false), // PHO-076, PHO-077
  spherical_metadata: jsonObject.optional(), // PHO-079
  // PHO-081, PHO-082
  initial_view_heading_override_degrees: integer(
    limits.sphericalHeadingDegreesMin,
    limits.sphericalHeadingDegreesMax,
  ).optional(),
  // PHO-083, PHO-084
  initial_view_pitch_override_degrees: integer(
    limits.sphericalPitchDegreesMin,
    limits.sphericalPitchDegreesMax,
  ).optional(),
  // PHO-085, PHO-086
  initial_view_vertical_fov_override_degrees: integer(
    limits.sphericalFovDegreesMin,
    limits.sphericalFovDegreesMax,
  ).optional(),
  no_story: defaulted(bool, false), // PHO-087
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
