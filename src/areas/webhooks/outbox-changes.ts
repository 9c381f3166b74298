import type { Json } from '../../engine/guard.ts'
import type { Tx } from '../../graph/context.ts'
import { applyNoticeFaults, armedRules, keepRules } from '../../graph/ledger/faults.ts'
import type { WebhookRow } from '../rows.ts'
import { withoutExpired } from './attempt.ts'
import { handshake } from './delivery.ts'
import {
  type NewNotice,
  type NotesLedger,
  note,
  type Outbox,
  outboxIn,
  withDroppedNotice,
  withLastTwoSwapped,
  withNotice,
  withoutApp,
  withoutVerification,
  withVerification,
} from './outbox.ts'
import type { WebhookField } from './records.ts'

/** What an action may do to the outbox. */
export interface OutboxActions {
  /** Queues a notice for each app that is installed on the page and subscribed to the field. */
  readonly notify: (page: number, field: WebhookField, value: { readonly [member: string]: Json }) => void
  /** Queues the handshake with a webhook. */
  readonly verify: (webhook: WebhookRow) => void
  /** Drops the handshake with a webhook that is on its way. */
  readonly skipVerification: (app: number) => void
  /** Drops all that an app was still to get. */
  readonly cancel: (app: number, reason: string) => void
}

/** A whole number in text. Streams give letters; their codes have digits enough. */
const challenge = (tx: Tx): string =>
  `1${[...tx.spell('webhook challenges', 9)].map((letter) => letter.charCodeAt(0) % 10).join('')}`

const MINUTE_MS = 60_000

/** Queues a notice, as far as the fault rules let it. */
function queuedUnderFaults(outbox: Outbox, news: NewNotice, { now, seed }: Tx, ledger: NotesLedger): Outbox {
  const armed = armedRules(ledger.notes)
  if (armed.length === 0) return withNotice(outbox, news, now)
  const matched = { app: String(news.app), target: String(news.page), now }
  const { rules, acting } = applyNoticeFaults(armed, matched, seed)
  keepRules(ledger, rules)
  const fault = acting?.rule.fault
  if (!acting || fault?.kind !== 'notice') return withNotice(outbox, news, now)
  const { how, by = MINUTE_MS } = fault
  if (how === 'drop') return withDroppedNotice(outbox, news, now, `The fault rule ${acting.id} dropped it`)
  if (how === 'delay') return withNotice(outbox, news, now, now + by)
  const once = withNotice(outbox, news, now)
  return how === 'duplicate' ? withNotice(once, news, now) : withLastTwoSwapped(once, news.app)
}

/** The door of an action to the outbox of its ledger. */
export function outboxActions(tx: Tx, ledger: NotesLedger): OutboxActions {
  return {
    notify(page, field, value) {
      // What is over takes no room from what is new.
      let outbox = withoutExpired(outboxIn(ledger), tx.now)
      for (const { app } of tx.list('installations', 'byPage', [page])) {
        const webhook = tx.first('webhooks', 'byApp', [app])
        if (webhook?.status !== 'active' || !webhook.fields.includes(field)) continue
        outbox = queuedUnderFaults(outbox, { app, page, field, value }, tx, ledger)
      }
      note(ledger, outbox)
    },
    verify(webhook) {
      const asked = challenge(tx)
      const handshaking = { app: webhook.app, url: handshake(webhook, asked) }
      note(ledger, withVerification(outboxIn(ledger), handshaking, asked, tx.now))
    },
    skipVerification: (app) =>
      note(ledger, withoutVerification(outboxIn(ledger), app, 'The webhook was set again', tx.now)),
    cancel: (app, reason) => note(ledger, withoutApp(outboxIn(ledger), app, reason, tx.now)),
  }
}
