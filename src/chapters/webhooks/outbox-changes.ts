import type { Json } from '../../engine/values/guard.ts'
import { MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { tokensFor } from '../../service/access/ownership.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import { applyNoticeFaults, keepRules } from '../../service/ledger/faults.ts'
import type { ServiceWork, Tx } from '../../service/routes/context.ts'
import type { InstallationRow, WebhookRow } from '../rows.ts'
import { resent, webhookOf, withoutExpired } from './attempt.ts'
import { handshake } from './delivery.ts'
import { feedNoticeOf } from './feed-changes.ts'
import {
  type Addressee,
  type MissedReason,
  type NewNotice,
  note,
  type Outbox,
  outboxIn,
  withDroppedNotice,
  withLastTwoSwapped,
  withMissed,
  withNotice,
  withoutVerification,
  withoutWebhook,
  withVerification,
} from './outbox.ts'
import type { WebhookField } from './page-fields.ts'
import { changesOf } from './row-changes.ts'
import { type UserChange, userChangesOf } from './user-changes.ts'
import { permissionFor, type UserField } from './user-fields.ts'

/** The changes that an action may make to the outbox. */
export interface OutboxActions {
  /** Queues a notice for each app that is installed on the page and subscribed to the field. */
  readonly notify: (page: number, field: WebhookField, value: { readonly [member: string]: Json }) => void
  /**
   * Queues a notice of a person for each app that they use, with the permission of the field, and that
   * watches the field.
   */
  readonly notifyOfUser: (change: UserChange) => void
  /** Queues a notice for one app, wherever it is installed. */
  readonly notifyApp: (notice: NewNotice) => void
  /** Queues the handshake with a webhook. */
  readonly verify: (webhook: WebhookRow) => void
  /** Drops the handshake with a webhook if one is queued. */
  readonly skipVerification: (webhook: Addressee) => void
  /** Drops everything that is queued for a webhook. */
  readonly cancel: (webhook: Addressee, reason: string) => void
  /** Makes a delivery due now. */
  readonly resend: (id: string) => ReturnType<typeof resent>
}

/**
 * Returns the text of a random integer of ten digits. A random stream spells letters, so they become digits.
 */
const newChallenge = (tx: Tx): string =>
  `1${[...tx.spell('webhook challenges', 9)].map((letter) => letter.charCodeAt(0) % 10).join('')}`

/** Queues a notice unless a fault rule drops it. A rule may also delay, duplicate or reorder it. */
function withNoticeUnderFaults(
  outbox: Outbox,
  notice: NewNotice,
  { now, seed }: Tx,
  ledger: ServiceWork['ledger'],
): Outbox {
  const { faults: armed } = ledger.notes
  if (!armed?.length) return withNotice(outbox, notice, now)
  const matched = { app: String(notice.app), target: String(notice.page), now }
  const { rules, acting } = applyNoticeFaults(armed, matched, seed)
  keepRules(ledger, rules)
  const fault = acting?.rule.fault
  if (!acting || fault?.kind !== 'notice') return withNotice(outbox, notice, now)
  const { how, by = MINUTE_MS } = fault
  if (how === 'drop') return withDroppedNotice(outbox, notice, now, `The fault rule ${acting.id} dropped it`)
  if (how === 'delay') return withNotice(outbox, notice, now, now + by)
  const queued = withNotice(outbox, notice, now)
  return how === 'duplicate' ? withNotice(queued, notice, now) : withLastTwoSwapped(queued, notice.app)
}

/** Returns the reason why a webhook gets no notice of a field; undefined if it gets one. */
function reasonToMiss(
  webhook: WebhookRow | undefined,
  field: WebhookField | UserField,
): MissedReason | undefined {
  if (!webhook) return 'noWebhook'
  if (webhook.status !== 'active') return webhook.status
  return webhook.fields.includes(field) ? undefined : 'notSubscribed'
}

/**
 * Whether the developer of some app expects notices of a field: those of leads always, as each app has them
 * unless it says otherwise, and any other if a webhook has the field.
 */
export const isWatched = (tx: Tx, field: WebhookField): boolean =>
  field === 'leadgen' || tx.first('webhooks', 'byField', ['page', field]) !== undefined

/** Whether the developer of an app expects notices of a field on a page: a miss is worth an explanation. */
const isExpected = (
  field: WebhookField,
  { fields = [] }: InstallationRow,
  webhook: WebhookRow | undefined,
): boolean => field === 'leadgen' || fields.includes(field) || (webhook?.fields.includes(field) ?? false)

/** Whether an app is used by a person, who lets it know of a change. */
function mayKnow(tx: Tx, app: number, { user, field }: UserChange): boolean {
  const permission = permissionFor[field]
  return tokensFor({ tx }, app, user).some(({ scopes }) => !permission || scopes.includes(permission))
}

/** Queues the notices of a person's change. */
function noteUserChange(tx: Tx, ledger: ServiceWork['ledger'], change: UserChange): void {
  const { user: page, field, members } = change
  for (const webhook of tx.list('webhooks', 'byField', ['user', field])) {
    const { app, includeValues } = webhook
    if (tx.find('apps', app)?.deleted) continue
    const outbox = withoutExpired(outboxIn(ledger), tx.now)
    const reason = mayKnow(tx, app, change) ? reasonToMiss(webhook, field) : 'notPermitted'
    const notice = { app, page, field, object: 'user', value: includeValues ? members : {} }
    const noted = reason
      ? withMissed(outbox, { at: tx.now, page, app, field, reason })
      : withNoticeUnderFaults(outbox, notice, tx, ledger)
    note(ledger, noted)
  }
}

/** Returns the changes that an action may make to the outbox of a ledger. */
export function outboxActions(tx: Tx, ledger: ServiceWork['ledger']): OutboxActions {
  return {
    notify(page, field, value) {
      // Expired deliveries must not count towards the limit of notices.
      let outbox = withoutExpired(outboxIn(ledger), tx.now)
      const missed = { at: tx.now, page, field }
      let isInstalled = false
      // The app must be installed on the page (HOK-004), and its webhook configured and active (HOK-003).
      for (const installation of tx.list('installations', 'byPage', [page])) {
        const { app, fields = [field] } = installation
        if (tx.find('apps', app)?.deleted) continue
        isInstalled = true
        const webhook = webhookOf(tx, app)
        const reason = fields.includes(field) ? reasonToMiss(webhook, field) : 'notChosen'
        if (!reason) outbox = withNoticeUnderFaults(outbox, { app, page, field, value }, tx, ledger)
        else if (isExpected(field, installation, webhook))
          outbox = withMissed(outbox, { ...missed, app, reason })
      }
      if (!isInstalled && isWatched(tx, field))
        outbox = withMissed(outbox, { ...missed, app: null, reason: 'notInstalled' })
      note(ledger, outbox)
    },
    notifyOfUser: (change) => noteUserChange(tx, ledger, change),
    notifyApp(notice) {
      const outbox = withoutExpired(outboxIn(ledger), tx.now)
      note(ledger, withNoticeUnderFaults(outbox, notice, tx, ledger))
    },
    verify(webhook) {
      const challenge = newChallenge(tx)
      const { app, object } = webhook
      const verification = { app, object, url: handshake(webhook, challenge) }
      note(ledger, withVerification(outboxIn(ledger), verification, challenge, tx.now))
    },
    skipVerification: (webhook) =>
      note(ledger, withoutVerification(outboxIn(ledger), webhook, 'The webhook was set again', tx.now)),
    cancel(webhook, reason) {
      // A delivery that has expired keeps the reason for which it was dropped.
      const outbox = withoutExpired(outboxIn(ledger), tx.now)
      note(ledger, withoutWebhook(outbox, webhook, reason, tx.now))
    },
    resend(id) {
      const result = resent(outboxIn(ledger), id, tx.now)
      if (result.ok) note(ledger, result.outbox)
      return result
    },
  }
}

/**
 * Queues the notices of feeds and of people for the rows that a call or an action changed, on whichever way
 * it did. The contract knows none, so only worlds beyond it have them (HOK-021). Most worlds have no app that
 * expects them, and none of their changes is looked at.
 */
export function noteChanges({ tx, ledger }: ServiceWork): void {
  if (!servesBeyond(tx.settings)) return
  // An app that chose the field on a page may have no webhook yet, which its developer wants to know.
  const ofFeeds = isWatched(tx, 'feed') || tx.first('installations', 'byField', ['feed']) !== undefined
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
