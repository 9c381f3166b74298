import { z } from 'zod'
import type { Json } from '../../engine/guard.ts'
import { boundedArray } from '../../engine/schema.ts'
import { integer } from '../../graph/values/scalars.ts'
import type { PostRow } from '../rows.ts'

const numbers = boundedArray(z.number())
const places = boundedArray(z.union([z.number(), z.looseObject({ key: z.unknown().optional() })]))

/** The read keys that say where people are; `geo_locations` is read back as it was written. */
const where = {
  cities: numbers.optional(),
  countries: boundedArray(z.string()).optional(),
  regions: numbers.optional(),
  geo_locations: z.record(z.string(), z.unknown()).optional(),
}

/** Who sees a post in a news feed, as it is read. */
export const FeedTargeting = z.object({
  age_max: z.number().optional(),
  age_min: z.number(),
  cities: where.cities,
  college_years: numbers.optional(),
  countries: where.countries,
  education_statuses: numbers.optional(),
  genders: numbers,
  interested_in: numbers.optional(),
  interests: numbers.optional(),
  locales: numbers.optional(),
  regions: where.regions,
  relationship_statuses: numbers,
  geo_locations: where.geo_locations,
})

/** Who can see a post at all, as it is read. */
export const Targeting = z.object({
  age_min: z.number().optional(),
  countries: where.countries,
  locales: numbers.optional(),
  regions: where.regions,
  cities: where.cities,
  geo_locations: where.geo_locations,
})

const Geo = z.object({
  countries: boundedArray(z.string()).optional(),
  regions: places.optional(),
  cities: places.optional(),
})

/** The ids of regions or cities, which are written as objects with a key; a place without one is none. */
const keysOf = (given: z.output<typeof places>): number[] =>
  given.flatMap((place) => integer().safeParse(typeof place === 'number' ? place : place.key).data ?? [])

/** The places of a written targeting under the keys that are read. */
function placesOf(given: Readonly<Record<string, Json>>): Record<string, unknown> {
  const { countries, regions, cities } = Geo.safeParse(given['geo_locations']).data ?? {}
  return {
    ...(countries && { countries }),
    ...(regions && { regions: keysOf(regions) }),
    ...(cities && { cities: keysOf(cities) }),
  }
}

/** The members in the order of a shape, without those that have no value. */
function ordered<S extends z.ZodObject>(shape: S, values: Record<string, unknown>): z.output<S> | undefined {
  const known = Object.keys(shape.shape).filter((name) => values[name] !== undefined)
  return shape.safeParse(Object.fromEntries(known.map((name) => [name, values[name]]))).data
}

/** What a post's feed targeting reads: as it was written, and the defaults of what was not (SIL-097). */
export function feedTargetingOf({
  feedTargeting: given,
}: PostRow): z.output<typeof FeedTargeting> | undefined {
  if (!given) return undefined
  const defaults = { age_min: 0, genders: [1, 2], relationship_statuses: [1, 2, 3, 4] }
  return ordered(FeedTargeting, { ...defaults, ...placesOf(given), ...given })
}

/** What a post's targeting reads: as it was written (SIL-097). */
export function targetingOf({ targeting: given }: PostRow): z.output<typeof Targeting> | undefined {
  return given && ordered(Targeting, { ...placesOf(given), ...given })
}
