import { servesBeyond } from '../../service/contract/beyond.ts'
import type { ServiceWork, Tx } from '../../service/routes/context.ts'
import { feedNoticeOf } from './feed-changes.ts'
import { isWatched, outboxActions } from './outbox-changes.ts'
import { changesOf } from './row-changes.ts'
import { userChangesOf } from './user-changes.ts'

/**
 * Whether some app expects notices of feeds: its webhook has the field, or it chose the field on a page and
 * may have no webhook yet, which its developer wants to know.
 */
const expectsFeeds = (tx: Tx): boolean =>
  isWatched(tx, 'feed') || tx.first('installations', 'byField', ['feed']) !== undefined

/**
 * Queues the notices of feeds and of people for the rows that a call or an action changed, on whichever way
 * it did. The contract knows none, so only worlds beyond it have them (HOK-021). Most worlds have no app that
 * expects them, and none of their changes is looked at.
 */
export function noteChanges({ tx, ledger }: ServiceWork): void {
  if (!servesBeyond(tx.settings)) return
  const ofFeeds = expectsFeeds(tx)
  const ofPeople = tx.first('webhooks', 'byObject', ['user']) !== undefined
  if (!ofFeeds && !ofPeople) return
  const changes = changesOf(tx)
  const outbox = outboxActions(tx, ledger)
  for (const change of changes.values()) {
    const notice = ofFeeds ? feedNoticeOf(tx, changes, change) : undefined
    if (notice) outbox.notify(notice.page, 'feed', notice.value)
    if (ofPeople) for (const ofUser of userChangesOf(tx, change)) outbox.notifyOfUser(ofUser)
  }
}
