import type { Delivery } from '../areas/webhooks/delivery.ts'
import { withoutCode } from './call-error.ts'
import { actionsOf } from './client.ts'
import { deliveriesOf, type FlushOptions, flush, type WebhookConnections } from './flush.ts'
import type { Handle } from './handle.ts'
import { checkNames } from './known-names.ts'
import { nextDeliveryDue } from './next-delivery.ts'
import { readingTx } from './reading-tx.ts'
import type { Transport } from './transport.ts'

/** The webhooks of a world: the deliveries to its apps, and their results. */
export interface Webhooks {
  /** Every delivery: ended ones, those being sent, and queued notices as they would be sent now. */
  readonly outbox: readonly Delivery[]
  /**
   * The time of the next delivery, in Unix milliseconds, possibly in the past; undefined if none is queued.
   */
  readonly due: number | undefined
  /**
   * Connects a transport for the deliveries of an app until it is disposed. If the app has no webhook, this
   * sets one without a handshake. A fork has no connected transports.
   */
  connect(app: string, transport: Transport): Disposable
  /**
   * Sends the deliveries that are due now, and retries that are due immediately. Notices that are queued
   * meanwhile wait for the next flush. Returns the deliveries that it attempted.
   */
  flush(options?: FlushOptions): Promise<readonly Delivery[]>
}

/** Sets a webhook for an app that has none. Throws a TypeError if the app does not exist. */
export function ensureWebhook(handle: Handle, app: string): void {
  if (/^\d{1,15}$/.test(app) && readingTx(handle).first('webhooks', 'byApp', [Number(app)])) return
  const outcome = actionsOf(handle).setWebhook({ app })
  if (!outcome.ok) throw new TypeError(withoutCode(outcome.error))
}

function connect({ handle, transports }: WebhookConnections, app: string, transport: Transport): Disposable {
  ensureWebhook(handle, app)
  const connected = { app, transport }
  transports.push(connected)
  return {
    [Symbol.dispose]() {
      const index = transports.indexOf(connected)
      if (index >= 0) transports.splice(index, 1)
    },
  }
}

/** Creates the webhooks of a world. */
export function webhooksOf(handle: Handle): Webhooks {
  const connections: WebhookConnections = { handle, transports: [], attempts: new WeakMap() }
  return {
    get outbox() {
      return deliveriesOf(handle)
    },
    get due() {
      return nextDeliveryDue(handle)
    },
    connect: (app, transport) => connect(connections, app, transport),
    flush(options = {}) {
      checkNames('flush', 'option', options, ['signal', 'transport', 'wait', 'maxConcurrentPerApp'])
      return flush(connections, options)
    },
  }
}
