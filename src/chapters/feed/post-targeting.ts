import { boundedArray } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import type { Json } from '../../engine/values/guard.ts'
import { integer } from '../../service/values/scalars.ts'
import type { PostRow } from '../rows.ts'

const numbers = boundedArray(z.number())
const places = boundedArray(z.union([z.number(), z.looseObject({ key: z.unknown().optional() })]))

/** The keys for places in a record; `geo_locations` is returned as it was written (FEE-122, SIL-097). */
const placeKeys = {
  cities: numbers.optional(), // FEE-082, FEE-095
  countries: boundedArray(z.string()).optional(), // FEE-079, FEE-097
  regions: numbers.optional(), // FEE-081, FEE-109
  geo_locations: z.record(z.string(), z.unknown()).optional(),
}

/** The feed_targeting of a post record: its audience in news feeds (FEE-028). */
export const FeedTargeting = z.object({
  /** The greatest age. Missing without a limit. */
  age_max: z.number().optional(), // FEE-091
  /** The least age; 0 without a limit. */
  age_min: z.number(), // FEE-092
  /** The ids of the cities. */
  cities: placeKeys.cities,
  /** The years of graduation. */
  college_years: numbers.optional(), // FEE-096
  /** The countries, as ISO 3166 codes; at most 25. */
  countries: placeKeys.countries,
  /** The levels of education: 1 high school, 2 undergraduate, 3 alum. */
  education_statuses: numbers.optional(), // FEE-099
  /** The genders: 1 male, 2 female. */
  genders: numbers, // FEE-101
  /** Whom people are interested in: 1 male, 2 female. Deprecated. */
  interested_in: numbers.optional(), // FEE-104, FEE-105
  /** The ids of pages of interests. */
  interests: numbers.optional(), // FEE-107
  /** The ids of locales. */
  locales: numbers.optional(), // FEE-108
  /** The ids of the regions. */
  regions: placeKeys.regions,
  /** The relationships: 1 single, 2 in a relationship, 3 married, 4 engaged. */
  relationship_statuses: numbers, // FEE-110
  /** The places, as sent. */
  geo_locations: placeKeys.geo_locations,
})

/** The targeting of a post record: the people who can see it at all (FEE-078). */
export const Targeting = z.object({
  /** The least age. Missing without a limit. */
  age_min: z.number().optional(),
  /** The countries, as ISO 3166 codes. */
  countries: placeKeys.countries,
  /** The ids of locales. */
  locales: numbers.optional(), // FEE-080
  /** The ids of the regions. */
  regions: placeKeys.regions,
  /** The ids of the cities. */
  cities: placeKeys.cities,
  /** The places, as sent. */
  geo_locations: placeKeys.geo_locations,
})

const GeoLocations = z.object({
  countries: boundedArray(z.string()).optional(),
  regions: places.optional(),
  cities: places.optional(),
})

/** Returns the ids of regions or cities. They are written as objects; an object without `key` has none. */
const placeIdsOf = (written: z.output<typeof places>): number[] =>
  written.flatMap((place) => integer().safeParse(typeof place === 'number' ? place : place.key).data ?? [])

/** Returns the places in `geo_locations` under the keys of a record. All of them count (FEE-083). */
function geoLocationKeysOf(written: Readonly<Record<string, Json>>): Record<string, unknown> {
  const { countries, regions, cities } = GeoLocations.safeParse(written['geo_locations']).data ?? {}
  return {
    ...(countries && { countries }),
    ...(regions && { regions: placeIdsOf(regions) }),
    ...(cities && { cities: placeIdsOf(cities) }),
  }
}

/** Returns the defined values in the order of a schema's keys. */
function inOrder<S extends z.ZodObject>(shape: S, values: Record<string, unknown>): z.output<S> | undefined {
  const names = Object.keys(shape.shape).filter((name) => values[name] !== undefined)
  return shape.safeParse(Object.fromEntries(names.map((name) => [name, values[name]]))).data
}

/** Returns the feed targeting of a post as it was written, with defaults for missing keys (SIL-097). */
export function feedTargetingOf({
  feedTargeting: written,
}: PostRow): z.output<typeof FeedTargeting> | undefined {
  if (!written) return undefined
  const defaults = {
    age_min: 0, // FEE-094, FEE-195
    genders: [1, 2], // FEE-103
    relationship_statuses: [1, 2, 3, 4], // FEE-112
  }
  return inOrder(FeedTargeting, { ...defaults, ...geoLocationKeysOf(written), ...written })
}

/** Returns the targeting of a post as it was written (SIL-097). */
export function targetingOf({ targeting: written }: PostRow): z.output<typeof Targeting> | undefined {
  return written && inOrder(Targeting, { ...geoLocationKeysOf(written), ...written })
}
