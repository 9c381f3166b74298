import { z } from 'zod'
import type { ReadContext, Tx } from '../../graph/context.ts'
import { DAY, limits } from '../../graph/contract/limits.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { EventStatRow } from '../rows.ts'
import { catalogEvents, deviceTypes } from './catalog-values.ts'

const DAY_MILLISECONDS = DAY * 1000

/** The first instant of the UTC day that an instant lies in. */
export const dayOf = (instant: number): number => Math.floor(instant / DAY_MILLISECONDS) * DAY_MILLISECONDS

/** The first of the days that statistics are given for: 28 days before today (SIL-169). */
export const firstDay = (now: number): number => dayOf(now) - limits.eventStatsDays * DAY_MILLISECONDS

/**
 * Whether a caller sees a statistic: it is of one of the 28 days before today, and the caller may access its
 * source (SIL-169, SIL-170).
 */
export function seesStat({ tx, caller, now }: ReadContext): (stat: EventStatRow) => boolean {
  const [first, today] = [firstDay(now), dayOf(now)]
  const sources = new Map<number, boolean>()
  return ({ day, source }) => {
    if (day < first || day >= today) return false
    const known = sources.get(source)
    if (known !== undefined) return known
    const users = tx.find('eventSources', source)?.users ?? []
    const sees = caller.user !== undefined && users.includes(caller.user.id)
    sources.set(source, sees)
    return sees
  }
}

/** Lets go of the days that no statistic is given for any more. */
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

const dateOf = ({ day }: EventStatRow): string => isoTime(day).slice(0, 10)

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
    event: field(z.enum(catalogEvents), (stat: EventStatRow) => stat.event),
    event_source: field(
      z.object({ id: z.string(), source_type: z.string() }),
      ({ source }: EventStatRow, { tx }) => {
        const { type } = tx.find('eventSources', source) ?? {}
        return type && { id: String(source), source_type: type }
      },
    ),
    device_type: field(z.enum(deviceTypes), ({ device }: EventStatRow) => device ?? undefined),
    total_matched_content_ids: field(z.int(), (stat: EventStatRow) => stat.matched),
    total_unmatched_content_ids: field(z.int(), (stat: EventStatRow) => stat.unmatched),
    unique_matched_content_ids: field(z.int(), (stat: EventStatRow) => stat.uniqueMatched),
    unique_unmatched_content_ids: field(z.int(), (stat: EventStatRow) => stat.uniqueUnmatched),
  },
} satisfies View<EventStatRow>
