import { type Delivery, dueDeliveries, shownDelivery, shownOutbox } from '../../chapters/webhooks/delivery.ts'
import { outboxIn } from '../../chapters/webhooks/outbox.ts'
import { cutText } from '../../engine/values/cut.ts'
import { errorMessage } from '../../engine/values/error-message.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { shown } from '../../service/values/scalars.ts'
import { type Handle, readingTx, runSettled } from '../handle/handle.ts'

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

/** An attempt in progress. */
interface OpenAttempt {
  readonly app: string
  readonly isConnected: boolean
  end: Promise<void>
}

/** The transports and attempts of one world. They are not part of its state. */
export interface WebhookConnections {
  readonly handle: Handle
  /** The connected transports, oldest first. */
  readonly transports: { readonly app: string; readonly transport: Transport }[]
  /** Attempts by delivery id, for each life of the handle, because a reset assigns the same ids again. */
  readonly attempts: WeakMap<object, Map<string, OpenAttempt>>
}

/** A due delivery with its transport. */
interface Deliverable {
  readonly id: string
  readonly app: string
  readonly transport: Transport
  /** Whether the transport is a connected one, and not the option of the flush. */
  readonly isConnected: boolean
}

/** Returns every delivery of a world. */
export const deliveriesOf = (handle: Handle): readonly Delivery[] =>
  shownOutbox(outboxIn(handle.state.ledger), readingTx(handle))

/** Returns the attempts since the last reset. */
function openAttempts({ handle: { life }, attempts }: WebhookConnections): Map<string, OpenAttempt> {
  const known = attempts.get(life) ?? new Map<string, OpenAttempt>()
  attempts.set(life, known)
  return known
}

/**
 * Returns the due deliveries that have a transport: the last one connected for the app, or the flush's own if
 * the app has a URL. `before` excludes notices that are queued later.
 */
function deliverables(
  connections: WebhookConnections,
  own: Transport | undefined,
  before: number,
): readonly Deliverable[] {
  const { handle, transports } = connections
  const attempts = openAttempts(connections)
  const found: Deliverable[] = []
  for (const due of dueDeliveries(outboxIn(handle.state.ledger), readingTx(handle), handle.state.graph.now)) {
    const { id, app, url, number } = due
    if (number >= before || attempts.has(id)) continue
    const connected = transports.findLast((one) => one.app === app)
    const transport = connected?.transport ?? (url === null ? undefined : own)
    if (transport) found.push({ id, app, transport, isConnected: connected !== undefined })
  }
  return found
}

/** Returns true if one more attempt for an app may start without a connected transport. */
function hasRoom(attempts: ReadonlyMap<string, OpenAttempt>, { app }: Deliverable, max: number): boolean {
  let count = 0
  for (const attempt of attempts.values()) if (!attempt.isConnected && attempt.app === app) count++
  return count < max
}

const isDue = (handle: Handle, id: string): boolean =>
  dueDeliveries(outboxIn(handle.state.ledger), readingTx(handle), handle.state.graph.now).some(
    (due) => due.id === id,
  )

/** Makes one attempt: starts it in the world, calls the transport, and reports the result. */
async function attempt(handle: Handle, { id, transport }: Deliverable, signal?: AbortSignal): Promise<void> {
  const { life } = handle
  const { outcome } = runSettled(handle, { type: 'delivered', begin: id })
  if (!outcome.ok) {
    // An earlier transport may have called the world. If not, the flush would try it again without end.
    if (!isDue(handle, id)) return
    throw new Error(`The delivery ${id} is due, and its attempt cannot begin: ${outcome.error.message}`)
  }
  const delivery = shownDelivery(outboxIn(handle.state.ledger), readingTx(handle), id)
  if (!delivery) return
  const result = await attemptDelivery(transport, delivery, signal)
  // After a reset the id may belong to another delivery.
  if (handle.life === life) runSettled(handle, { type: 'delivered', delivery: id, result })
}

/** Starts an attempt. It registers the attempt first, because the transport may flush again. */
function startAttempt(
  connections: WebhookConnections,
  deliverable: Deliverable,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id, app, isConnected } = deliverable
  const attempts = openAttempts(connections)
  const open: OpenAttempt = { app, isConnected, end: Promise.resolve() }
  attempts.set(id, open)
  open.end = attempt(connections.handle, deliverable, signal).finally(() => attempts.delete(id))
  return open.end
}

/** Throws a TypeError if a delivery is due. The caller has found that none of them has a transport. */
function checkTransports(handle: Handle, before: number): void {
  const due = dueDeliveries(outboxIn(handle.state.ledger), readingTx(handle), handle.state.graph.now)
  const first = due.find(({ number }) => number < before)
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
export async function flush(
  connections: WebhookConnections,
  options: FlushOptions,
): Promise<readonly Delivery[]> {
  const { signal, transport, wait = false, maxConcurrentPerApp = Number.POSITIVE_INFINITY } = options
  const { handle } = connections
  const { life } = handle
  const attempts = openAttempts(connections)
  const before = outboxIn(handle.state.ledger).next
  const ids = new Set<string>()
  while (handle.life === life && !signal?.aborted) {
    const round = new Set<Promise<void>>()
    for (const deliverable of deliverables(connections, transport, before)) {
      // An earlier transport may have started a flush, or reset the world.
      if (handle.life !== life || attempts.has(deliverable.id)) continue
      const isLimited = !deliverable.isConnected && maxConcurrentPerApp < Number.POSITIVE_INFINITY
      if (isLimited && !hasRoom(attempts, deliverable, maxConcurrentPerApp)) continue
      ids.add(deliverable.id)
      round.add(startAttempt(connections, deliverable, signal))
    }
    if (wait) for (const { end } of attempts.values()) round.add(end)
    if (round.size === 0) break
    await Promise.all(round)
  }
  const isOver = handle.life !== life || signal?.aborted === true
  if (!isOver && ids.size === 0 && !transport && attempts.size === 0) checkTransports(handle, before)
  const tx = readingTx(handle)
  const sent: Delivery[] = []
  for (const id of ids) {
    const delivery = shownDelivery(outboxIn(handle.state.ledger), tx, id)
    if (delivery) sent.push(delivery)
  }
  return sent
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

/** The result of an attempt as the input `delivered` takes it: checked, and with bounded texts. */
type AttemptReport = { status: number; body?: string } | { error: string }

/** Creates the request of a delivery. It also has the members of the delivery. */
function requestOf(delivery: Delivery, signal: AbortSignal | undefined): Delivery & Request {
  const { method, url, headers, body } = delivery.request
  const init = { method, headers, ...(method === 'POST' && { body }), ...(signal && { signal }) }
  return Object.assign(new Request(url, init), delivery)
}

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
async function reportOf(given: Awaited<ReturnType<Transport>>, { kind }: Delivery): Promise<AttemptReport> {
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

async function callTransport(
  transport: Transport,
  delivery: Delivery,
  signal: AbortSignal | undefined,
): Promise<AttemptReport> {
  try {
    return await reportOf(await transport(requestOf(delivery, signal)), delivery)
  } catch (error) {
    return failed(errorMessage(error))
  }
}

/**
 * Makes one attempt to deliver. It never rejects: a transport that throws, rejects, or has not answered when
 * the signal is aborted gives a report with an error.
 */
export async function attemptDelivery(
  transport: Transport,
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<AttemptReport> {
  if (!signal) return callTransport(transport, delivery, signal)
  const { promise, stop } = abortion(signal)
  const report = await Promise.race([callTransport(transport, delivery, signal), promise])
  stop()
  return report
}
