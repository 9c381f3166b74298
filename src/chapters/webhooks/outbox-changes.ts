import type { Json } from '../../engine/values/guard.ts'
import { MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { applyNoticeFaults, armedRules, keepRules } from '../../service/ledger/faults.ts'
import type { ServiceWork, Tx } from '../../service/routes/context.ts'
import type { InstallationRow, WebhookRow } from '../rows.ts'
import { withoutExpired } from './attempt.ts'
import { handshake } from './delivery.ts'
import { addMissed, type Missed, type MissedReason } from './missed.ts'
import {
  type NewNotice,
  note,
  outboxIn,
  withDroppedNotice,
  withLastTwoSwapped,
  withNotice,
  withoutApp,
  withoutVerification,
  withVerification,
} from './outbox.ts'
import type { Outbox } from './outbox-schema.ts'
import type { WebhookField } from './page-fields.ts'
import { resent } from './resend.ts'

/** The changes that an action may make to the outbox. */
export interface OutboxActions {
  /** Queues a notice for each app that is installed on the page and subscribed to the field. */
  readonly notify: (page: number, field: WebhookField, value: { readonly [member: string]: Json }) => void
  /** Queues a notice for one app, wherever it is installed. */
  readonly notifyApp: (notice: NewNotice) => void
  /** Queues the handshake with a webhook. */
  readonly verify: (webhook: WebhookRow) => void
  /** Drops the handshake with a webhook if one is queued. */
  readonly skipVerification: (app: number) => void
  /** Drops everything that is queued for an app. */
  readonly cancel: (app: number, reason: string) => void
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
  const armed = armedRules(ledger.notes)
  if (armed.length === 0) return withNotice(outbox, notice, now)
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

/** Remembers a change of which an app was not notified. */
const withMissed = (outbox: Outbox, missed: Missed): Outbox =>
  Object.freeze({ ...outbox, missed: addMissed(outbox.missed, missed) })

/** Returns the reason why a webhook gets no notice of a field; undefined if it gets one. */
function reasonToMiss(webhook: WebhookRow | undefined, field: WebhookField): MissedReason | undefined {
  if (!webhook) return 'noWebhook'
  if (webhook.status !== 'active') return webhook.status
  return webhook.fields.includes(field) ? undefined : 'notSubscribed'
}

/**
 * Whether the developer of some app expects notices of a field: those of leads always, as each app has them
 * unless it says otherwise, and any other if a webhook has the field.
 */
const isWatched = (tx: Tx, field: WebhookField): boolean =>
  field === 'leadgen' || tx.first('webhooks', 'byField', [field]) !== undefined

/** Whether the developer of an app expects notices of a field on a page: a miss is worth an explanation. */
const isExpected = (
  field: WebhookField,
  { fields = [] }: InstallationRow,
  webhook: WebhookRow | undefined,
): boolean => field === 'leadgen' || fields.includes(field) || (webhook?.fields.includes(field) ?? false)

/** Returns the changes that an action may make to the outbox of a ledger. */
export function outboxActions(tx: Tx, ledger: ServiceWork['ledger']): OutboxActions {
  return {
    notify(page, field, value) {
      // Expired deliveries must not count towards the limit of notices.
      let outbox = withoutExpired(outboxIn(ledger), tx.now)
      // The app must be installed on the page (HOK-004), and its webhook configured and active (HOK-003).
      const where = ({ app }: InstallationRow) => !tx.find('apps', app)?.deleted
      const installed = tx.list('installations', 'byPage', [page], { where })
      const missed = { at: tx.now, page, field }
      if (installed.length === 0 && isWatched(tx, field))
        outbox = withMissed(outbox, { ...missed, app: null, reason: 'notInstalled' })
      for (const installation of installed) {
        const { app, fields = [field] } = installation
        const webhook = tx.first('webhooks', 'byApp', [app])
        const reason = fields.includes(field) ? reasonToMiss(webhook, field) : 'notChosen'
        if (!reason) outbox = withNoticeUnderFaults(outbox, { app, page, field, value }, tx, ledger)
        else if (isExpected(field, installation, webhook))
          outbox = withMissed(outbox, { ...missed, app, reason })
      }
      note(ledger, outbox)
    },
    notifyApp(notice) {
      const outbox = withoutExpired(outboxIn(ledger), tx.now)
      note(ledger, withNoticeUnderFaults(outbox, notice, tx, ledger))
    },
    verify(webhook) {
      const challenge = newChallenge(tx)
      const verification = { app: webhook.app, url: handshake(webhook, challenge) }
      note(ledger, withVerification(outboxIn(ledger), verification, challenge, tx.now))
    },
    skipVerification: (app) =>
      note(ledger, withoutVerification(outboxIn(ledger), app, 'The webhook was set again', tx.now)),
    cancel: (app, reason) => note(ledger, withoutApp(outboxIn(ledger), app, reason, tx.now)),
    resend(id) {
      const result = resent(outboxIn(ledger), id, tx.now)
      if (result.ok) note(ledger, result.outbox)
      return result
    },
  }
}
