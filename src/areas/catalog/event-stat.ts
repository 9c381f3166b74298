import { z } from 'zod'
import { count, instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { DAY, limits } from '../../graph/contract/limits.ts'
import type { Seen, Tx } from '../../graph/seen.ts'
import { isoTime } from '../../graph/values/times.ts'
import { catalogEvents, deviceTypes } from './catalog-values.ts'
import type { Tables } from '../tables.ts'

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

const Content = z.tuple([z.string(), count(), count()])

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
    contents: z.array(Content),
  }),
  edges: { byStat: { owners: ({ stat }) => [[stat]], order: ({ bucket }) => [bucket] } },
})

/** A row of an event statistic. */
export type EventStat = RowOf<Tables, 'eventStats'>

const DAY_MILLISECONDS = DAY * 1000

/** The first instant of the UTC day that an instant lies in. */
export const dayOf = (instant: number): number => Math.floor(instant / DAY_MILLISECONDS) * DAY_MILLISECONDS

/** The first of the days that statistics are given for: 28 days before today (SIL-169). */
export const firstDay = (now: number): number => dayOf(now) - limits.eventStatsDays * DAY_MILLISECONDS

/**
 * Whether a caller sees a statistic: it is of one of the 28 days before today, and the caller may access its
 * source (SIL-169, SIL-170).
 */
export function seesStat({ tx, viewer, now }: Seen): (stat: EventStat) => boolean {
  const [first, today] = [firstDay(now), dayOf(now)]
  const sources = new Map<number, boolean>()
  return ({ day, source }) => {
    if (day < first || day >= today) return false
    const known = sources.get(source)
    if (known !== undefined) return known
    const users = tx.find('eventSources', source)?.users ?? []
    const sees = viewer.user !== undefined && users.includes(viewer.user.id)
    sources.set(source, sees)
    return sees
  }
}

/** Lets go of the days that no statistic is given for any more. */
export function dropOldStats(tx: Tx, catalog: number): void {
  const first = firstDay(tx.now)
  for (const edge of ['overall', 'byDevice'] as const) {
    for (let stat = tx.first('eventStats', edge, [catalog]); stat && stat.day < first; ) {
      for (const { id } of tx.list('contentBuckets', 'byStat', [stat.id])) tx.remove(id)
      tx.remove(stat.id)
      stat = tx.first('eventStats', edge, [catalog])
    }
  }
}

const dateOf = ({ day }: EventStat): string => isoTime(day).slice(0, 10)

/** A catalog event statistic as it is read, with every field (SIL-168, SIL-017). It has no id. */
export const eventStatView = {
  name: 'ProductEventStat',
  minimal: [
    'date_start',
    'date_stop',
    'event',
    'event_source',
    'device_type',
    'total_matched_content_ids',
    'total_unmatched_content_ids',
    'unique_matched_content_ids',
    'unique_unmatched_content_ids',
  ],
  fields: {
    date_start: field(z.string(), dateOf),
    date_stop: field(z.string(), dateOf),
    event: field(z.enum(catalogEvents), (stat: EventStat) => stat.event),
    event_source: field(
      z.object({ id: z.string(), source_type: z.string() }),
      ({ source }: EventStat, { tx }) => {
        const { type } = tx.find('eventSources', source) ?? {}
        return type && { id: String(source), source_type: type }
      },
    ),
    device_type: field(z.enum(deviceTypes), ({ device }: EventStat) => device ?? undefined),
    total_matched_content_ids: field(z.int(), (stat: EventStat) => stat.matched),
    total_unmatched_content_ids: field(z.int(), (stat: EventStat) => stat.unmatched),
    unique_matched_content_ids: field(z.int(), (stat: EventStat) => stat.uniqueMatched),
    unique_unmatched_content_ids: field(z.int(), (stat: EventStat) => stat.uniqueUnmatched),
  },
} satisfies View<EventStat>
