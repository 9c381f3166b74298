import type { Tables } from '../areas/tables.ts'
import { withoutExpired } from '../areas/webhooks/attempt.ts'
import {
  type Delivery,
  type DueDelivery,
  dueDeliveries,
  shownDelivery,
  shownOutbox,
} from '../areas/webhooks/delivery.ts'
import { type Outbox, outboxIn } from '../areas/webhooks/outbox.ts'
import { open } from '../engine/draft.ts'
import { indexesOf } from '../engine/edge.ts'
import type { ServiceContents, Tx } from '../graph/context.ts'
import { service } from '../machine/service-machine.ts'
import { type AttemptReport, type Transport, transported } from './carrying.ts'
import { actionsOf } from './client.ts'
import { type Handle, policyIn, take } from './handle.ts'
import { checkNames } from './known-names.ts'

/** How due deliveries are carried. */
export interface FlushOptions {
  /**
   * Ends the waiting: what was not answered by then counts as not answered. The core has no timer, so it is
   * the caller's to say how long a sink may take, as by `AbortSignal.timeout(5_000)`.
   */
  readonly signal?: AbortSignal
  /** Carries what no sink is connected for, to a url. Without one such a delivery waits. */
  readonly carrier?: Transport
  /**
   * Waits, too, for what another flush is carrying already. Not for a flush that a sink itself begins: it
   * would wait for its own sink.
   */
  readonly wait?: boolean
  /**
   * How many deliveries to one app the carrier may have on their way at once; any number if left out. What
   * finds no room waits, and what waits together is taken together.
   */
  readonly most?: number
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
  connect(app: string, sink: Transport): Disposable
  /**
   * Carries what is due now, the retry that follows at once included, and reports each result back. Notices
   * that come to be meanwhile are left for the next flush. Answers the deliveries as they stand then.
   */
  flush(options?: FlushOptions): Promise<readonly Delivery[]>
}

const indexes = indexesOf(service.schema)

/** A look at the graph, which nobody commits. */
const look = ({ state }: Handle): Tx => open<Tables, ServiceContents>(state.graph, indexes)

const showing = (handle: Handle) => ({
  tx: look(handle),
  policy: policyIn(handle),
  now: handle.state.graph.now,
})

const outboxOf = ({ state }: Handle) => outboxIn(state.ledger)

/** When the next delivery of an outbox is due, and from when until when that holds: until one is dropped. */
interface NextDue {
  readonly due: number | undefined
  readonly from: number
  readonly until: number
}

// An outbox is never changed, and a server asks after each call: it may hold thousands of notices.
const nextDues = new WeakMap<Outbox, NextDue>()

function findNextDue(outbox: Outbox, now: number): NextDue {
  const { sending, waiting } = withoutExpired(outbox, now)
  let [earliest, until] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { due, dropAt } of sending) {
    if (due !== null && due < earliest) earliest = due
    if (dropAt !== null && dropAt > now && dropAt < until) until = dropAt
  }
  for (const { due } of waiting) if (due < earliest) earliest = due
  return { due: earliest === Number.POSITIVE_INFINITY ? undefined : earliest, from: now, until }
}

/** The earliest instant at which something in the outbox is due. */
function nextDue(handle: Handle): number | undefined {
  const outbox = outboxOf(handle)
  const { now } = handle.state.graph
  const known = nextDues.get(outbox)
  if (known && now >= known.from && now < known.until) return known.due
  const found = findNextDue(outbox, now)
  nextDues.set(outbox, found)
  return found.due
}

/** A delivery on its way. */
interface Way {
  readonly app: string
  readonly isCarriers: boolean
  readonly end: Promise<void>
}

/** What one world has connected, and what is on its way at this moment: neither is part of its state. */
interface Carriage {
  readonly handle: Handle
  readonly sinks: { readonly app: string; readonly sink: Transport }[]
  /** By the id of the delivery. After a reset the same ids name others, and so have ways of their own. */
  readonly ways: WeakMap<object, Map<string, Way>>
}

