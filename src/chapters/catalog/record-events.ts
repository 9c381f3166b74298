import type { Tx } from '../../service/routes/context.ts'
import { dayOf } from '../../service/values/times.ts'
import type { EventStatRow } from '../rows.ts'
import { itemOf } from './catalog-item.ts'
import { deviceTypes } from './catalog-values.ts'

/** An event that an event source reports. */
interface CatalogEvent {
  readonly source: number
  readonly event: EventStatRow['event']
  readonly device: (typeof deviceTypes)[number]
  /** Content ids. */
  readonly contents: readonly string[]
  /** Unix milliseconds. */
  readonly time: number
}

type Totals = Pick<EventStatRow, 'matched' | 'unmatched' | 'uniqueMatched' | 'uniqueUnmatched'>

/** The devices on which a content id was matched, and those on which it was not, as bit sets. */
type DeviceSets = [matched: number, unmatched: number]

/** The counts for a day, an event and a source that are not written yet. */
interface StatCount {
  readonly of: Pick<EventStatRow, 'catalog' | 'day' | 'event' | 'source'>
  /** The existing row over all devices, if there is one. */
  readonly stat: EventStatRow | undefined
  /** The counts to add, by device. The key null has the counts over all devices. */
  readonly added: Map<EventStatRow['device'], { -readonly [N in keyof Totals]: number }>
  /** The content ids of each bucket that was read. */
  readonly buckets: Map<number, Map<string, DeviceSets>>
}

const BUCKETS = 256

/** Returns the bucket of a content id by a hash, which must be the same on every machine. */
function bucketOf(content: string): number {
  let sum = 0
  for (let at = 0; at < content.length; at++) sum = (Math.imul(sum, 31) + content.charCodeAt(at)) >>> 0
  return sum % BUCKETS
}

/** Returns the statistic of a day, event and source, by its key on the edge. */
function statOf(tx: Tx, { catalog, day, event, source }: StatCount['of'], device: EventStatRow['device']) {
  const place = [catalog, day, event, source]
  if (device === null) return tx.first('eventStats', 'overall', place)
  return tx.first('eventStats', 'byDevice', [...place, device])
}

function contentsOfBucket(tx: Tx, { stat, buckets }: StatCount, bucket: number): Map<string, DeviceSets> {
  const loaded = buckets.get(bucket)
  if (loaded) return loaded
  const row = stat && tx.first('contentBuckets', 'byStat', [stat.id, bucket])
  const contents = new Map<string, DeviceSets>(
    row?.contents.map(([content, ...devices]) => [content, devices]),
  )
  buckets.set(bucket, contents)
  return contents
}

function totalsToAdd({ added }: StatCount, device: EventStatRow['device']) {
  const totals = added.get(device) ?? { matched: 0, unmatched: 0, uniqueMatched: 0, uniqueUnmatched: 0 }
  added.set(device, totals)
  return totals
}

function countContent(
  tx: Tx,
  count: StatCount,
  content: string,
  device: CatalogEvent['device'],
  isMatched: boolean,
): void {
  const [overall, ofDevice] = [totalsToAdd(count, null), totalsToAdd(count, device)]
  const contents = contentsOfBucket(tx, count, bucketOf(content))
  const devices = contents.get(content) ?? [0, 0]
  contents.set(content, devices)
  const [total, unique] = isMatched
    ? (['matched', 'uniqueMatched'] as const)
    : (['unmatched', 'uniqueUnmatched'] as const)
  const place = isMatched ? 0 : 1
  const bit = 1 << deviceTypes.indexOf(device)
  overall[total] += 1
  ofDevice[total] += 1
  if (devices[place] === 0) overall[unique] += 1
  if ((devices[place] & bit) === 0) ofDevice[unique] += 1
  devices[place] |= bit
}

function writeCount(tx: Tx, count: StatCount): void {
  for (const [device, added] of count.added) {
    const row = statOf(tx, count.of, device)
    if (!row) tx.insert('eventStats', { ...count.of, device, ...added })
    else
      tx.patch('eventStats', row.id, {
        matched: row.matched + added.matched,
        unmatched: row.unmatched + added.unmatched,
        uniqueMatched: row.uniqueMatched + added.uniqueMatched,
        uniqueUnmatched: row.uniqueUnmatched + added.uniqueUnmatched,
      })
  }
  const stat = statOf(tx, count.of, null)
  if (!stat) return
  for (const [bucket, contents] of count.buckets) {
    const written = [...contents].map(([content, devices]): [string, ...DeviceSets] => [content, ...devices])
    const row = tx.first('contentBuckets', 'byStat', [stat.id, bucket])
    if (row) tx.patch('contentBuckets', row.id, { contents: written })
    else tx.insert('contentBuckets', { stat: stat.id, bucket, contents: written })
  }
}

/**
 * Adds events to the statistics of a catalog. Returns the number of matched and unmatched content ids. A
 * content id is matched if the catalog has an item with this id now; later items change no statistic.
 */
export function recordEvents(
  tx: Tx,
  catalog: number,
  events: readonly CatalogEvent[],
): { matched: number; unmatched: number } {
  const counts = new Map<string, StatCount>()
  const items = new Map<string, boolean>()
  const total = { matched: 0, unmatched: 0 }
  for (const { source, event, device, contents, time } of events) {
    const of = { catalog, day: dayOf(time), event, source }
    const key = `${of.day}/${event}/${source}`
    const count = counts.get(key) ?? { of, stat: statOf(tx, of, null), added: new Map(), buckets: new Map() }
    counts.set(key, count)
    // An event without content ids creates statistics too, with counts of 0.
    totalsToAdd(count, null)
    totalsToAdd(count, device)
    for (const content of contents) {
      const isMatched = items.get(content) ?? itemOf(tx, catalog, content) !== undefined
      items.set(content, isMatched)
      total[isMatched ? 'matched' : 'unmatched'] += 1
      countContent(tx, count, content, device, isMatched)
    }
  }
  for (const count of counts.values()) writeCount(tx, count)
  return total
}
