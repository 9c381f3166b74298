import { z } from '../../engine/schema/zod.ts'
import { DAY, limits } from '../../service/contract/limits.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { dayOf, isoDate } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { EventStatRow } from '../rows.ts'
import { catalogEvents, deviceTypes } from './catalog-values.ts'

const DAY_MILLISECONDS = DAY * 1000

/** The start of the first day with statistics, 28 days before today (CAT-015; SIL-169). */
export const firstDay = (now: number): number => dayOf(now) - limits.eventStatsDays * DAY_MILLISECONDS

/**
 * Returns a test of whether the caller sees a statistic: its day is one of the 28 before today, and the
 * caller can access its event source (CAT-015, CAT-020; SIL-169, SIL-170).
 */
export function seesStat({ tx, caller, now }: ReadContext): (stat: EventStatRow) => boolean {
  const [first, today] = [firstDay(now), dayOf(now)]
  const seesSource = new Map<number, boolean>()
  return ({ day, source }) => {
    if (day < first || day >= today) return false
    const known = seesSource.get(source)
    if (known !== undefined) return known
    const users = tx.find('eventSources', source)?.users ?? []
    const sees = caller.user !== undefined && users.includes(caller.user.id)
    seesSource.set(source, sees)
    return sees
  }
}

/** Removes the statistics of days before the 28-day window. */
export function removeOldStats(tx: Tx, catalog: number): void {
  const first = firstDay(tx.now)
  for (const edge of ['overall', 'byDevice'] as const) {
    for (let stat = tx.first('eventStats', edge, [catalog]); stat && stat.day < first; ) {
      for (const { id } of tx.list('contentBuckets', 'byStat', [stat.id])) tx.remove(id)
      tx.remove(stat.id)
      stat = tx.first('eventStats', edge, [catalog])
    }
  }
}

const dateOf = ({ day }: EventStatRow): string => isoDate(day)

/** The fields of an event statistic, which has no id. All are shown by default (CAT-021; SIL-168). */
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
    /** The day of the statistic, as `YYYY-MM-DD` in UTC. */
    date_start: field(z.string(), dateOf),
    /** The last day of the statistic: the same as `date_start`. */
    date_stop: field(z.string(), dateOf),
    /** The event that was counted. */
    event: field(z.enum(catalogEvents), (stat: EventStatRow) => stat.event), // CAT-016
    // CAT-018, CAT-019
    /** The pixel or the app that reported the events. */
    event_source: field(
      z.object({
        /** The id of the event source. */
        id: z.string(),
        /** The kind of event source. */
        source_type: z.string(),
      }),
      ({ source }: EventStatRow, { tx }) => {
        const { type } = tx.find('eventSources', source) ?? {}
        return type && { id: String(source), source_type: type }
      },
    ),
    // CAT-026
    /** The type of device. Missing without the breakdown DEVICE_TYPE. */
    device_type: field(z.enum(deviceTypes), ({ device }: EventStatRow) => device ?? undefined),
    /** The number of content ids that match an item of the catalog. */
    total_matched_content_ids: field(z.int(), (stat: EventStatRow) => stat.matched), // CAT-011
    /** The number of content ids that match no item. */
    total_unmatched_content_ids: field(z.int(), (stat: EventStatRow) => stat.unmatched), // CAT-012
    /** The number of distinct content ids that match an item. */
    unique_matched_content_ids: field(z.int(), (stat: EventStatRow) => stat.uniqueMatched), // CAT-013
    /** The number of distinct content ids that match no item. */
    unique_unmatched_content_ids: field(z.int(), (stat: EventStatRow) => stat.uniqueUnmatched), // CAT-014
  },
} satisfies View<EventStatRow>
