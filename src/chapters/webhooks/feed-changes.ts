import type { Json } from '../../engine/values/guard.ts'
import type { Node, Tx } from '../../service/routes/context.ts'
import { commentId, postId } from '../../service/values/ids.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import { isoTime, unixTime } from '../../service/values/times.ts'
import { profileOf } from '../people/profile.ts'
import type { CommentRow, LikeRow, PostRow } from '../rows.ts'
import { type Change, type Changes, ofKind } from './row-changes.ts'

/** The verb of a text that may be edited, hidden or shown again. */
function editVerb(
  before: { readonly message?: string | undefined; readonly hidden?: boolean | undefined },
  after: typeof before,
): FeedVerb | undefined {
  if (before.message !== after.message) return 'edited'
  if (!before.hidden === !after.hidden) return undefined
  return after.hidden ? 'hide' : 'unhide'
}

/** A post that is not published yet is none for readers of notices. */
function postVerb({ before, after }: Change<PostRow>): FeedVerb | undefined {
  if (!before?.published) return after?.published ? 'add' : undefined
  return after ? editVerb(before, after) : 'remove'
}

const commentVerb = ({ before, after }: Change<CommentRow>): FeedVerb | undefined =>
  before && after ? editVerb(before, after) : after ? 'add' : before && 'remove'

function reactionVerb({ before, after }: Change<LikeRow>): FeedVerb | undefined {
  if (before && after) return before.type === after.type ? undefined : 'edit'
  return after ? 'add' : before && 'remove'
}

/** A notice of a page. */
interface PageNotice {
  readonly page: number
  readonly value: FeedValue
}

const isRemoved = (changes: Changes, id: number | undefined): boolean => {
  const change = id === undefined ? undefined : changes.get(id)
  return change?.before !== undefined && change.after === undefined
}

function postNotice(tx: Tx, change: Change<PostRow>): PageNotice | undefined {
  const row = change.after ?? change.before
  const verb = postVerb(change)
  return row && verb && { page: row.page, value: postValue(tx, row, verb) }
}

/** What goes with its post, or with the comment above it, has no notice of its own. */
function commentNotice(tx: Tx, changes: Changes, change: Change<CommentRow>): PageNotice | undefined {
  const row = change.after ?? change.before
  const post = row && tx.find('posts', row.post)
  const verb = commentVerb(change)
  if (!post || !verb || isRemoved(changes, row.parent)) return undefined
  return { page: post.page, value: commentValue(tx, post, row, verb) }
}

/** What goes with its post, or with the comment that it is about, has no notice of its own. */
function reactionNotice(tx: Tx, changes: Changes, change: Change<LikeRow>): PageNotice | undefined {
  const row = change.after ?? change.before
  const post = row && tx.find('posts', row.post)
  const verb = reactionVerb(change)
  if (!post || !verb || isRemoved(changes, row.comment)) return undefined
  return { page: post.page, value: reactionValue(tx, post, row, verb) }
}

/** Returns the notice of the field `feed` of a changed post, comment or reaction, if it has one. */
export function feedNoticeOf(tx: Tx, changes: Changes, change: Change<Node>): PageNotice | undefined {
  const post = ofKind(change, 'posts')
  if (post) return postNotice(tx, post)
  const comment = ofKind(change, 'comments')
  if (comment) return commentNotice(tx, changes, comment)
  const reaction = ofKind(change, 'likes')
  return reaction && reactionNotice(tx, changes, reaction)
}

/** What happened to a post, a comment or a reaction, as notices call it. */
type FeedVerb = 'add' | 'edit' | 'edited' | 'hide' | 'unhide' | 'remove'

/** The value of a change of the field `feed`. */
type FeedValue = { readonly [member: string]: Json }

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
function postValue(tx: Tx, post: PostRow, verb: FeedVerb): FeedValue {
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
function commentValue(tx: Tx, post: PostRow, comment: CommentRow, verb: FeedVerb): FeedValue {
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
function reactionValue(tx: Tx, post: PostRow, reaction: LikeRow, verb: FeedVerb): FeedValue {
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
