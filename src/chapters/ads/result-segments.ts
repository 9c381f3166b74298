import { bounds } from '../../service/contract/bounds.ts'
import { object } from '../../service/values/compounds.ts'
import { countries } from '../../service/values/countries.ts'
import { oneOf, scalar, text } from '../../service/values/scalars.ts'

const shortText = scalar<string, string>(
  `text of 1 to ${bounds.segmentCharactersMax} characters`,
  (raw) => {
    const read = text.safeParse(raw).data
    return read !== undefined && read.length > 0 && read.length <= bounds.segmentCharactersMax
      ? read
      : undefined
  },
  { type: 'string', minLength: 1, maxLength: bounds.segmentCharactersMax },
)

/** The part of an audience that results belong to, as a parameter of an action. */
export const segmentParam = object({
  /** The age group. */
  age: oneOf(['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+', 'Unknown']).optional(),
  /** The gender. */
  gender: oneOf(['female', 'male', 'unknown']).optional(),
  /** The country, as two letters. */
  country: oneOf(countries).optional(),
  /** The name of the region, such as `California`. */
  region: shortText.optional(),
  /** The platform that showed the ad. */
  publisher_platform: oneOf([
    'facebook',
    'instagram',
    'audience_network',
    'messenger',
    'threads',
    'unknown',
  ]).optional(),
  /** The place on the platform, such as `feed` or `instagram_stories`. */
  platform_position: shortText.optional(),
  /** The device that showed the ad, such as `iphone`. */
  impression_device: shortText.optional(),
  /** The kind of device. */
  device_platform: oneOf(['mobile_app', 'mobile_web', 'desktop', 'unknown']).optional(),
})

/** The dimensions by which insights can be broken down. */
export const segmentDimensions = [
  'age',
  'gender',
  'country',
  'region',
  'publisher_platform',
  'platform_position',
  'impression_device',
  'device_platform',
] as const

/** A dimension by which insights can be broken down. */
export type SegmentDimension = (typeof segmentDimensions)[number]

/** A part of an audience: its value in each dimension that is known. */
export type AudienceSegment = { readonly [N in SegmentDimension]?: string | undefined }

/** Returns a text that is equal for equal segments; the empty text for results of no segment. */
export function segmentKey(segment: AudienceSegment | undefined): string {
  const known = segmentDimensions.filter((name) => segment?.[name] !== undefined)
  return known.length === 0 ? '' : JSON.stringify(known.map((name) => [name, segment?.[name]]))
}
