import type { Delivery } from '../../chapters/webhooks/delivery.ts'
import { cutText } from '../../engine/values/cut.ts'
import { errorMessage } from '../../engine/values/error-message.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { shown } from '../../service/values/scalars.ts'

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

/** Resolves when the signal is aborted; never without a signal. `stop` removes the listener. */
function abortion(signal: AbortSignal | undefined): { promise: Promise<AttemptReport>; stop: () => void } {
  let stop = () => {}
  const promise = new Promise<AttemptReport>((resolve) => {
    if (!signal) return
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
  const { promise, stop } = abortion(signal)
  const report = await Promise.race([callTransport(transport, delivery, signal), promise])
  stop()
  return report
}
