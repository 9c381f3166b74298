import { compareKeys, type Key } from '../../engine/store/tree.ts'
import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import { type BeyondPolicy, servesBeyond } from '../../service/contract/beyond.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { boundTime, monthStart } from '../../service/values/times.ts'
import { type ListReader, readerOfEdge } from '../../service/views/paging.ts'
import { isExpired } from '../content/post.ts'
import { isVisible } from '../content/visibility.ts'
import type { PageRow, PostRow } from '../rows.ts'
import { byCreation, yearOf } from './records.ts'

type Read = ListReader<PostRow>['read']

/**
 * A read by rank reads all posts that a year lists. It must spare a longer walk: it waits until the walk has
 * passed one post in vain for so many of them.
 */
const LISTED_FOR_ONE_PASSED = 8

/** The position of a post on an edge: its order there, and its id. */
const positionOf = (post: PostRow): Key => [...byCreation(post), post.id]

/** Compares the positions of two posts in the direction of a read: `onward` meets the newest first. */
const compareIn = (onward: boolean, one: PostRow, other: PostRow): number =>
  compareKeys(positionOf(one), positionOf(other)) * (onward ? -1 : 1)

const inOrder = (posts: readonly PostRow[], onward: boolean): PostRow[] =>
  posts.toSorted((one, other) => compareIn(onward, one, other))

/**
 * Returns a function that reads the published posts of a feed: only those of the page itself on the edge
 * `ownPublished`. It walks the edge. After many posts that the feed excludes it reads the rest of their year
 * by rank, so that any number of them costs no more than the posts that the year lists.
 */
export function readsPublished(
  context: ReadContext,
  page: PageRow,
  edge: 'published' | 'ownPublished',
): Read {
  const { tx, policy } = context
  const { rankedPostsPerYear: maximum } = policy
  const ranked = rankedPosts(tx, page.id, maximum)
  const isListed = (post: PostRow): boolean => ranked.includes(post) && isVisible(context, post)

  /** Returns up to `most` posts after a post, of those that its year lists. */
  function bestAfter(last: PostRow, onward: boolean, most: number): PostRow[] {
    const isOnEdge = ({ author }: PostRow) => edge === 'published' || author === page.id
    const best = ranked
      .bestOf(yearOf(last))
      .filter((post) => compareIn(onward, last, post) < 0 && isOnEdge(post))
    const found: PostRow[] = []
    for (const post of inOrder(best, onward)) {
      if (found.length === most) break
      if (isVisible(context, post)) found.push(post)
    }
    return found
  }

  return (onward, start, most) => {
    const rows: PostRow[] = []
    let after = start
    /** The posts that were walked in vain since the last read by rank. */
    let passed = 0
    for (let size = most; rows.length < most; size *= 2) {
      const range = { newestFirst: onward, limit: size, ...(after && { after }) }
      const walked = tx.list('posts', edge, [page.id], range)
      const listed = walked.filter(isListed)
      rows.push(...listed.slice(0, most - rows.length))
      const last = walked.at(-1)
      if (!last || walked.length < size || rows.length === most) break
      after = positionOf(last)
      passed += size - listed.length
      const year = yearOf(last)
      if (LISTED_FOR_ONE_PASSED * passed < maximum || !ranked.excludesFrom(year)) continue
      rows.push(...bestAfter(last, onward, most - rows.length))
      after = [monthStart(onward ? year : year + 1, 0)]
      passed = 0
    }
    return rows
  }
}

/** Returns a function that reads the unpublished posts of a page. */
export function readsUnpublished(context: ReadContext, page: PageRow): Read {
  const where = (post: PostRow) => isVisible(context, post)
  return readerOfEdge(context.tx, { table: 'posts', edge: 'unpublished', owner: [page.id], where }).read
}

/** Returns a function that reads several lists of posts as one. */
const merged =
  (reads: readonly Read[]): Read =>
  (onward, after, most) =>
    inOrder(
      reads.flatMap((read) => read(onward, after, most)),
      onward,
    ).slice(0, most)

/** Returns the reader of some lists of posts as one list, newest first. */
export function readerOfPosts(list: string, reads: readonly Read[]): ListReader<PostRow> {
  const [only] = reads
  const read = only && reads.length === 1 ? only : merged(reads)
  return { list, read, position: positionOf, sample: () => [0, 0] }
}

/** The published posts that a feed lists: the best of each calendar year. */
interface RankedPosts {
  /** Returns true if a published post is among the best of its year. */
  readonly includes: (post: PostRow) => boolean
  /** Returns true if the feed excludes posts of a year. */
  readonly excludesFrom: (year: number) => boolean
  /** Returns the posts of a year that the feed lists, the best first. */
  readonly bestOf: (year: number) => readonly PostRow[]
}

/**
 * Returns the best `maximum` posts of each calendar year that have not expired. A higher rank comes first,
 * then a later created_time (FEE-137, SIL-086).
 */
export function rankedPosts(tx: Tx, page: number, maximum: number): RankedPosts {
  const where = (post: PostRow) => !isExpired(post, tx)
  const firstExcludedByYear = new Map<number, Key | undefined>()

  /**
   * Returns the position of the best post of a year that the feed excludes, or undefined if it excludes none.
   * A year of at most `maximum` posts needs no read of posts, and a year in which no post expires needs one.
   */
  function firstExcluded(pageYear: Key): Key | undefined {
    if (tx.count('posts', 'byRank', pageYear) <= maximum) return undefined
    const expires = tx.first('posts', 'expiring', pageYear) !== undefined
    const options = expires ? { limit: maximum + 1, where } : { limit: 1, skip: maximum }
    const ranked = tx.list('posts', 'byRank', pageYear, { newestFirst: true, ...options })
    const first = ranked[expires ? maximum : 0]
    return first && tx.position('posts', 'byRank', first)
  }

  function firstExcludedOf(year: number): Key | undefined {
    if (!firstExcludedByYear.has(year)) firstExcludedByYear.set(year, firstExcluded([page, year]))
    return firstExcludedByYear.get(year)
  }

  return {
    includes(post) {
      const first = firstExcludedOf(yearOf(post))
      return !first || compareKeys(tx.position('posts', 'byRank', post), first) > 0
    },
    excludesFrom: (year) => firstExcludedOf(year) !== undefined,
    bestOf: (year) => tx.list('posts', 'byRank', [page, year], { newestFirst: true, limit: maximum, where }),
  }
}

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
