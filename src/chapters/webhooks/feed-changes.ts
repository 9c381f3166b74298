import type { Node, Tx } from '../../service/routes/context.ts'
import type { CommentRow, LikeRow, PostRow } from '../rows.ts'
import { commentValue, type FeedValue, type FeedVerb, postValue, reactionValue } from './feed-notice.ts'
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
