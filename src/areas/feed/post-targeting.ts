import { z } from 'zod'
import type { Json } from '../../engine/guard.ts'
import { boundedArray } from '../../engine/schema.ts'
import { integer } from '../../graph/values/scalars.ts'
import type { PostRow } from '../rows.ts'

const numbers = boundedArray(z.number())
const places = boundedArray(z.union([z.number(), z.looseObject({ key: z.unknown().optional() })]))

/** The read keys that say where people are; `geo_locations` is read back as it was written. */
const placeKeys = {
  cities: numbers.optional(),
  countries: boundedArray(z.string()).optional(),
  regions: numbers.optional(),
  geo_locations: z.record(z.string(), z.unknown()).optional(),
}

/** Who sees a post in a news feed, as it is read. */
export const FeedTargeting = z.object({
  age_max: z.number().optional(),
  age_min: z.number(),
  cities: placeKeys.cities,
  college_years: numbers.optional(),
  countries: placeKeys.countries,
  education_statuses: numbers.optional(),
  genders: numbers,
  interested_in: numbers.optional(),
  interests: numbers.optional(),
  locales: numbers.optional(),
  regions: placeKeys.regions,
  relationship_statuses: numbers,
  geo_locations: placeKeys.geo_locations,
})

/** Who can see a post at all, as it is read. */
export const Targeting = z.object({
  age_min: z.number().optional(),
  countries: placeKeys.countries,
  locales: numbers.optional(),
  regions: placeKeys.regions,
  cities: placeKeys.cities,
  geo_locations: placeKeys.geo_locations,
})

const GeoLocations = z.object({
  countries: boundedArray(z.string()).optional(),
  regions: places.optional(),
  cities: places.optional(),
})

/** The ids of regions or cities, which are written as objects with a key; a place without one is none. */
const placeIdsOf = (given: z.output<typeof places>): number[] =>
  given.flatMap((place) => integer().safeParse(typeof place === 'number' ? place : place.key).data ?? [])

/** The places of a written targeting under the keys that are read. */
function geoLocationKeysOf(given: Readonly<Record<string, Json>>): Record<string, unknown> {
  const { countries, regions, cities } = GeoLocations.safeParse(given['geo_locations']).data ?? {}
  return {
    ...(countries && { countries }),
    ...(regions && { regions: placeIdsOf(regions) }),
    ...(cities && { cities: placeIdsOf(cities) }),
  }
}

/** The members in the order of a shape, without those that have no value. */
function inOrder<S extends z.ZodObject>(shape: S, values: Record<string, unknown>): z.output<S> | undefined {
  const known = Object.keys(shape.shape).filter((name) => values[name] !== undefined)
  return shape.safeParse(Object.fromEntries(known.map((name) => [name, values[name]]))).data
}

/** What a post's feed targeting reads: as it was written, and the defaults of what was not (SIL-097). */
export function feedTargetingOf({
  feedTargeting: given,
}: PostRow): z.output<typeof FeedTargeting> | undefined {
  if (!given) return undefined
  const defaults = { age_min: 0, genders: [1, 2], relationship_statuses: [1, 2, 3, 4] }
  return inOrder(FeedTargeting, { ...defaults, ...geoLocationKeysOf(given), ...given })
}

/** What a post's targeting reads: as it was written (SIL-097). */
export function targetingOf({ targeting: given }: PostRow): z.output<typeof Targeting> | undefined {
  return given && inOrder(Targeting, { ...geoLocationKeysOf(given), ...given })
}
