import { z } from '../../engine/schema/zod.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import { action } from '../../service/routes/define.ts'
import { jsonObject, list, object } from '../../service/values/compounds.ts'
import { missing, nodeId, present } from '../../service/values/references.ts'
import { boolean, defaulted, filledText, integer, oneOf, text } from '../../service/values/scalars.ts'
import { datetime } from '../../service/values/times.ts'
import { idResult } from '../../service/views/results.ts'
import { catalogEvents, deviceTypes, uploadSeverities } from './catalog-values.ts'
import { firstDay, removeOldStats } from './event-stat.ts'
import { ingestFeed } from './ingest-feed.ts'
import { recordEvents } from './record-events.ts'
import { eventSourceTypes } from './records.ts'

const chapter = 'Endpoints › Catalog and feed upload'
const users = defaulted(list(nodeId), [])

/** Creates a product catalog of an ad account, with the users who can read it. */
export const createCatalog = action({
  chapter,
  params: z.object({
    /** The name of the catalog. */
    name: text,
    /** The ad account of the catalog. Calls on the catalog count towards its rate limit. */
    adAccount: nodeId,
    /** The users who may read the catalog. */
    users,
  }),
  result: idResult,
  run({ params, tx }) {
    const readers = [...new Set(params.users)]
    const catalog = tx.insert('catalogs', { ...params, users: readers, createdTime: tx.now })
    return { id: String(catalog.id) }
  },
})

/** Grants or, with `access` false, revokes a person's access to a catalog. */
export const assignCatalogAccess = action({
  chapter,
  params: z.object({
    catalog: nodeId,
    user: nodeId,
    /** Whether the person may read the catalog. */
    access: defaulted(boolean, true),
  }),
  run({ params, tx }) {
    const { catalog, user, access } = params
    const { users: before } = present(tx, 'catalogs', catalog)
    tx.patch('catalogs', catalog, { users: usersWith(before, user, access) })
    return { success: true }
  },
})

/** Creates a pixel or an app that reports catalog events, with the users who see its statistics. */
export const createEventSource = action({
  chapter: 'Resources and their fields › Catalog event statistic',
  params: z.object({
    /** The name of the event source. */
    name: text,
    /** The kind of event source. */
    type: oneOf(eventSourceTypes),
    /** The users who may read its statistics. */
    users,
  }),
  result: idResult,
  run({ params, tx }) {
    const readers = [...new Set(params.users)]
    const source = tx.insert('eventSources', { ...params, users: readers, createdTime: tx.now })
    return { id: String(source.id) }
  },
})

/** Grants or, with `access` false, revokes a person's access to the statistics of an event source. */
export const assignEventSourceAccess = action({
  chapter: 'Resources and their fields › Catalog event statistic',
  params: z.object({
    eventSource: nodeId,
    user: nodeId,
    /** Whether the person may read the statistics of the event source. */
    access: defaulted(boolean, true),
  }),
  run({ params, tx }) {
    const { eventSource, user, access } = params
    const { users: before } = present(tx, 'eventSources', eventSource)
    tx.patch('eventSources', eventSource, { users: usersWith(before, user, access) })
    return { success: true }
  },
})

/** Creates a product feed, whose uploads create the items of a catalog. */
export const createProductFeed = action({
  chapter,
  params: z.object({
    catalog: nodeId,
    /** The name of the feed. */
    name: text,
  }),
  result: idResult,
  run({ params, tx }) {
    const feed = tx.insert('productFeeds', { ...params, createdTime: tx.now })
    return { id: String(feed.id) }
  },
})

const positionFromOne = integer(1)
const uploadError = object({
  /** `fatal` if the item of the row is not created, `warning` if it is. */
  severity: oneOf(uploadSeverities),
  /** A short title of the error. */
  summary: text,
  /** An explanation of the error. */
  description: defaulted(text, ''),
  /** The row of the feed, counted from 1. */
  row: positionFromOne.optional(),
  /** The column of the feed, counted from 1. */
  column: positionFromOne.optional(),
})

/**
 * Uploads a product feed, and stores the given errors with the upload (CAT-010; SIL-173). Each row without a
 * fatal error creates or updates the item of the catalog whose id is in the column `id`; the result has the
 * ids in the order of the rows. Rows and columns count from 1, and an error can leave out both.
 */
export const ingestProductFeed = action({
  chapter: 'Resources and their fields › Product feed upload error',
  params: z.object({
    /** The id of the product feed. */
    feed: nodeId,
    /** The rows of the feed; the column `id` has the id of the item. */
    rows: list(jsonObject, { maximum: limits.feedRowsMax }),
    /** The errors to store with the upload. */
    errors: defaulted(list(uploadError, { maximum: limits.feedErrorsMax }), []),
  }),
  result: z.object({
    /** The id of the new upload, for `listFeedUploadErrors`. */
    id: z.string(),
    /** The ids of the items that were created or updated, in the order of the rows. */
    items: z.array(z.string()),
  }),
  run({ params, tx, refuse }) {
    const { feed, rows, errors } = params
    const { catalog } = present(tx, 'productFeeds', feed)
    const ingested = ingestFeed(tx, { feed, catalog, rows, errors })
    if (isCallError(ingested)) return refuse(ingested.message)
    const { upload, items } = ingested
    tx.emit('productFeed.ingested', { feed: String(feed), upload: String(upload), items: items.length })
    return { id: String(upload), items }
  },
})

const catalogEvent = object({
  /** The id of the event source that reports the event. */
  source: nodeId,
  /** The event: the action of a person. */
  event: oneOf(catalogEvents),
  /** The content ids. One is matched if the catalog has an item with that id. */
  contents: list(filledText),
  /** The type of device. */
  device: defaulted(oneOf(deviceTypes), 'unknown'),
  /** When it happened, within the last 28 days. Now, if left out. */
  time: datetime.optional(),
})

/**
 * Records events that pixels and apps report. A content id is matched if the catalog has an item with that
 * id. Statistics show a day once it is over. `time` must lie in the last 28 days.
 */
export const recordCatalogEvents = action({
  chapter: 'Resources and their fields › Catalog event statistic',
  params: z.object({
    catalog: nodeId,
    /** The events to count. */
    events: list(catalogEvent, { maximum: limits.catalogEventsMax }),
  }),
  result: z.object({
    /** The number of content ids that match an item. */
    matched: z.int(),
    /** The number of content ids that match no item. */
    unmatched: z.int(),
  }),
  run({ params, tx, refuse }) {
    const { catalog, events } = params
    const sources = [...new Set(events.map(({ source }) => source))]
    const error = missing(tx, ...sources.map((source) => ['events.source', 'eventSources', source] as const))
    if (error) return refuse(error)
    const first = firstDay(tx.now)
    const invalid = events.findIndex(({ time = tx.now }) => time > tx.now || time < first)
    if (invalid >= 0)
      return refuse(`Param events.${invalid}.time must lie in the last ${limits.eventStatsDays} days`)
    removeOldStats(tx, catalog)
    return recordEvents(
      tx,
      catalog,
      events.map((event) => ({ ...event, time: event.time ?? tx.now })),
    )
  },
})

/** Returns a list of users with one added or removed. */
const usersWith = (users: readonly number[], user: number, access: boolean): number[] => [
  ...users.filter((other) => other !== user),
  ...(access ? [user] : []),
]
