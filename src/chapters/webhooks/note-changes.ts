import { servesBeyond } from '../../service/contract/beyond.ts'
import type { ServiceWork } from '../../service/routes/context.ts'
import { feedNoticeOf } from './feed-changes.ts'
import { outboxActions } from './outbox-changes.ts'
import { changesOf } from './row-changes.ts'
import { userChangesOf } from './user-changes.ts'

/**
 * Queues the notices of feeds and of people for the rows that a call or an action changed, on whichever way
 * it did. The contract knows none, so only worlds beyond it have them (HOK-021).
 */
export function noteChanges({ tx, ledger }: ServiceWork): void {
  if (tx.changes.length === 0 || !servesBeyond(tx.settings)) return
  const changes = changesOf(tx)
  const outbox = outboxActions(tx, ledger)
  for (const change of changes.values()) {
    const notice = feedNoticeOf(tx, changes, change)
    if (notice) outbox.notify(notice.page, 'feed', notice.value)
    for (const ofUser of userChangesOf(tx, change)) outbox.notifyOfUser(ofUser)
  }
}
