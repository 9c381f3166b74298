import { servesBeyond } from '../../service/contract/beyond.ts'
import type { Node, ServiceWork, Tx } from '../../service/routes/context.ts'
import type { CommentRow, LikeRow, PostRow } from '../rows.ts'
import { commentValue, type FeedValue, type FeedVerb, postValue, reactionValue } from './feed-notice.ts'
import { outboxActions } from './outbox-changes.ts'

/** A row before a call or an action, and after it. */
interface Change<R> {
  readonly before?: R | undefined
  readonly after?: R | undefined
}

/** The rows that a transaction changed by their ids, in the order in which they first changed. */
type Changes = ReadonlyMap<number, Change<Node>>

/** A row may change several times: only what it was before, and what it became, counts. */
function changesOf({ changes }: Tx): Changes {
  const found = new Map<number, Change<Node>>()
  for (const [before, after] of changes) {
    const id = before?.id ?? after?.id ?? 0
    const known = found.get(id)
    // A transaction of the service has rows of its tables, or of areas, which no rule below knows.
    found.set(id, { before: known ? known.before : before, after } as Change<Node>)
  }
  return found
}

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

/** A change of a row of this table, whose rows before and after have one kind. */
const ofKind = <K extends Node['kind']>(
  change: Change<Node>,
  kind: K,
): Change<Extract<Node, { readonly kind: K }>> | undefined =>
  (change.after ?? change.before)?.kind === kind
    ? (change as Change<Extract<Node, { readonly kind: K }>>)
    : undefined

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

function noticeOf(tx: Tx, changes: Changes, change: Change<Node>): PageNotice | undefined {
  const post = ofKind(change, 'posts')
  if (post) return postNotice(tx, post)
  const comment = ofKind(change, 'comments')
  if (comment) return commentNotice(tx, changes, comment)
  const reaction = ofKind(change, 'likes')
  return reaction && reactionNotice(tx, changes, reaction)
}

/**
 * Queues the notices of the field `feed` for the posts, comments and reactions that a call or an action
 * changed, on whichever way it did. The contract knows none, so only worlds beyond it have them (HOK-021).
 */
export function noteFeedChanges({ tx, ledger }: ServiceWork): void {
  if (tx.changes.length === 0 || !servesBeyond(tx.settings)) return
  const changes = changesOf(tx)
  const outbox = outboxActions(tx, ledger)
  for (const change of changes.values()) {
    const notice = noticeOf(tx, changes, change)
    if (notice) outbox.notify(notice.page, 'feed', notice.value)
  }
}
