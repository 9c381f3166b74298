import type { RowOf } from '../../engine/table.ts'
import type { Seen } from '../seen.ts'
import { type Post, postId, postPublication } from './post.ts'
import type { Tables } from './tables.ts'

/** What a new post is made of; the rest has one value for every new post. */
export interface NewPost
  extends Pick<Post, 'published' | 'scheduledTime' | 'contentType' | 'statusType' | 'message'>,
    Partial<
      Pick<
        Post,
        | 'link'
        | 'callToAction'
        | 'backdatedTime'
        | 'backdatedTimeGranularity'
        | 'targeting'
        | 'feedTargeting'
        | 'place'
      >
    > {
  readonly privacy: string
  readonly given?: Post['given']
}

/** Makes a post of a page, and schedules its publication when it has a time (SIL-100). */
export function newPost(
  { tx, viewer, now, policy }: Seen,
  page: RowOf<Tables, 'pages'>,
  made: NewPost,
): Post {
  const post = tx.insert('posts', {
    given: {},
    ...made,
    page: page.id,
    app: viewer.app.id,
    creator: viewer.user?.id ?? 0,
    createdTime: now,
    updatedTime: now,
    photos: [],
    expiresAt: null,
    hidden: false,
    rank: 0,
  })
  if (post.scheduledTime !== null && policy.scheduledPosts === 'publishAtTime') {
    const input = { type: 'action', name: 'publishScheduledPost', params: { post: postId(post) } }
    tx.schedule(post.scheduledTime, postPublication(post.id), input)
  }
  tx.emit('post.created', { post: postId(post), page: String(page.id), published: post.published })
  return post
}
