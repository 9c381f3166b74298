import { z } from 'zod'
import { count, instant, rowId, table } from '../../engine/table.ts'
import { jsonObjectColumn } from '../../graph/values/columns.ts'
import { catalogEvents, deviceTypes, uploadSeverities } from './catalog-values.ts'

/** A product catalog of an ad account. Its users may read it, whatever they are on the ad account. */
export const catalogs = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    users: z.array(rowId('users')),
    createdTime: instant(),
  }),
  edges: {},
})

/** An item of a catalog: the columns of the feed row that it came from, under the id that events name. */
export const catalogItems = table({
  row: z.object({
    catalog: rowId('catalogs'),
    item: z.string(),
    columns: jsonObjectColumn,
    /** The upload that brought it, or changed it last. */
    upload: rowId('feedUploads'),
    createdTime: instant(),
    updatedTime: instant(),
  }),
  edges: { byItem: { owners: ({ catalog, item }) => [[catalog, item]] } },
})

/** What reports catalog events (Resources › Catalog event statistic). */
export const eventSourceTypes = ['pixel', 'app'] as const

/** A pixel or an app that reports events. Statistics show it to its users alone (SIL-170). */
export const eventSources = table({
  row: z.object({
    type: z.enum(eventSourceTypes),
    name: z.string(),
    users: z.array(rowId('users')),
    createdTime: instant(),
  }),
  edges: {},
})

export const ContentCount = z.tuple([z.string(), count(), count()])

/**
 * What a catalog counted on one day for an event and a source: in all, and again for each device. It is
 * counted as events are recorded, so that a read walks days and not events.
 */
export const eventStats = table({
  row: z.object({
    catalog: rowId('catalogs'),
    /** The first instant of the UTC day. */
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
      order: ({ day, event, source }) => [day, event, source],
    },
    byDevice: {
      owners: ({ catalog, device }) => (device === null ? [] : [[catalog]]),
      order: ({ day, event, source, device }) => [day, event, source, device ?? ''],
    },
  },
})

/**
 * The content ids that count as unique for a day, event and source. Each stands with two sets of devices, a
 * bit for each: on which it was matched, and on which it was not. They lie in buckets, so that one more id
 * copies a few others and not all of them.
 */
export const contentBuckets = table({
  row: z.object({
    /** The statistic of all devices. */
    stat: rowId('eventStats'),
    bucket: count(),
    contents: z.array(ContentCount),
  }),
  edges: { byStat: { owners: ({ stat }) => [[stat]], order: ({ bucket }) => [bucket] } },
})

/** A product feed, whose uploads fill a catalog. */
export const productFeeds = table({
  row: z.object({ catalog: rowId('catalogs'), name: z.string(), createdTime: instant() }),
  edges: {},
})

/** An upload of a product feed. */
export const feedUploads = table({
  row: z.object({
    feed: rowId('productFeeds'),
    catalog: rowId('catalogs'),
    /** How many rows it had. */
    rows: count(),
    createdTime: instant(),
  }),
  edges: {},
})

/** An error of a feed upload. Where nobody knows its row or column, that is null. */
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
    // Rows and columns are counted from 1: what is of no row, or no column, stands first.
    byUpload: {
      owners: ({ upload }) => [[upload]],
      order: ({ row, column }) => [row ?? 0, column ?? 0],
      counted: true,
    },
  },
})
