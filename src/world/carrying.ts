import type { Delivery } from '../areas/webhooks/delivery.ts'
import { cutText } from '../engine/cut.ts'

/** What came of carrying a delivery: the status that was answered, or why there was no answer. */
export type DeliveryResult =
  | { readonly status: number; readonly body?: string | undefined }
  | { readonly error: string }

/**
 * What gets deliveries: a function of the delivery, or a fetch handler, since what it is handed is both a
 * delivery and a `Request`. Answering nothing is answering 200.
 */
export type Transport = (
  delivery: Delivery & Request,
) => DeliveryResult | Response | undefined | void | Promise<DeliveryResult | Response | undefined | void>

/** A result as a world takes it. */
export type AttemptReport = { status: number; body?: string } | { error: string }

const BODY_BYTES_MAX = 64 * 1024
const ERROR_LENGTH_MAX = 200

/** The request of a delivery, which shows the delivery's own members too. */
function requestOf(delivery: Delivery, signal: AbortSignal | undefined): Delivery & Request {
  const { method, url, headers, body } = delivery.request
  const init = { method, headers, ...(method === 'POST' && { body }), ...(signal && { signal }) }
  return Object.assign(new Request(url, init), delivery)
}

// A Response of another realm, or of a library, is one too.
const isResponse = (given: object): given is Response =>
  'status' in given && 'headers' in given && 'text' in given && typeof given.text === 'function'

/** The body of a response as text, as far as one is ever needed. */
async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const bytes = new Uint8Array(BODY_BYTES_MAX)
  let length = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (length + part.value.length > BODY_BYTES_MAX) {
      await reader?.cancel()
      break
    }
    bytes.set(part.value, length)
    length += part.value.length
  }
  // Decoded at once: Node 24 loses a byte order mark behind ill-formed bytes where it decodes piece by piece.
  return new TextDecoder().decode(bytes.subarray(0, length))
}

const failed = (why: string): AttemptReport => ({ error: cutText(why, ERROR_LENGTH_MAX).toWellFormed() })

function answered(status: unknown, body: string | undefined): AttemptReport {
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599)
    return failed('The sink answered no HTTP status')
  return { status, ...(typeof body === 'string' && { body: cutText(body, BODY_BYTES_MAX).toWellFormed() }) }
}

/** The result that a sink's answer comes to. The answer's body counts in a verification alone. */
async function resultOf(given: Awaited<ReturnType<Transport>>, { kind }: Delivery): Promise<AttemptReport> {
  if (given === undefined) return { status: 200 }
  if (typeof given !== 'object' || given === null) return failed('The sink answered no result')
  const needsBody = kind === 'verification'
  if (isResponse(given)) {
    if (needsBody) return answered(given.status, await textOf(given))
    await given.body?.cancel()
    return answered(given.status, undefined)
  }
  if ('error' in given) return failed(String(given.error))
  return answered(given.status, needsBody ? given.body : undefined)
}

/** Resolves when the waiting is over; never without a signal. */
function givenUp(signal: AbortSignal | undefined): { promise: Promise<AttemptReport>; stop: () => void } {
  let stop = () => {}
  const promise = new Promise<AttemptReport>((resolve) => {
    if (!signal) return
    const giveUp = () => resolve(failed('No answer came in time'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp)
    stop = () => signal.removeEventListener('abort', giveUp)
  })
  return { promise, stop }
}

async function asked(
  sink: Transport,
  delivery: Delivery,
  signal: AbortSignal | undefined,
): Promise<AttemptReport> {
  try {
    return await resultOf(await sink(requestOf(delivery, signal)), delivery)
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Hands a delivery to a sink. Whatever the sink does, a result comes of it: throwing and rejecting are no
 * answer, and so is not answering until the signal says stop. It never rejects.
 */
export async function transported(
  sink: Transport,
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<AttemptReport> {
  const { promise, stop } = givenUp(signal)
  const result = await Promise.race([asked(sink, delivery, signal), promise])
  stop()
  return result
}
