import { z } from 'zod'
import { limits } from '../../graph/contract/limits.ts'
import { jsonObject, list, object } from '../../graph/values/compounds.ts'
import { countries } from '../../graph/values/countries.ts'
import { integer, oneOf, scalar } from '../../graph/values/scalars.ts'

const integers = (minimum?: number, maximum?: number) => list(integer(minimum, maximum), { split: true })

const geoLocations = object({
  countries: list(oneOf(countries), { split: true, maximum: limits.targetingCountriesMax }).optional(),
  regions: list(jsonObject).optional(),
  cities: list(jsonObject).optional(),
})

const ageMin = scalar<number, number | string>(
  `0 or an integer of ${limits.targetingAgeMin} or more`,
  (raw) => {
    const age = integer(0).safeParse(raw).data
    return age === 0 || (age !== undefined && age >= limits.targetingAgeMin) ? age : undefined
  },
  { type: 'integer' },
)

/** Who sees a post in a news feed; no key is required, and unknown keys are ignored (SIL-097). */
export const feedTargetingParam = object({
  age_max: integer(0, limits.targetingAgeMax).optional(),
  age_min: ageMin.optional(),
  college_years: integers().optional(),
  education_statuses: integers(1, 3).optional(),
  genders: integers(1, 2).optional(),
  geo_locations: geoLocations.optional(),
  interests: integers().optional(),
  locales: integers().optional(),
  relationship_statuses: integers(1, 4).optional(),
}).refine(({ age_min = 0, age_max = limits.targetingAgeMax }) => age_min <= age_max, {
  message: 'must have an age_min that is not above its age_max',
})

const ages = ['13', '15', '18', '21', '25'] as const

/** Who can see a post at all (SIL-097). */
export const targetingParam = object({
  age_min: z
    .preprocess((raw) => (typeof raw === 'number' ? String(raw) : raw), oneOf(ages))
    .transform(Number)
    .optional(),
  geo_locations: geoLocations.optional(),
})
