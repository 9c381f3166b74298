import type { Json } from '../../engine/values/guard.ts'
import type { Tx } from '../../service/routes/context.ts'
import { commentId, postId } from '../../service/values/ids.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import { isoTime, unixTime } from '../../service/values/times.ts'
import { profileOf } from '../people/profile.ts'
import type { CommentRow, LikeRow, PostRow } from '../rows.ts'

/** What happened to a post, a comment or a reaction, as notices call it. */
export type FeedVerb = 'add' | 'edit' | 'edited' | 'hide' | 'unhide' | 'remove'

/** The value of a change of the field `feed`. */
export type FeedValue = { readonly [member: string]: Json }

/** Returns the member `from`; a profile that is gone has none. */
function sender(tx: Tx, id: number): { from?: { id: string; name: string } } {
  const from = profileOf(tx, id)
  return from ? { from } : {}
}

/** The members that say which content a post has. Its pictures are named by their ids, and not by URLs. */
function contentOf({ page, author, video, photos, link, parent }: PostRow): FeedValue {
  const [photo] = photos
  if (video) return { item: 'video' }
  if (photos.length > 1) return { item: 'status', photo_ids: photos.map(String) }
  if (photo !== undefined) return { item: 'photo', photo_id: photo }
  if (link !== undefined) return { item: 'share', link }
  if (parent !== undefined) return { item: 'share' }
  return { item: author === page ? 'status' : 'post' }
}

/** Returns the value of a change of a published post. A post that is removed has no content any more. */
export function postValue(tx: Tx, post: PostRow, verb: FeedVerb): FeedValue {
  const { page, author, createdTime, message } = post
  const ids = { ...sender(tx, author), post_id: postId(post), verb }
  if (verb === 'remove') return { ...ids, item: 'post', recipient_id: page, created_time: unixTime(tx.now) }
  const text = message === undefined ? {} : { message }
  return { ...ids, ...contentOf(post), published: 1, created_time: unixTime(createdTime), ...text }
}

/** The post of a comment, as its notices show it. */
const commentedPost = (post: PostRow) => ({
  status_type: post.statusType,
  is_published: post.published,
  updated_time: isoTime(post.updatedTime),
  promotion_status: 'inactive',
  id: postId(post),
})

/** Returns the value of a change of a comment. A comment that is removed has no text any more. */
export function commentValue(tx: Tx, post: PostRow, comment: CommentRow, verb: FeedVerb): FeedValue {
  const { author, createdTime, message, parent } = comment
  const isRemoved = verb === 'remove'
  return {
    ...sender(tx, author),
    ...(!isRemoved && { post: commentedPost(post), message }),
    post_id: postId(post),
    comment_id: commentId(comment),
    created_time: unixTime(verb === 'add' ? createdTime : tx.now),
    item: 'comment',
    parent_id: parent === undefined ? postId(post) : commentId({ post: post.id, id: parent }),
    verb,
  }
}

/** The types of reactions that notices call otherwise than calls do. */
const typeNames: Readonly<Record<string, string>> = { SAD: 'sorry', ANGRY: 'anger' }

/** Returns the value of a change of a reaction to a post, or to a comment on it. */
export function reactionValue(tx: Tx, post: PostRow, reaction: LikeRow, verb: FeedVerb): FeedValue {
  const { profile, comment, type = 'LIKE', createdTime } = reaction
  return {
    ...sender(tx, profile),
    post_id: postId(post),
    ...(comment !== undefined && { comment_id: commentId({ post: post.id, id: comment }) }),
    created_time: unixTime(verb === 'add' ? createdTime : tx.now),
    item: 'reaction',
    parent_id: postId(post),
    reaction_type: typeNames[type] ?? lowerAscii(type),
    verb,
  }
}

/** Returns the value of the change that the live service sends as a test. Its ids name nothing. */
export const samplePost = (now: number): FeedValue => ({
  item: 'status',
  post_id: '44444444_444444444',
  verb: 'add',
  published: 1,
  created_time: unixTime(now),
  message: 'Example post content.',
  from: { name: 'Test Page', id: '1067280970047460' },
})
