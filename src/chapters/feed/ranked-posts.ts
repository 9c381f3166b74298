import { compareKeys, type Key } from '../../engine/store/tree.ts'
import type { Tx } from '../../service/routes/context.ts'
import { isExpired } from '../content/post.ts'
import type { PostRow } from '../rows.ts'
import { yearOf } from './records.ts'

/** The published posts that a feed lists: the best of each calendar year. */
interface RankedPosts {
  /** Whether a published post is among the best of its year. */
  readonly includes: (post: PostRow) => boolean
  /** Whether the feed excludes posts of a year. */
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
      const first = firstExcludedOf(yearOf(post.createdTime))
      return !first || compareKeys(tx.position('posts', 'byRank', post), first) > 0
    },
    excludesFrom: (year) => firstExcludedOf(year) !== undefined,
    bestOf: (year) => tx.list('posts', 'byRank', [page, year], { newestFirst: true, limit: maximum, where }),
  }
}
