import { z } from '../../engine/schema/zod.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { type TargetingAudience, wordsIn } from './audience.ts'

/** The members of an option. Each type of search shows some of them. */
interface OptionMembers {
  readonly id?: string
  readonly key?: string
  readonly name?: string
  readonly type?: string
  readonly valid?: boolean
  readonly audience_size_lower_bound?: number
  readonly audience_size_upper_bound?: number
  readonly path?: string[]
  readonly description?: string
  readonly topic?: string
  readonly country_code?: string
  readonly country_name?: string
  readonly region?: string
  readonly region_id?: number
  readonly supports_region?: boolean
  readonly supports_city?: boolean
}

/** An option of targeting that a search found. It is no node. */
export interface TargetingOption {
  readonly id: number
  readonly kind: string
  readonly members: OptionMembers
}

/** Returns an option with these members. */
export const optionOf = (members: OptionMembers): TargetingOption => ({
  id: 0,
  kind: 'targetingOptions',
  members,
})

/** The upper bound of a size: the live service shows 1.176 times the lower bound, rounded up to tens. */
const upperBound = (size: number): number =>
  Math.min(Math.ceil((size * 1_176) / 10_000) * 10, Number.MAX_SAFE_INTEGER)

/** Returns the id, the name and the size of an audience. */
export const sizeMembers = (audience: TargetingAudience, locale: string): OptionMembers => ({
  id: audience.id,
  name: wordsIn(audience, locale).name,
  audience_size_lower_bound: audience.audienceSize,
  audience_size_upper_bound: upperBound(audience.audienceSize),
})

/** Returns the members of an audience. */
export const audienceMembers = (audience: TargetingAudience, locale: string): OptionMembers => ({
  ...sizeMembers(audience, locale),
  path: [...wordsIn(audience, locale).path],
  description: audience.description,
})

/** An option of targeting as a search shows it, with every member by default. */
export const targetingOptionView = {
  name: 'TargetingOption',
  minimal: [
    ...['id', 'key', 'name', 'type', 'valid', 'audience_size_lower_bound', 'audience_size_upper_bound'],
    ...['path', 'description', 'topic', 'country_code', 'country_name', 'region', 'region_id'],
    ...['supports_region', 'supports_city'],
  ],
  fields: {
    /** The id of the audience, as targeting takes it. Missing for a place. */
    id: field(z.string(), ({ members }: TargetingOption) => members.id),
    /** The code of the country, or the key of the city, as targeting takes it. */
    key: field(z.string(), ({ members }: TargetingOption) => members.key),
    /** The name of the audience or place. */
    name: field(z.string(), ({ members }: TargetingOption) => members.name),
    /** The kind of audience in a class, `country` or `city`. */
    type: field(z.string(), ({ members }: TargetingOption) => members.type),
    /** `true` if there is such an interest. Only the type `adinterestvalid` shows this field. */
    valid: field(z.boolean(), ({ members }: TargetingOption) => members.valid),
    /** The least estimated number of people. */
    audience_size_lower_bound: field(z.int(), ({ members }) => members.audience_size_lower_bound),
    /** The greatest estimated number of people. */
    audience_size_upper_bound: field(z.int(), ({ members }) => members.audience_size_upper_bound),
    /** The categories above the audience, the widest first. */
    path: field(z.array(z.string()), ({ members }: TargetingOption) => members.path),
    /** A short description of the audience. */
    description: field(z.string(), ({ members }: TargetingOption) => members.description),
    /** The category of an interest below `Interests`. Missing if it has none. */
    topic: field(z.string(), ({ members }: TargetingOption) => members.topic),
    /** The code of the country of a city. */
    country_code: field(z.string(), ({ members }: TargetingOption) => members.country_code),
    /** The name of the country of a city. */
    country_name: field(z.string(), ({ members }: TargetingOption) => members.country_name),
    /** The name of the region of a city. */
    region: field(z.string(), ({ members }: TargetingOption) => members.region),
    /** The number of the region of a city. */
    region_id: field(z.int(), ({ members }: TargetingOption) => members.region_id),
    /** Whether the place has regions: `false` for a country, whose regions are not simulated. */
    supports_region: field(z.boolean(), ({ members }: TargetingOption) => members.supports_region),
    /** Whether the place has cities: `false` for a country, of which only some are simulated. */
    supports_city: field(z.boolean(), ({ members }: TargetingOption) => members.supports_city),
  },
} satisfies View<TargetingOption>
