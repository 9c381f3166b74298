import type { Json } from '../../engine/guard.ts'
import type { Webhook, WebhookField } from '../model/webhook.ts'
import type { Tx } from '../seen.ts'
import { handshake } from './delivery.ts'
import { cancelled, type Noting, note, outboxIn, queued, unverified, verifying } from './outbox.ts'

/** What an action may do to the outbox. */
export interface OutboxDoor {
  /** Queues a notice for each app that is installed on the page and subscribed to the field. */
  readonly notify: (page: number, field: WebhookField, value: { readonly [member: string]: Json }) => void
  /** Queues the handshake with a webhook. */
  readonly verify: (webhook: Webhook) => void
  /** Drops the handshake with a webhook that is on its way. */
  readonly skipVerification: (app: number) => void
  /** Drops all that an app was still to get. */
  readonly cancel: (app: number, reason: string) => void
}

/** A whole number in text. Streams give letters; their codes have digits enough. */
const challenge = (tx: Tx): string =>
  `1${[...tx.spell('webhook challenges', 9)].map((letter) => letter.charCodeAt(0) % 10).join('')}`

/** The door of an action to the outbox of its ledger. */
export function outboxDoor(tx: Tx, ledger: Noting): OutboxDoor {
  return {
    notify(page, field, value) {
      let outbox = outboxIn(ledger)
      for (const { app } of tx.list('installations', 'byPage', [page])) {
        const webhook = tx.first('webhooks', 'byApp', [app])
        if (webhook?.status !== 'active' || !webhook.fields.includes(field)) continue
        outbox = queued(outbox, { app, page, field, value }, tx.now)
      }
      note(ledger, outbox)
    },
    verify(webhook) {
      const asked = challenge(tx)
      const handshaking = { app: webhook.app, url: handshake(webhook, asked) }
      note(ledger, verifying(outboxIn(ledger), handshaking, asked, tx.now))
    },
    skipVerification: (app) =>
      note(ledger, unverified(outboxIn(ledger), app, 'The webhook was set again', tx.now)),
    cancel: (app, reason) => note(ledger, cancelled(outboxIn(ledger), app, reason, tx.now)),
  }
}
