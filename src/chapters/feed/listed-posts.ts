import { compareKeys, type Key } from '../../engine/store/tree.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { monthStart } from '../../service/values/times.ts'
import { type ListReader, readerOfEdge } from '../../service/views/paging.ts'
import { isVisible } from '../content/visibility.ts'
import type { PageRow, PostRow } from '../rows.ts'
import { rankedPosts } from './ranked-posts.ts'
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
      .bestOf(yearOf(last.createdTime))
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
      const year = yearOf(last.createdTime)
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

/** Returns the reader of some lists of posts as one list, newest first. */
export const readerOfPosts = (list: string, reads: readonly Read[]): ListReader<PostRow> => ({
  list,
  read: (onward, after, most) =>
    inOrder(
      reads.flatMap((read) => read(onward, after, most)),
      onward,
    ).slice(0, most),
  position: positionOf,
})
