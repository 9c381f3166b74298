import { lookup as systemLookup } from 'node:dns/promises'
import {
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
} from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { bounds } from '../../service/contract/bounds.ts'
import type { DeliveryResult, Transport } from '../../world/sending/webhooks.ts'
import { addressOf, type Destination, destinationOf, type Lookup } from './destination.ts'

/** Options for calling webhooks over HTTP. */
interface HttpTransportOptions {
  /** Hosts that may be called in addition to loopback hosts, with or without a port. */
  readonly hosts?: readonly string[]
  /** Milliseconds for the whole answer with its body: 5,000 if left out. */
  readonly timeout?: number
  readonly lookup?: Lookup
}

/** Milliseconds for the answer of a webhook, by default. */
export const WEBHOOK_TIMEOUT_MS = 5_000

async function lookUp(name: string): Promise<readonly string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address)
}

/** Settles like the promise, or rejects when the signal is aborted. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('No answer came in time'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Reads an answer to its end, or to `bounds.webhookAnswerBytesMax`. */
function readAnswer(message: IncomingMessage): Promise<DeliveryResult> {
  const chunks: Uint8Array[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const finish = () => {
      const body = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bounds.webhookAnswerBytesMax))
      resolve({ status: message.statusCode ?? 0, body })
      message.destroy()
    }
    message.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > bounds.webhookAnswerBytesMax) finish()
    })
    message.on('end', finish)
    message.on('error', reject)
    message.on('close', () => reject(new Error('The answer ended too soon')))
  })
}

function send(options: RequestOptions, isSecure: boolean, body: string): Promise<DeliveryResult> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (isSecure ? secureRequest : plainRequest)(options, (message) => {
      readAnswer(message)
        .then(resolve, reject)
        .finally(() => request.destroy())
    })
    request.on('error', reject)
    let informational = 0
    request.on('information', () => {
      informational++
      if (informational > bounds.informationalAnswersMax)
        request.destroy(
          new Error(
            `The webhook sent more than ${bounds.informationalAnswersMax} informational answers (1xx)`,
          ),
        )
    })
    // An endpoint that switches to another protocol gives no answer.
    request.on('upgrade', (_message, socket) => socket.destroy())
    request.end(body)
  })
}

function optionsOf(
  { url, host }: Destination,
  address: string,
  { method, headers, body }: { method: string; headers: Readonly<Record<string, string>>; body: string },
  signal: AbortSignal,
) {
  return {
    // The checked IP address, so that the name is not resolved again. Redirects are not followed.
    host: address,
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    method,
    headers: {
      ...headers,
      Host: url.host,
      'Accept-Encoding': 'identity',
      'User-Agent': 'fauxgraph',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
    agent: false as const,
    signal,
    ...(isIP(host) === 0 && { servername: host }),
  }
}

/** The transport that calls webhook endpoints at their URLs, if the host is loopback or listed (HOK-002). */
export function httpTransport(options: HttpTransportOptions = {}): Transport {
  const { hosts = [], timeout = WEBHOOK_TIMEOUT_MS, lookup = lookUp } = options
  return async ({ request, signal: requestSignal }) => {
    const destination = destinationOf(request.url, hosts)
    const signal = AbortSignal.any([requestSignal, AbortSignal.timeout(timeout)])
    const address = await unlessAborted(addressOf(destination, lookup), signal)
    const isSecure = destination.url.protocol === 'https:'
    return unlessAborted(
      send(optionsOf(destination, address, request, signal), isSecure, request.body),
      signal,
    )
  }
}
