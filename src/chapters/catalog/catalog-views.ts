import { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { isoTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { CatalogRow, ProductFeedRow, ProductSetRow } from '../rows.ts'

/** The record of a catalog. */
export const catalogView = {
  name: 'ProductCatalog',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), ({ id }: CatalogRow) => String(id)),
    /** The name of the catalog. */
    name: field(z.string(), ({ name }: CatalogRow) => name),
    /** The kind of products: always `commerce`. */
    vertical: field(z.string(), (_catalog: CatalogRow) => 'commerce'),
    /** The number of product feeds. */
    feed_count: field(z.int32(), ({ id }: CatalogRow, { tx }: ReadContext) =>
      tx.count('productFeeds', 'byCatalog', [id]),
    ),
    /** The business that owns the catalog. Missing if an action created the catalog for an ad account. */
    business: field(
      z.object({
        /** The id of the business. */
        id: z.string(),
        /** The name of the business. */
        name: z.string(),
      }),
      ({ business }: CatalogRow, { tx }) => {
        const owner = business === undefined ? undefined : tx.find('businesses', business)
        return owner && { id: String(owner.id), name: owner.name }
      },
    ),
  },
} satisfies View<CatalogRow>

/** The record of a product set. */
export const productSetView = {
  name: 'ProductSet',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), ({ id }: ProductSetRow) => String(id)),
    /** The name of the set. */
    name: field(z.string(), ({ name }: ProductSetRow) => name),
    /** The filter of the set, as JSON text. Missing if the set has all products. */
    filter: field(z.string(), ({ filter }: ProductSetRow) => filter && JSON.stringify(filter)),
  },
} satisfies View<ProductSetRow>

const Schedule = z.object({
  /** The interval between two fetches of the live service. */
  interval: z.string(),
  /** The URL of the feed. */
  url: z.string(),
  /** The hour of the day. */
  hour: z.int().optional(),
})

/** The record of a product feed. */
export const productFeedView = {
  name: 'ProductFeed',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), ({ id }: ProductFeedRow) => String(id)),
    /** The name of the feed. */
    name: field(z.string(), ({ name }: ProductFeedRow) => name),
    /** The name of its file. Missing if it was given none. */
    file_name: field(z.string(), ({ fileName }: ProductFeedRow) => fileName),
    /** When the live service fetches the feed. Missing if it was given none. */
    schedule: field(Schedule, ({ schedule }: ProductFeedRow) => schedule),
    /** When the feed was created. */
    created_time: field(z.string(), ({ createdTime }: ProductFeedRow) => isoTime(createdTime)),
  },
} satisfies View<ProductFeedRow>
