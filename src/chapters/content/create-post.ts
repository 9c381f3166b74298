import type { ReadContext } from '../../service/routes/read-context.ts'
import { postId } from '../../service/values/ids.ts'
import type { PageRow, PostRow } from '../rows.ts'
import { schedulePublication } from './post.ts'

/** Columns that insertPost fills: a caller does not choose their values. */
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

/** The values of a new post that its creator chooses. */
interface NewPost extends Omit<PostRow, FixedColumn> {
  readonly given?: PostRow['given']
  /** The time of a life event: it becomes the created_time, which orders lists (FEE-027). */
  readonly eventTime?: number
  /** The page or person that readers see as the author; the page of the feed by default. */
  readonly author?: number
}

/** The app and the person who create a post. Both are 0 if no call creates it. */
interface PostMaker {
  readonly app: number
  readonly creator: number
}

/** Adds a post to the feed of a page, and schedules the publication of a scheduled one. */
export function insertPost(
  context: Pick<ReadContext, 'tx' | 'policy'>,
  page: number,
  maker: PostMaker,
  { eventTime = context.tx.now, ...fields }: NewPost,
): PostRow {
  const { tx } = context
  const post = tx.insert('posts', {
    given: {},
    author: page,
    ...fields,
    ...maker,
    page,
    createdTime: eventTime,
    updatedTime: tx.now,
    photos: [],
    expiresAt: null,
    hidden: false,
    rank: 0,
  })
  schedulePublication(context, post)
  tx.emit('post.created', { post: postId(post), page: String(page), published: post.published })
  return post
}

/** Creates a post of a page on behalf of the caller. */
export function createPost(context: ReadContext, page: PageRow, fields: NewPost): PostRow {
  const { caller } = context
  return insertPost(context, page.id, { app: caller.app.id, creator: caller.user?.id ?? 0 }, fields)
}
