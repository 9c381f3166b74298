import { z } from 'zod'
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

const photoTag = object({
  tag_uid: numericId.optional(),
  tag_text: text.optional(),
  x: percent.optional(),
  y: percent.optional(),
}).refine(({ tag_uid, tag_text }) => tag_uid !== undefined || tag_text !== undefined, {
  message: 'must have tag_uid or tag_text',
})

/** Parameters that are checked for their type, kept, and have no other effect (SIL-015, SIL-082). */
const keptShape = {
  user_selected_tags: defaulted(bool, false),
  manual_privacy: defaulted(bool, false),
  attempt: defaulted(int64, 0),
  offline_id: defaulted(int64, 0),
  filter_type: defaulted(int64, -1),
  full_res_is_coming_later: defaulted(bool, false),
  audience_exp: defaulted(bool, false),
  direct_share_status: int64.optional(),
  sponsor_id: numericId.optional(),
  sponsor_relationship: int64.optional(),
  og_action_type_id: text.optional(),
  og_icon_id: text.optional(),
  og_object_id: text.optional(),
  og_phrase: text.optional(),
  og_suggestion_mechanism: text.optional(),
  og_set_profile_badge: defaulted(bool, false),
  is_explicit_location: bool.optional(),
  is_explicit_place: bool.optional(),
  is_visual_search: bool.optional(),
  location_source_id: numericId.optional(),
  application_id: filledText.optional(),
  ios_bundle_id: text.optional(),
  android_key_hash: text.optional(),
  composer_session_id: text.optional(),
  qn: text.optional(),
  nectar_module: text.optional(),
  proxied_app_id: numericId.optional(),
  time_since_original_post: int64.optional(),
  aid: text.optional(),
  profile_id: int64.optional(),
  uid: int64.optional(),
}

/** What an upload to the photos edge takes (Endpoints › Page photos). */
export const photoParams = z.object({
  url: httpUrl.optional(),
  vault_image_id: numericId.optional(),
  published: defaulted(bool, true),
  temporary: defaulted(bool, false),
  scheduled_publish_time: timestamp.optional(),
  unpublished_content_type: oneOf(unpublishedContentTypes).optional(),
  caption: text.optional(),
  message: text.optional(),
  name: text.optional(),
  alt_text_custom: text.optional(),
  backdated_time: datetime.optional(),
  backdated_time_granularity: defaulted(oneOf(['year', 'month', 'day', 'hour', 'min', 'none']), 'none'),
  privacy: privacyParam.optional(),
  place: numericId.optional(),
  tags: defaulted(list(photoTag), []),
  targeting: targetingParam.optional(),
  feed_targeting: feedTargetingParam.optional(),
  allow_spherical_photo: defaulted(bool, false),
  spherical_metadata: jsonObject.optional(),
  initial_view_heading_override_degrees: integer(
    limits.sphericalHeadingDegreesMin,
    limits.sphericalHeadingDegreesMax,
  ).optional(),
  initial_view_pitch_override_degrees: integer(
    limits.sphericalPitchDegreesMin,
    limits.sphericalPitchDegreesMax,
  ).optional(),
  initial_view_vertical_fov_override_degrees: integer(
    limits.sphericalFovDegreesMin,
    limits.sphericalFovDegreesMax,
  ).optional(),
  no_story: defaulted(bool, false),
  target_id: text.optional(),
  ...keptShape,
})

/** An upload, read. */
export type PhotoParams = z.output<typeof photoParams>

/** The parameters of an upload that are kept as they came. */
export function keptParams(params: PhotoParams): Record<string, string | number | boolean> {
  const given: Record<string, string | number | boolean> = {}
  for (const name of Object.keys(keptShape) as (keyof typeof keptShape)[]) {
    const value = params[name]
    if (value !== undefined) given[name] = value
  }
  return given
}
