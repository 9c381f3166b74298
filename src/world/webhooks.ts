import { open } from '../engine/draft.ts'
import { indexesOf } from '../engine/edge.ts'
import type { Tables } from '../graph/model/tables.ts'
import type { Tx } from '../graph/seen.ts'
import { swept } from '../graph/webhooks/attempt.ts'
import { type Delivery, dueDeliveries, shownDelivery, shownOutbox } from '../graph/webhooks/delivery.ts'
import { outboxIn } from '../graph/webhooks/outbox.ts'
import { type Carried, carried, type Sink } from './carrying.ts'
import { actionsOf } from './client.ts'
import { service } from './domain.ts'
import { type Handle, policyIn, take } from './handle.ts'

/** How due deliveries are carried. */
export interface FlushOptions {
  /**
   * Ends the waiting: what was not answered by then counts as not answered. The core has no timer, so it is
   * the caller's to say how long a sink may take, as by `AbortSignal.timeout(5_000)`.
   */
  readonly signal?: AbortSignal
  /** Carries what no sink is connected for, to a url. Without one such a delivery waits. */
  readonly carrier?: Sink
  /**
   * Waits, too, for what another flush is carrying already. Not for a flush that a sink itself begins: it
   * would wait for its own sink.
   */
  readonly wait?: boolean
}

/** The webhooks of a world: what its apps are told of, and what became of that. */
export interface Webhooks {
  /** Every delivery: the last that ended, those being sent, and what waits, as it would be taken now. */
  readonly outbox: readonly Delivery[]
  /** When the next delivery is due, in Unix milliseconds; an instant that has passed is due now. */
  readonly due: number | undefined
  /**
   * Has a function, or a fetch handler, get the deliveries of an app until it is disposed. An app that has no
   * webhook yet gets one, without a handshake. A fork begins without sinks.
   */
  connect(app: string, sink: Sink): Disposable
  /**
   * Carries what is due now, the retry that follows at once included, and reports each result back. Notices
   * that come to be meanwhile are left for the next flush. Answers the deliveries as they stand then.
   */
  flush(options?: FlushOptions): Promise<readonly Delivery[]>
}

const indexes = indexesOf(service.schema)

/** A look at the graph, which nobody commits. */
const look = ({ state }: Handle): Tx => open<Tables>(state.graph, indexes)

const showing = (handle: Handle) => ({
  tx: look(handle),
  policy: policyIn(handle),
  now: handle.state.graph.now,
})

const outboxOf = ({ state }: Handle) => outboxIn(state.ledger)

/** The earliest instant at which something in the outbox is due. */
function nextDue(handle: Handle): number | undefined {
  const { sending, waiting } = swept(outboxOf(handle), handle.state.graph.now)
  let earliest = Number.POSITIVE_INFINITY
  for (const { due } of sending) if (due !== null && due < earliest) earliest = due
  for (const { due } of waiting) if (due < earliest) earliest = due
  return earliest === Number.POSITIVE_INFINITY ? undefined : earliest
}

/** What one world has connected, and what is on its way at this moment: neither is part of its state. */
interface Carriage {
  readonly handle: Handle
  readonly sinks: { readonly app: string; readonly sink: Sink }[]
  readonly onTheWay: Map<string, Promise<void>>
}

const sinkOf = ({ sinks }: Carriage, app: string, carrier: Sink | undefined): Sink | undefined =>
  sinks.findLast((connected) => connected.app === app)?.sink ?? carrier

/** Carries one delivery, from its beginning to its report. */
async function carry({ handle }: Carriage, id: string, sink: Sink, signal?: AbortSignal): Promise<void> {
  const { life } = handle
  // A sink before this one may have called the world and changed what is due.
  if (!take(handle, { type: 'delivered', begin: id }).outcome.ok) return
  const delivery = shownDelivery(outboxOf(handle), showing(handle), id)
  if (!delivery) return
  const result: Carried = await carried(sink, delivery, signal)
  // After a reset the same id may name another delivery.
  if (handle.life === life) take(handle, { type: 'delivered', delivery: id, result })
}

/** What is due now and has somebody to carry it. `before` leaves out what came to be later. */
function carriable(carriage: Carriage, carrier: Sink | undefined, before: number) {
  const { handle } = carriage
  const { now } = handle.state.graph
  return dueDeliveries(outboxOf(handle), look(handle), now).flatMap(({ id, app, number, url }) => {
    const sink = number < before ? sinkOf(carriage, app, url === null ? undefined : carrier) : undefined
    return sink ? [{ id, sink }] : []
  })
}

/** Sends a delivery on its way. It is marked as being there before its sink can call the world. */
function sent(carriage: Carriage, id: string, sink: Sink, signal?: AbortSignal): Promise<void> {
  const { onTheWay } = carriage
  const way = new Promise<void>((resolve, reject) => {
    onTheWay.set(id, Promise.resolve())
    carry(carriage, id, sink, signal)
      .finally(() => onTheWay.delete(id))
      .then(resolve, reject)
  })
  onTheWay.set(id, way)
  return way
}

async function flushed(carriage: Carriage, { signal, carrier, wait = false }: FlushOptions) {
  const { handle, onTheWay } = carriage
  const { life } = handle
  const before = outboxOf(handle).next
  const ids = new Set<string>()
  const joined = new Set<Promise<void>>()
  for (;;) {
    if (handle.life !== life || signal?.aborted) break
    const fresh = carriable(carriage, carrier, before).filter(({ id }) => !onTheWay.has(id))
    for (const { id, sink } of fresh) {
      // A sink before this one may have begun a flush of its own.
      if (onTheWay.has(id)) continue
      ids.add(id)
      joined.add(sent(carriage, id, sink, signal))
    }
    if (wait) for (const way of onTheWay.values()) joined.add(way)
    if (joined.size === 0) break
    await Promise.all(joined)
    joined.clear()
  }
  const now = showing(handle)
  return [...ids].flatMap((id) => shownDelivery(outboxOf(handle), now, id) ?? [])
}

/** Gives an app that has no webhook one in this process. A TypeError says that there is no such app. */
function subscribe(handle: Handle, app: string): void {
  if (/^\d{1,15}$/.test(app) && look(handle).first('webhooks', 'byApp', [Number(app)])) return
  const outcome = actionsOf(handle).setWebhook({ app })
  if (!outcome.ok) throw new TypeError(outcome.error.message.replace(/^\(#\d+\) /, ''))
}

/** The webhooks of a world. */
export function webhooksOf(handle: Handle): Webhooks {
  const carriage: Carriage = { handle, sinks: [], onTheWay: new Map() }
  return {
    get outbox() {
      return shownOutbox(outboxOf(handle), showing(handle))
    },
    get due() {
      return nextDue(handle)
    },
    connect(app, sink) {
      subscribe(handle, app)
      const connected = { app, sink }
      carriage.sinks.push(connected)
      return {
        [Symbol.dispose]() {
          const at = carriage.sinks.indexOf(connected)
          if (at >= 0) carriage.sinks.splice(at, 1)
        },
      }
    },
    flush: (options = {}) => flushed(carriage, options),
  }
}
