import { z } from '../../engine/schema/zod.ts'
import { list } from '../../service/values/compounds.ts'
import { boolean, defaulted, numericId, oneOf, scalar, text } from '../../service/values/scalars.ts'
import { pageLimit } from '../../service/views/paging.ts'
import { localeParam } from './audience-params.ts'

/** The types of searches that are simulated. */
const searchTypes = [
  'adinterest',
  'adinterestsuggestion',
  'adinterestvalid',
  'adgeolocation',
  'adTargetingCategory',
] as const

/** The classes of audiences that are simulated. */
const audienceClasses = [
  'interests',
  'behaviors',
  'demographics',
  'life_events',
  'industries',
  'income',
  'family_statuses',
] as const

const locationTypes = [
  'country',
  'country_group',
  'region',
  'city',
  'zip',
  'geo_market',
  'electoral_district',
] as const

/** One of some values. The live service knows others, which are not simulated. */
const simulated = <const T extends string>(values: readonly T[]): z.ZodType<T, T> =>
  scalar<T>(
    `one of ${values.join(', ')}: others are not simulated`,
    (raw) => values.find((value) => value === raw),
    { enum: values },
  )

/** The parameters of a search. Which of them a search requires depends on its type. */
export const searchParams = z.object({
  /**
   * The search finds interests by name, suggests interests, validates interests, finds countries and cities,
   * or lists all audiences of a class.
   */
  type: simulated(searchTypes),
  /**
   * The text to search for. The types `adinterest` and `adgeolocation` require it; an empty text lists all
   * of them.
   */
  q: text.optional(),
  /** The most results: 8 unless `limit` is given, and all audiences of a class. */
  limit: pageLimit.optional(),
  /** The locale of names and categories. */
  locale: defaulted(localeParam, 'en_US'),
  /** The names of interests, in their own letter case: to suggest others for, or to validate. */
  interest_list: defaulted(list(text), []),
  /** The ids of interests to validate. */
  interest_fbid_list: defaulted(list(numericId, { split: true }), []),
  /**
   * The types of places to search for. Countries and some large cities are simulated; a call without one of
   * both is refused.
   */
  location_types: defaulted(list(oneOf(locationTypes), { split: true }), ['country']),
  /** `true` compares `q` with the codes of countries, and `false` with their names. */
  match_country_code: defaulted(boolean, false),
  /** The class of audiences. The type `adTargetingCategory` requires it. */
  class: simulated(audienceClasses).optional(),
})

/** The parameters of a search. */
export type SearchParams = z.output<typeof searchParams>