/** What is on its way since the last reset. */
function waysOf({ handle: { life }, ways }: Carriage): Map<string, Way> {
  const known = ways.get(life) ?? new Map<string, Way>()
  ways.set(life, known)
  return known
}

/** What is due, and who takes it. */
interface Load {
  readonly id: string
  readonly app: string
  readonly sink: Transport
  readonly isCarriers: boolean
}

/** Who carries a delivery: the sink that was connected last, or the carrier where there is a url. */
function carrierOf({ sinks }: Carriage, due: DueDelivery, carrier: Transport | undefined): Load[] {
  const { id, app, url } = due
  const connected = sinks.findLast((one) => one.app === app)
  if (connected) return [{ id, app, sink: connected.sink, isCarriers: false }]
  return carrier && url !== null ? [{ id, app, sink: carrier, isCarriers: true }] : []
}

/** Carries one delivery, from its beginning to its report. */
async function carry({ handle }: Carriage, id: string, sink: Transport, signal?: AbortSignal): Promise<void> {
  const { life } = handle
  // A sink before this one may have called the world and changed what is due.
  if (!take(handle, { type: 'delivered', begin: id }).outcome.ok) return
  const delivery = shownDelivery(outboxOf(handle), showing(handle), id)
  if (!delivery) return
  const result: AttemptReport = await transported(sink, delivery, signal)
  // After a reset the same id may name another delivery.
  if (handle.life === life) take(handle, { type: 'delivered', delivery: id, result })
}

/** What is due now and has somebody to carry it. `before` leaves out what came to be later. */
function carriable(carriage: Carriage, carrier: Transport | undefined, before: number): Load[] {
  const { handle } = carriage
  const ways = waysOf(carriage)
  return dueDeliveries(outboxOf(handle), look(handle), handle.state.graph.now)
    .filter(({ id, number }) => number < before && !ways.has(id))
    .flatMap((due) => carrierOf(carriage, due, carrier))
}

/** Whether one more delivery to an app may be on its way: sinks of this process have room for any number. */
function hasRoom(ways: ReadonlyMap<string, Way>, { app, isCarriers }: Load, most: number): boolean {
  if (!isCarriers || most === Number.POSITIVE_INFINITY) return true
  let taken = 0
  for (const way of ways.values()) if (way.isCarriers && way.app === app) taken++
  return taken < most
}

/** Sends a delivery on its way. It is marked as being there before its sink can call the world. */
function sent(carriage: Carriage, { id, app, sink, isCarriers }: Load, signal?: AbortSignal): Promise<void> {
  const ways = waysOf(carriage)
  const end = new Promise<void>((resolve, reject) => {
    ways.set(id, { app, isCarriers, end: Promise.resolve() })
    carry(carriage, id, sink, signal)
      .finally(() => ways.delete(id))
      .then(resolve, reject)
  })
  ways.set(id, { app, isCarriers, end })
  return end
}

async function flushed(carriage: Carriage, options: FlushOptions) {
  const { signal, carrier, wait = false, most = Number.POSITIVE_INFINITY } = options
  const { handle } = carriage
  const { life } = handle
  const ways = waysOf(carriage)
  const before = outboxOf(handle).next
  const ids = new Set<string>()
  const joined = new Set<Promise<void>>()
  for (;;) {
    if (handle.life !== life || signal?.aborted) break
    for (const load of carriable(carriage, carrier, before)) {
      // A sink before this one may have begun a flush of its own, or reset the world.
      if (handle.life !== life || ways.has(load.id) || !hasRoom(ways, load, most)) continue
      ids.add(load.id)
      joined.add(sent(carriage, load, signal))
    }
    if (wait) for (const { end } of ways.values()) joined.add(end)
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
  const carriage: Carriage = { handle, sinks: [], ways: new WeakMap() }
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
    flush(options = {}) {
      checkNames('flush', 'option', options, ['signal', 'carrier', 'wait', 'most'])
      return flushed(carriage, options)
    },
  }
}
