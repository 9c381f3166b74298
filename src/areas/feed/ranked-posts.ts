import { compareKeys, type Key } from '../../engine/tree.ts'
import type { Tx } from '../../graph/context.ts'
import { isExpired } from '../content/post.ts'
import type { PostRow } from '../rows.ts'
import { yearOf } from './records.ts'

/**
 * Returns a predicate: whether a published post is among the best `maximum` posts of its calendar year. A
 * higher rank comes first, then a later created_time (FEE-137, SIL-086).
 */
export function rankFilter(tx: Tx, page: number, maximum: number): (post: PostRow) => boolean {
  const firstExcludedByYear = new Map<number, Key | undefined>()
  return (post) => {
    const year = yearOf(post.createdTime)
    if (!firstExcludedByYear.has(year))
      firstExcludedByYear.set(year, firstExcluded(tx, [page, year], maximum))
    const first = firstExcludedByYear.get(year)
    return !first || compareKeys(tx.position('posts', 'byRank', post), first) > 0
  }
}

/**
 * Returns the position of the best post of a year that the feed excludes, or undefined if it excludes none.
 * Expired posts do not count towards `maximum`. A year of at most `maximum` posts needs no read of posts, and
 * a year in which no post expires needs one.
 */
function firstExcluded(tx: Tx, pageYear: Key, maximum: number): Key | undefined {
  if (tx.count('posts', 'byRank', pageYear) <= maximum) return undefined
  const where = (post: PostRow) => !isExpired(post, tx)
  const expires = tx.first('posts', 'expiring', pageYear) !== undefined
  const options = expires ? { limit: maximum + 1, where } : { limit: 1, skip: maximum }
  const ranked = tx.list('posts', 'byRank', pageYear, { newestFirst: true, ...options })
  const first = ranked[expires ? maximum : 0]
  return first && tx.position('posts', 'byRank', first)
}
