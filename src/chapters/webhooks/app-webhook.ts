import type { Tx } from '../../service/routes/context.ts'
import type { WebhookRow } from '../rows.ts'
import { webhookOf } from './attempt.ts'
import type { OutboxActions } from './outbox-changes.ts'
import type { PageField } from './page-fields.ts'
import type { UserField, WatchedObject } from './user-fields.ts'

/** The webhook of an app as its developer sets it. */
interface WebhookSettings {
  readonly app: number
  /** The kind of object that it watches; pages, if left out. */
  readonly object?: WatchedObject | undefined
  /** Null for the transport that is connected in the same process. */
  readonly url: string | null
  readonly verifyToken: string
  readonly fields: readonly (PageField | UserField)[]
  /** `true` adds the new values to notices of people. */
  readonly includeValues?: boolean | undefined
  /** Whether a handshake must make the webhook active. */
  readonly verify: boolean
}

/** Sets the webhook of an app, in place of an earlier one. With `verify` it queues a handshake (SIL-163). */
export function putWebhook(
  tx: Tx,
  outbox: OutboxActions,
  { app, object, url, verifyToken, fields, includeValues, verify }: WebhookSettings,
): WebhookRow {
  const status: 'pending' | 'active' = verify ? 'pending' : 'active'
  const ofUsers = object === 'user' ? { object, includeValues } : {}
  const row = { app, url, verifyToken, fields: [...new Set(fields)], ...ofUsers, status, createdTime: tx.now }
  const existing = webhookOf(tx, app, object)
  const webhook = existing ? tx.patch('webhooks', existing.id, row) : tx.insert('webhooks', row)
  if (verify) outbox.verify(webhook)
  else outbox.skipVerification(webhook)
  return webhook
}

/** Removes a webhook, and drops what is queued for it. */
export function dropWebhook(tx: Tx, outbox: OutboxActions, webhook: WebhookRow): void {
  tx.remove(webhook.id)
  outbox.cancel(webhook, 'The webhook was removed')
}

/** Installs an app on a page, if it is not installed yet (HOK-004). */
export function install(tx: Tx, page: number, app: number): { readonly id: number } {
  const existing = tx.first('installations', 'byPageApp', [page, app])
  return existing ?? tx.insert('installations', { page, app, createdTime: tx.now })
}
