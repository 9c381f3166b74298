import { z } from '../../engine/schema/zod.ts'
import { by, count, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'
import { jsonObjectColumn } from '../../service/values/columns.ts'
import { catalogEvents, deviceTypes, uploadSeverities } from './catalog-values.ts'

/** A product catalog of an ad account or a business. Its users can read it, even without a role there. */
export const catalogs = table({
  row: z.object({
    /** The ad account that an action made it for; absent if a business owns it. */
    adAccount: rowId('adAccounts').optional(),
    business: rowId('businesses').optional(),
    name: z.string(),
    users: z.array(rowId('users')),
    /** `true` once a call deleted it: nobody sees it then. */
    deleted: z.boolean().optional(),
    createdTime: instant(),
  }),
  edges: {
    byBusiness: {
      owners: ({ business, deleted }) => (business === undefined || deleted ? [] : [[business]]),
    },
  },
})

/** A product set: the products of a catalog that a filter finds. */
export const productSets = table({
  row: z.object({
    catalog: rowId('catalogs'),
    name: z.string(),
    /** Absent if the set has all products. */
    filter: jsonObjectColumn.optional(),
    createdTime: instant(),
  }),
  edges: { byCatalog: { owners: by('catalog') } },
})

/** An item of a catalog: its id, which events name, and the columns of its feed row. */
export const catalogItems = table({
  row: z.object({
    catalog: rowId('catalogs'),
    item: z.string(),
    columns: jsonObjectColumn,
    /** The upload that created it or changed it last. */
    upload: rowId('feedUploads'),
    createdTime: instant(),
    updatedTime: instant(),
  }),
  edges: { byItem: { owners: by('catalog', 'item') } },
})

/** The types of event sources (CAT-019). */
export const eventSourceTypes = ['pixel', 'app'] as const

/** A pixel or an app that reports events. Only its users see its statistics (SIL-170). */
export const eventSources = table({
  row: z.object({
    type: z.enum(eventSourceTypes),
    name: z.string(),
    users: z.array(rowId('users')),
    createdTime: instant(),
    /** The ad account that a call made it for; absent if an action made it. */
    adAccount: rowId('adAccounts').optional(),
  }),
  edges: {
    byAccount: { owners: by('adAccount') },
  },
})

/** A content id, and two bit sets of devices: those that it was matched on, and those that it was not. */
const ContentCount = z.tuple([z.string(), count(), count()])

/**
 * An event statistic: the counts of a catalog for a day, an event and an event source, over all devices or
 * for one. Events are counted when they are recorded, so that a read walks days, not events.
 */
export const eventStats = table({
  row: z.object({
    catalog: rowId('catalogs'),
    /** The start of the UTC day. */
    day: instant(),
    event: z.enum(catalogEvents),
    source: rowId('eventSources'),
    /** Null on the row that counts all devices. */
    device: z.enum(deviceTypes).nullable(),
    matched: count(),
    unmatched: count(),
    uniqueMatched: count(),
    uniqueUnmatched: count(),
  }),
  edges: {
    overall: {
      owners: ({ catalog, device }) => (device === null ? [[catalog]] : []),
      order: inOrderOf('day', 'event', 'source'),
    },
    byDevice: {
      owners: ({ catalog, device }) => (device === null ? [] : [[catalog]]),
      order: ({ day, event, source, device }) => [day, event, source, device ?? ''],
    },
  },
})

/**
 * The content ids that a statistic has counted, which its unique counts need. They are divided into buckets,
 * so that adding an id copies few others.
 */
export const contentBuckets = table({
  row: z.object({
    /** The statistic over all devices. */
    stat: rowId('eventStats'),
    bucket: count(),
    contents: z.array(ContentCount),
  }),
  edges: { byStat: { owners: by('stat'), order: inOrderOf('bucket') } },
})

/** A product feed, whose uploads create the items of a catalog. */
export const productFeeds = table({
  row: z.object({
    catalog: rowId('catalogs'),
    name: z.string(),
    /** The name of its file, and when the live service would fetch it; absent if an action made it. */
    fileName: z.string().optional(),
    schedule: z.object({ interval: z.string(), url: z.string(), hour: count().optional() }).optional(),
    createdTime: instant(),
  }),
  edges: { byCatalog: { owners: by('catalog') } },
})

/** An upload of a product feed. */
export const feedUploads = table({
  row: z.object({
    feed: rowId('productFeeds'),
    catalog: rowId('catalogs'),
    /** The number of its rows. */
    rows: count(),
    createdTime: instant(),
  }),
  edges: {},
})

/** An error of a feed upload. An unknown row or column is null. */
export const uploadErrors = table({
  row: z.object({
    upload: rowId('feedUploads'),
    summary: z.string(),
    description: z.string(),
    severity: z.enum(uploadSeverities),
    row: count().nullable(),
    column: count().nullable(),
  }),
  edges: {
    // Rows and columns count from 1, so errors without one come first.
    byUpload: {
      owners: by('upload'),
      order: ({ row, column }) => [row ?? 0, column ?? 0],
    },
  },
})
