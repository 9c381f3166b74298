import { dueDeliveries, webhookOf } from '../../chapters/webhooks/attempt.ts'
import { type Delivery, shownDelivery, shownOutbox } from '../../chapters/webhooks/delivery.ts'
import { outboxIn } from '../../chapters/webhooks/outbox.ts'
import { watchedObjects } from '../../chapters/webhooks/user-fields.ts'
import { cutText } from '../../engine/values/cut.ts'
import { errorMessage } from '../../engine/values/error-message.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { plainNodeNumber } from '../../service/values/ids.ts'
import { shown } from '../../service/values/scalars.ts'
import { type Handle, readingTx, runSettled } from '../handle/handle.ts'
import { checkNames } from '../handle/known-names.ts'
import { runOrThrow } from '../handle/take-or-throw.ts'
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

/** The transport, the timeout and the concurrency of a flush. */
export interface FlushOptions {
  /**
   * Aborts the attempts: an attempt without an answer then fails. The core has no timer, so the caller sets
   * the timeout, for example with `AbortSignal.timeout(5_000)`.
   */
  readonly signal?: AbortSignal
  /**
   * Sends the deliveries of apps that have a URL and no connected transport. Without it they stay queued, and
   * a flush that finds no other delivery rejects.
   */
  readonly transport?: Transport
  /**
   * Also waits for the attempts of other flushes. Do not set it when a connected transport calls `flush`: the
   * flush would wait for that transport, and never end.
   */
  readonly wait?: boolean
  /**
   * The maximum attempts in progress for one app with the option `transport`: unlimited if left out. The
   * other deliveries stay queued, and a later flush sends their notices in one payload.
   */
  readonly maxConcurrentPerApp?: number
}

/** The result of an attempt: the HTTP status of the answer, or the error if there was no answer. */
export type DeliveryResult =
  | { readonly status: number; readonly body?: string | undefined }
  | { readonly error: string }

/**
 * A function or a fetch handler that delivers to an app. Its argument has the members of both a `Delivery`
 * and a `Request`. If it returns nothing, the attempt fails, as a server fails that never answers.
 */
export type Transport = (
  delivery: Delivery & Request,
) => DeliveryResult | Response | Promise<DeliveryResult | Response>

/** An attempt in progress. */
interface OpenAttempt {
  readonly app: string
  /** True if a connected transport makes it, and not the option of the flush. */
  readonly isConnected: boolean
  end: Promise<void>
}

/** The transports and attempts of one world. They are not part of its state. */
interface WebhookConnections {
  readonly handle: Handle
  /** The connected transports, oldest first. */
  readonly transports: { readonly app: string; readonly transport: Transport }[]
  /** Attempts by delivery id, for each life of the handle, because a reset assigns the same ids again. */
  readonly attempts: WeakMap<object, Map<string, OpenAttempt>>
}

/** Returns every delivery of a world. */
export const deliveriesOf = (handle: Handle): readonly Delivery[] =>
  shownOutbox(outboxIn(handle.state.ledger), readingTx(handle))

const dueNow = (handle: Handle) => dueDeliveries(outboxIn(handle.state.ledger), readingTx(handle))

/** Returns one delivery that was attempted. */
const deliveryOf = (handle: Handle, id: string): Delivery | undefined =>
  shownDelivery(outboxIn(handle.state.ledger), readingTx(handle), id)

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

/** Returns true if one more attempt for an app may start without a connected transport. */
function hasRoom(attempts: ReadonlyMap<string, OpenAttempt>, app: string, max: number): boolean {
  let count = 0
  for (const attempt of attempts.values()) if (!attempt.isConnected && attempt.app === app) count++
  return count < max
}

/** The result of an attempt as the input `delivered` takes it: checked, and with bounded texts. */
type AttemptReport = { status: number; body?: string } | { error: string }

// Not `instanceof`: a Response may come from another realm or from a library.
const isResponse = (given: object): given is Response =>
  'status' in given && 'headers' in given && 'text' in given && typeof given.text === 'function'

/** Reads the body of a response as text, up to `bounds.webhookAnswerBytesMax` bytes. */
async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const bytes = new Uint8Array(bounds.webhookAnswerBytesMax)
  let length = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (length + part.value.length > bounds.webhookAnswerBytesMax) {
      await reader?.cancel()
      break
    }
    bytes.set(part.value, length)
    length += part.value.length
  }
  // Decoded in one call: in several, Node 24 loses a byte order mark that follows invalid bytes.
  return new TextDecoder().decode(bytes.subarray(0, length))
}

const failed = (reason: string): AttemptReport => ({
  error: cutText(reason, bounds.webhookErrorCharactersMax).toWellFormed(),
})

function answered(status: unknown, body: string | undefined): AttemptReport {
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599)
    return failed(`A transport must return an HTTP status from 100 to 599, got ${shown(status)}`)
  return {
    status,
    ...(typeof body === 'string' && { body: cutText(body, bounds.webhookAnswerBytesMax).toWellFormed() }),
  }
}

