import { z } from '../../engine/schema/zod.ts'
import { limits } from '../../service/contract/limits.ts'
import { jsonObject, list, object } from '../../service/values/compounds.ts'
import { countries } from '../../service/values/countries.ts'
import { integer, oneOf, scalar } from '../../service/values/scalars.ts'

const integers = (minimum?: number, maximum?: number) => list(integer(minimum, maximum), { split: true })

/** The places where people are (FEE-199, FEE-207, SIL-097). */
const geoLocations = object({
  // FEE-098
  /** The countries, as ISO 3166 codes. */
  countries: list(oneOf(countries), { split: true, maximum: limits.targetingCountriesMax }).optional(),
  /** The regions, stored as sent. */
  regions: list(jsonObject).optional(),
  /** The cities, stored as sent. */
  cities: list(jsonObject).optional(),
})

/** The minimum age of a feed targeting; 0 means no lower bound (FEE-093, FEE-094, FEE-194, FEE-195). */
const ageMin = scalar<number, number | string>(
  `0 or an integer of ${limits.targetingAgeMin} or more`,
  (raw) => {
    const age = integer(0).safeParse(raw).data
    return age === 0 || (age !== undefined && age >= limits.targetingAgeMin) ? age : undefined
  },
  { type: 'integer' },
)

/**
 * The parameter feed_targeting: the audience of a post in news feeds. No key is required, and unknown keys
 * are ignored (PHO-075, FEE-203, SIL-097).
 */
export const feedTargetingParam = object({
  /** The greatest age: at most 65. */
  age_max: integer(0, limits.targetingAgeMax).optional(), // FEE-191, FEE-192
  /** The least age: 13 or more; 0 sets no limit. */
  age_min: ageMin.optional(), // FEE-193
  /** The years of graduation. */
  college_years: integers().optional(), // FEE-196
  /** The levels of education: 1 high school, 2 undergraduate, 3 alum. */
  education_statuses: integers(1, 3).optional(), // FEE-100, FEE-197
  /** The genders: 1 male, 2 female. Both, if left out. */
  genders: integers(1, 2).optional(), // FEE-102, FEE-198
  /** The places. */
  geo_locations: geoLocations.optional(),
  /** The ids of pages of interests. */
  interests: integers().optional(), // FEE-200
  /** The ids of locales. */
  locales: integers().optional(), // FEE-201
  /** The relationships: 1 single, 2 in a relationship, 3 married, 4 engaged. All, if left out. */
  relationship_statuses: integers(1, 4).optional(), // FEE-111, FEE-202
}).refine(({ age_min = 0, age_max = limits.targetingAgeMax }) => age_min <= age_max, {
  message: 'must have an age_min that is at most its age_max',
})

const minimumAges = ['13', '15', '18', '21', '25'] as const // FEE-206, LIM-013

/** The parameter targeting: the people who can see a post at all (SIL-097). */
export const targetingParam = object({
  /** The least age. */
  age_min: z
    .preprocess((raw) => (typeof raw === 'number' ? String(raw) : raw), oneOf(minimumAges))
    .transform(Number)
    .optional(), // FEE-205
  /** The places. */
  geo_locations: geoLocations.optional(),
})
