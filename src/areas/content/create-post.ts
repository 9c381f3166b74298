import type { ReadContext, Tx } from '../../graph/context.ts'
import type { Policy } from '../../graph/policy.ts'
import type { PageRow, PostRow } from '../rows.ts'
import { postId, postPublication } from './post.ts'

/** What every new post has in common: its instants, and what has not happened to it yet. */
type FixedColumn =
  | 'id'
  | 'kind'
  | 'page'
  | 'app'
  | 'author'
  | 'creator'
  | 'createdTime'
  | 'updatedTime'
  | 'photos'
  | 'expiresAt'
  | 'hidden'
  | 'rank'
  | 'given'

/** What a new post is made of; the rest has one value for every new post. */
export interface NewPost extends Omit<PostRow, FixedColumn> {
  readonly given?: PostRow['given']
  /** When the event took place that a life event post tells of: its created_time, and its place in lists. */
  readonly eventTime?: number
  /** The page or person in whose voice it is, if that is not the page of the feed. */
  readonly author?: number
}

/** Who makes a post: an app and the person who uses it; both are 0 where nobody calls. */
interface PostMaker {
  readonly app: number
  readonly creator: number
}

/** Puts a post on the feed of a page, and schedules its publication when it has a time (SIL-100). */
export function insertPost(
  { tx, policy }: { readonly tx: Tx; readonly policy: Policy },
  page: number,
  maker: PostMaker,
  { eventTime = tx.now, ...made }: NewPost,
): PostRow {
  const post = tx.insert('posts', {
    given: {},
    author: page,
    ...made,
    ...maker,
    page,
    createdTime: eventTime,
    updatedTime: tx.now,
    photos: [],
    expiresAt: null,
    hidden: false,
    rank: 0,
  })
  if (post.scheduledTime !== null && policy.scheduledPosts === 'publishAtTime') {
    const input = { type: 'action', name: 'publishScheduledPost', params: { post: postId(post) } }
    tx.schedule(post.scheduledTime, postPublication(post.id), input)
  }
  tx.emit('post.created', { post: postId(post), page: String(page), published: post.published })
  return post
}

/** Makes a post of a page, as the holder of a token. */
export function createPost(context: ReadContext, page: PageRow, made: NewPost): PostRow {
  const { caller } = context
  return insertPost(context, page.id, { app: caller.app.id, creator: caller.user?.id ?? 0 }, made)
}
