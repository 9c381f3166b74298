import type { Json } from '../engine/values/guard.ts'
import { weightOf } from '../engine/values/weight.ts'
import { bounds } from '../graph/contract/bounds.ts'
import { numberIn } from './control-call.ts'

interface LogEntry {
  readonly sequence: number
}

interface LogPage<T> {
  readonly entries: readonly T[]
  /** Whether the log has more entries. `since` with the last sequence of this page returns them. */
  readonly more: boolean
}

function limitIn(query: string): number {
  const limit = numberIn(query, 'limit', bounds.logPageMax)
  if (limit >= 1 && limit <= bounds.logPageMax) return limit
  throw new RangeError(`limit must be a whole number from 1 to ${bounds.logPageMax}, got ${limit}`)
}

/**
 * Returns the page of a log for the query parameters `since` and `limit`. Entries of one sequence stay on one
 * page, so that reading by `since` loses none.
 */
export function logPage<T extends LogEntry>(log: readonly T[], query: string): LogPage<T> {
  const since = numberIn(query, 'since', 0)
  const limit = limitIn(query)
  const first = log.findIndex(({ sequence }) => sequence > since)
  const start = first < 0 ? log.length : first
  let [end, bytes] = [start, 0]
  for (; end < log.length; end++) {
    const isFull = end - start >= limit || bytes > bounds.logPageBytesMax
    if (isFull && log[end]?.sequence !== log[end - 1]?.sequence) break
    bytes += weightOf(log[end] as unknown as Json)
  }
  return { entries: log.slice(start, end), more: end < log.length }
}
