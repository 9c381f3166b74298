import { compareKeys, type Key } from '../../engine/store/tree.ts'
import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import { type BeyondPolicy, servesBeyond } from '../../service/contract/beyond.ts'
import { boundTime } from '../../service/values/times.ts'
import type { ListReader } from '../../service/views/paging.ts'
import type { PostRow } from '../rows.ts'

/** Times of posts have whole seconds, so that a period includes its last second. */

/** The parameters that bound a list of posts by their times, in a world beyond the description (SIL-189). */
export const periodParams = {
  /** Lists only posts of this time or later, in a world with `beyond: 'serve'`: also `1 week ago`. */
  since: boundTime.optional(),
  /** Lists only posts of this time or earlier, in a world with `beyond: 'serve'`: also `yesterday`. */
  until: boundTime.optional(),
}

/** A period, in Unix milliseconds. */
interface Period {
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/**
 * Returns the reader of those posts of a list, newest first, that are of a period. It begins at an end of the
 * period, so that other posts cost nothing.
 */
export function readerWithin(
  reader: ListReader<PostRow>,
  { since, until }: Period,
  policy: BeyondPolicy,
): ListReader<PostRow> {
  if (!servesBeyond(policy) || (since === undefined && until === undefined)) return reader
  const oldest = since ?? Number.NEGATIVE_INFINITY
  const end = until === undefined ? Number.POSITIVE_INFINITY : until + SECOND_MS
  const isWithin = ({ createdTime }: PostRow): boolean => createdTime >= oldest && createdTime < end
  /** The later of two positions, in the direction of a read. */
  const startOf = (onward: boolean, start: Key | undefined): Key => {
    const first = [onward ? end : oldest]
    return start && compareKeys(start, first) * (onward ? -1 : 1) > 0 ? start : first
  }
  return {
    ...reader,
    read: (onward, start, most) => reader.read(onward, startOf(onward, start), most).filter(isWithin),
  }
}
