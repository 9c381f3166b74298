import type { Tx } from '../../service/routes/context.ts'
import type { WebhookRow } from '../rows.ts'
import { addresseeOf, type QueuedDelivery } from './outbox.ts'
import type { WatchedObject } from './user-fields.ts'

/** Returns the webhook of an app for a kind of object. */
export const webhookOf = (
  tx: Pick<Tx, 'first'>,
  app: number,
  object: WatchedObject = 'page',
): WebhookRow | undefined => tx.first('webhooks', 'byApp', [app, object])

/** Returns the webhook to which a delivery goes. */
export const webhookFor = (tx: Pick<Tx, 'first'>, delivery: QueuedDelivery): WebhookRow | undefined => {
  const { app, object } = addresseeOf(delivery)
  return webhookOf(tx, app, object === 'user' ? object : 'page')
}
