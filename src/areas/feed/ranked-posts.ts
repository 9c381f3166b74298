import { compareKeys, type Key } from '../../engine/tree.ts'
import type { Tx } from '../../graph/context.ts'
import { isExpired } from '../content/post.ts'
import type { PostRow } from '../rows.ts'
import { yearOf } from './records.ts'

/**
 * Whether a published post is among those of its calendar year that the feed returns: the highest rank
 * first, then the newest (SIL-086). A year within the limit is told by its count, without a walk.
 */
export function rankFilter(tx: Tx, page: number, most: number): (post: PostRow) => boolean {
  const leftOut = new Map<number, Key | undefined>()
  return (post) => {
    const year = yearOf(post.createdTime)
    if (!leftOut.has(year)) leftOut.set(year, firstExcluded(tx, [page, year], most))
    const first = leftOut.get(year)
    return !first || compareKeys(tx.position('posts', 'byRank', post), first) > 0
  }
}

/**
 * Where the best post that the feed leaves out stands in its year; undefined when it leaves none out. An
 * expired post cannot be read, so it takes no other's place; where none expires, no post is read to tell.
 */
export function firstExcluded(tx: Tx, owner: Key, most: number): Key | undefined {
  if (tx.count('posts', 'byRank', owner) <= most) return undefined
  const where = (post: PostRow) => !isExpired(post, tx.now)
  const options = tx.first('posts', 'expiring', owner) ? { limit: most + 1, where } : { limit: 1, skip: most }
  const ranked = tx.list('posts', 'byRank', owner, { newestFirst: true, ...options })
  const first = ranked['where' in options ? most : 0]
  return first && tx.position('posts', 'byRank', first)
}