/** Returns the report of what a transport returned. Only a verification reads the body of the answer. */
async function reportOf(returned: ReturnType<Transport>, { kind }: Delivery): Promise<AttemptReport> {
  const given = await returned
  if (typeof given !== 'object' || given === null)
    return failed(
      `The handler must return a Response or a result such as { status: 200 }, got ${shown(given)}`,
    )
  const needsBody = kind === 'verification'
  if (isResponse(given)) {
    if (needsBody) return answered(given.status, await textOf(given))
    await given.body?.cancel()
    return answered(given.status, undefined)
  }
  if ('error' in given) return failed(String(given.error))
  return answered(given.status, needsBody ? given.body : undefined)
}

/** Resolves when the signal is aborted. `stop` removes the listener. */
function abortion(signal: AbortSignal): { promise: Promise<AttemptReport>; stop: () => void } {
  let stop = () => {}
  const promise = new Promise<AttemptReport>((resolve) => {
    const abort = () => resolve(failed('No answer came in time'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    stop = () => signal.removeEventListener('abort', abort)
  })
  return { promise, stop }
}

/**
 * Makes one attempt to deliver, with a request that also has the members of the delivery. It never rejects:
 * a transport that throws, rejects, or has not answered when the signal is aborted gives a report with an
 * error.
 */
export async function attemptDelivery(
  transport: Transport,
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<AttemptReport> {
  const aborted = signal && abortion(signal)
  try {
    const { method, url, headers, body } = delivery.request
    const init = { method, headers, ...(method === 'POST' && { body }), ...(signal && { signal }) }
    const request = Object.assign(new Request(url, init), delivery)
    const report = reportOf(transport(request), delivery)
    return await (aborted ? Promise.race([report, aborted.promise]) : report)
  } catch (error) {
    return failed(errorMessage(error))
  } finally {
    aborted?.stop()
  }
}

/** Makes one attempt: starts it in the world, calls the transport, and reports the result. */
async function attempt(
  handle: Handle,
  id: string,
  transport: Transport,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { life } = handle
  const { outcome } = runSettled(handle, { type: 'delivered', begin: id })
  if (!outcome.ok) {
    // An earlier transport may have called the world. If not, the flush would try it again without end.
    if (!dueNow(handle).some((due) => due.id === id)) return
    throw new Error(`The delivery ${id} is due, and its attempt cannot begin: ${outcome.error.message}`)
  }
  const delivery = deliveryOf(handle, id)
  if (!delivery) return
  const result = await attemptDelivery(transport, delivery, signal)
  // After a reset the id may belong to another delivery.
  if (handle.life === life) runSettled(handle, { type: 'delivered', delivery: id, result })
}

/** Throws a TypeError if a delivery is due. The caller has found that none of them has a transport. */
function checkTransports(handle: Handle, before: number): void {
  const first = dueNow(handle).find(({ number }) => number < before)
  if (!first) return
  const { app, url } = first
  const webhook = url === null ? '' : `, whose webhook is ${url}`
  throw new TypeError(
    `flush() has no transport for the app ${app}${webhook}: connect one with ` +
      'webhooks.connect(app, handler), pass flush({ transport: (delivery) => fetch(delivery) }), or leave ' +
      'flush() out if listen() serves the world: its server sends within 0.1 s',
  )
}

/**
 * Sends due deliveries, round by round, until none is due. Returns the deliveries that it attempted, with
 * their results.
 */
async function flush(connections: WebhookConnections, options: FlushOptions): Promise<readonly Delivery[]> {
  const {
    signal,
    transport: own,
    wait = false,
    maxConcurrentPerApp: max = Number.POSITIVE_INFINITY,
  } = options
  const { handle, transports } = connections
  const { life } = handle
  const attempts = connections.attempts.get(life) ?? new Map<string, OpenAttempt>()
  connections.attempts.set(life, attempts)
  // Notices that are queued later wait for the next flush.
  const before = outboxIn(handle.state.ledger).next
  const ids = new Set<string>()
  while (handle.life === life && !signal?.aborted) {
    const round = new Set<Promise<void>>()
    for (const { id, app, number, url } of dueNow(handle)) {
      // The last one connected for the app, or the flush's own if the app has a URL.
      const connected = transports.findLast((one) => one.app === app)
      const transport = connected?.transport ?? (url === null ? undefined : own)
      // An earlier transport may have started a flush, or reset the world.
      if (!transport || number >= before || handle.life !== life || attempts.has(id)) continue
      const isConnected = connected !== undefined
      const isLimited = !isConnected && max < Number.POSITIVE_INFINITY
      if (isLimited && !hasRoom(attempts, app, max)) continue
      ids.add(id)
      const open: OpenAttempt = { app, isConnected, end: Promise.resolve() }
      // It is registered first, because the transport may flush again.
      attempts.set(id, open)
      open.end = attempt(handle, id, transport, signal).finally(() => attempts.delete(id))
      round.add(open.end)
    }
    if (wait) for (const { end } of attempts.values()) round.add(end)
    if (round.size === 0) break
    await Promise.all(round)
  }
  const isOver = handle.life !== life || signal?.aborted === true
  if (!isOver && ids.size === 0 && !own && attempts.size === 0) checkTransports(handle, before)
  const sent: Delivery[] = []
  for (const id of ids) {
    const delivery = deliveryOf(handle, id)
    if (delivery) sent.push(delivery)
  }
  return sent
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
