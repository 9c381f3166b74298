import { z } from '../../engine/schema/zod.ts'
import { endpoint } from '../../service/routes/define.ts'
import { jsonObject, object } from '../../service/values/compounds.ts'
import { present } from '../../service/values/references.ts'
import { filledText, httpUrl, integer, oneOf } from '../../service/values/scalars.ts'
import { listResult, recordResult } from '../../service/views/results.ts'
import { managesBusiness, readsBusiness } from '../accounts/business-access.ts'
import { managesCatalog, readsCatalog } from './catalog-access.ts'
import { catalogView, productFeedView, productSetView } from './catalog-views.ts'

const reference = 'https://developers.facebook.com/docs/marketing-api/reference/'
const source = `${reference}product-catalog/`
const ofBusiness = `${reference}business/owned_product_catalogs/`

const idResult = z.object({
  /** The id of the new object. */
  id: z.string(),
})

/** Lists the catalogs that a business owns, newest first. */
export const listOwnedCatalogs = endpoint({
  route: 'GET /{business}/owned_product_catalogs',
  source: ofBusiness,
  access: readsBusiness,
  ...listResult(catalogView),
  run: ({ business, pageOf }) =>
    pageOf({ table: 'catalogs', edge: 'byBusiness', owner: [business.id] }, catalogView),
})

/** Creates a catalog of a business. The caller must be an ADMIN, and becomes a user of the catalog. */
export const createOwnedCatalog = endpoint({
  route: 'POST /{business}/owned_product_catalogs',
  source: ofBusiness,
  access: managesBusiness,
  params: z.object({
    /** The name of the catalog. */
    name: filledText,
  }),
  result: idResult,
  run({ business, caller, params: { name }, tx }) {
    const users = caller.user ? [caller.user.id] : []
    const catalog = tx.insert('catalogs', { business: business.id, name, users, createdTime: tx.now })
    return { id: String(catalog.id) }
  },
})

/** Reads a catalog. Requires access to it, or a role in its business. */
export const readCatalog = endpoint({
  route: 'GET /{catalog}',
  source,
  access: readsCatalog,
  ...recordResult(catalogView),
  run: ({ catalog, show }) => show(catalogView, catalog),
})

/** Renames a catalog. */
export const updateCatalog = endpoint({
  route: 'POST /{catalog}',
  source,
  access: managesCatalog,
  params: z.object({
    /** The new name. */
    name: filledText.optional(),
  }),
  run({ catalog, params: { name = catalog.name }, tx }) {
    tx.patch('catalogs', catalog.id, { name })
    return { success: true }
  },
})

/** Deletes a catalog. Nobody sees it, its product sets and its feeds any more. */
export const deleteCatalog = endpoint({
  route: 'DELETE /{catalog}',
  source,
  access: managesCatalog,
  run({ catalog, tx }) {
    tx.patch('catalogs', catalog.id, { deleted: true })
    return { success: true }
  },
})

/** Lists the pixels and apps that have reported events of a catalog in the last 28 days. */
export const listExternalEventSources = endpoint({
  route: 'GET /{catalog}/external_event_sources',
  source: `${source}external_event_sources/`,
  access: readsCatalog,
  result: z.object({
    /** The event sources of the catalog. */
    data: z.array(
      z.object({
        /** The id of the pixel or the app. */
        id: z.string(),
        /** The name of the pixel or the app. */
        name: z.string(),
        /** The type of the event source. */
        source_type: z.enum(['PIXEL', 'APP']),
      }),
    ),
  }),
  run({ catalog, tx }) {
    const stats = tx.list('eventStats', 'overall', [catalog.id])
    const data = [...new Set(stats.map(({ source }) => source))].map((id) => {
      const { name, type } = present(tx, 'eventSources', id)
      return { id: String(id), name, source_type: type === 'pixel' ? ('PIXEL' as const) : ('APP' as const) }
    })
    return { data }
  },
})

/** Lists the product sets of a catalog, newest first. */
export const listProductSets = endpoint({
  route: 'GET /{catalog}/product_sets',
  source: `${source}product_sets/`,
  access: readsCatalog,
  ...listResult(productSetView),
  run: ({ catalog, pageOf }) =>
    pageOf({ table: 'productSets', edge: 'byCatalog', owner: [catalog.id] }, productSetView),
})

/**
 * Creates a product set of a catalog. Its filter is stored, and not applied: its products are not simulated.
 */
export const createProductSet = endpoint({
  route: 'POST /{catalog}/product_sets',
  source: `${source}product_sets/`,
  access: managesCatalog,
  params: z.object({
    /** The name of the set. */
    name: filledText,
    /** The rule by which the set chooses products. Without it, the set has all. */
    filter: jsonObject.optional(),
  }),
  result: idResult,
  run({ catalog, params, tx }) {
    const set = tx.insert('productSets', { catalog: catalog.id, ...params, createdTime: tx.now })
    return { id: String(set.id) }
  },
})

/** Lists the product feeds of a catalog, newest first. */
export const listProductFeeds = endpoint({
  route: 'GET /{catalog}/product_feeds',
  source: `${source}product_feeds/`,
  access: readsCatalog,
  ...listResult(productFeedView),
  run: ({ catalog, pageOf }) =>
    pageOf({ table: 'productFeeds', edge: 'byCatalog', owner: [catalog.id] }, productFeedView),
})

/**
 * Creates a product feed of a catalog. Nothing is fetched: the action `ingestProductFeed` uploads its rows.
 */
export const addProductFeed = endpoint({
  route: 'POST /{catalog}/product_feeds',
  source: `${source}product_feeds/`,
  access: managesCatalog,
  params: z.object({
    /** The name of the feed. */
    name: filledText,
    /** The name of its file. */
    file_name: filledText.optional(),
    /** The schedule by which the live service fetches the feed. */
    schedule: object({
      /** The interval between two fetches. */
      interval: oneOf(['HOURLY', 'DAILY', 'WEEKLY']),
      /** The URL of the feed. */
      url: httpUrl,
      /** The hour of the day. */
      hour: integer(0, 23).optional(),
    }).optional(),
  }),
  result: idResult,
  run({ catalog, params: { name, file_name: fileName, schedule }, tx }) {
    const more = { fileName, schedule, createdTime: tx.now }
    return { id: String(tx.insert('productFeeds', { catalog: catalog.id, name, ...more }).id) }
  },
})
