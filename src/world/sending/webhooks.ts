import { webhookOf } from '../../chapters/webhooks/attempt.ts'
import type { Delivery } from '../../chapters/webhooks/delivery.ts'
import { watchedObjects } from '../../chapters/webhooks/user-fields.ts'
import { plainNodeNumber } from '../../service/values/ids.ts'
import { shown } from '../../service/values/scalars.ts'
import { type Handle, readingTx } from '../handle/handle.ts'
import { checkNames } from '../handle/known-names.ts'
import { runOrThrow } from '../handle/take-or-throw.ts'
import { deliveriesOf, type FlushOptions, flush, type Transport, type WebhookConnections } from './flush.ts'
import { type MissedNotice, missedNotices } from './missed-notices.ts'
import { nextDeliveryDue } from './next-delivery.ts'

/** The webhooks of a world: the deliveries to its apps, and their results. */
export interface Webhooks {
  /** Every delivery: ended ones, those being sent, and queued notices as they would be sent now. */
  readonly outbox: readonly Delivery[]
  /** Changes of which an app was not notified, and the reasons, oldest first: the last 100. */
  readonly missed: readonly MissedNotice[]
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
   * meanwhile wait for the next flush. Returns the deliveries that it attempted. Rejects with a TypeError if
   * deliveries are due, but none of them has a transport.
   */
  flush(options?: FlushOptions): Promise<readonly Delivery[]>
}

/** Sets a webhook for an app that has none. Throws a TypeError if the app does not exist. */
export function ensureWebhook(handle: Handle, app: string): void {
  const id = plainNodeNumber(app)
  const tx = readingTx(handle)
  if (id !== undefined && watchedObjects.some((object) => webhookOf(tx, id, object))) return
  runOrThrow(handle, { type: 'action', name: 'setWebhook', params: { app } })
}

/** Throws a TypeError if `connect` gets something that cannot answer a delivery. */
function checkTransport(transport: unknown): void {
  if (typeof transport === 'function') return
  const advice =
    typeof transport === 'string'
      ? 'to deliver to a URL, use actions.setWebhook({ app, url }), and serve the world with listen() or ' +
        'pass flush({ transport: (delivery) => fetch(delivery) })'
      : 'it gets a delivery and returns a Response or { status: 200 }'
  throw new TypeError(`connect() takes the id of an app and a function, got ${shown(transport)}: ${advice}`)
}

function connect({ handle, transports }: WebhookConnections, app: string, transport: Transport): Disposable {
  checkTransport(transport)
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
    get missed() {
      return missedNotices(handle.state)
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
