import type { Tx } from '../../service/routes/context.ts'
import type { WebhookRow } from '../rows.ts'
import type { OutboxActions } from './outbox-changes.ts'
import type { PageField } from './page-fields.ts'

/** The webhook of an app as its developer sets it. */
interface WebhookSettings {
  readonly app: number
  /** Null for the transport that is connected in the same process. */
  readonly url: string | null
  readonly verifyToken: string
  readonly fields: readonly PageField[]
  /** Whether a handshake must make the webhook active. */
  readonly verify: boolean
}

/** Sets the webhook of an app, in place of an earlier one. With `verify` it queues a handshake (SIL-163). */
export function putWebhook(
  tx: Tx,
  outbox: OutboxActions,
  { app, url, verifyToken, fields, verify }: WebhookSettings,
): WebhookRow {
  const status: 'pending' | 'active' = verify ? 'pending' : 'active'
  const row = { app, url, verifyToken, fields: [...new Set(fields)], status, createdTime: tx.now }
  const existing = tx.first('webhooks', 'byApp', [app])
  const webhook = existing ? tx.patch('webhooks', existing.id, row) : tx.insert('webhooks', row)
  if (verify) outbox.verify(webhook)
  else outbox.skipVerification(app)
  return webhook
}

/** Removes a webhook, and drops what is queued for its app. */
export function dropWebhook(tx: Tx, outbox: OutboxActions, { id, app }: WebhookRow): void {
  tx.remove(id)
  outbox.cancel(app, 'The webhook was removed')
}

/** Installs an app on a page, if it is not installed yet (HOK-004). */
export function install(tx: Tx, page: number, app: number): { readonly id: number } {
  const existing = tx.first('installations', 'byPageApp', [page, app])
  return existing ?? tx.insert('installations', { page, app, createdTime: tx.now })
}
