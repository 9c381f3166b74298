import { lookup as systemLookup } from 'node:dns/promises'
import {
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
} from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { bounds } from '../../graph/contract/bounds.ts'
import type { DeliveryResult, Transport } from '../../world/carrying.ts'
import { addressOf, type Destination, destinationOf, type Lookup } from './destination.ts'

/** How webhooks at urls are called. */
export interface HttpTransportOptions {
  /** Hosts beside loopback ones that may be called, with a port or without. */
  readonly hosts?: readonly string[]
  /** How long an answer may take, its body included, in milliseconds: 5,000 if left out. */
  readonly timeout?: number
  readonly lookup?: Lookup
}

/** How long a webhook may take to answer unless told otherwise, in milliseconds. */
export const WEBHOOK_TIMEOUT = 5_000

/** As much of an answer as is read. */
const BODY_BYTES_MAX = 64 * 1024

async function systemAddresses(name: string): Promise<readonly string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address)
}

/** Rejects as soon as a signal says stop, whatever is awaited. */
function unlessAborted<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('No answer came in time'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    awaited.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Reads an answer to its end, or to the most that is read of one. */
function answerOf(message: IncomingMessage): Promise<DeliveryResult> {
  const chunks: Uint8Array[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const done = () => {
      const body = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX))
      resolve({ status: message.statusCode ?? 0, body })
      message.destroy()
    }
    message.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > BODY_BYTES_MAX) done()
    })
    message.on('end', done)
    message.on('error', reject)
    message.on('close', () => reject(new Error('The answer broke off')))
  })
}

function ask(options: RequestOptions, isSecure: boolean, body: string): Promise<DeliveryResult> {
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = (isSecure ? secureRequest : plainRequest)(options, (message) => {
      answerOf(message)
        .then(resolve, reject)
        .finally(() => sent.destroy())
    })
    sent.on('error', reject)
    let informational = 0
    sent.on('information', () => {
      informational++
      if (informational > bounds.informationalAnswersMax)
        sent.destroy(
          new Error(`More than ${bounds.informationalAnswersMax} informational answers (1xx) came`),
        )
    })
    // A webhook that asks to speak another protocol gets no more of this one.
    sent.on('upgrade', (_message, socket) => socket.destroy())
    sent.end(body)
  })
}

function optionsOf(
  { url, host }: Destination,
  address: string,
  { method, headers, body }: { method: string; headers: Readonly<Record<string, string>>; body: string },
  signal: AbortSignal,
) {
  return {
    // The address that was judged: nothing is looked up again. Redirects are answers like any other.
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

/** Calls webhooks at their urls: loopback hosts and those that are listed, and no other. */
export function httpTransport(options: HttpTransportOptions = {}): Transport {
  const { hosts = [], timeout = WEBHOOK_TIMEOUT, lookup = systemAddresses } = options
  return async ({ request, signal: stopping }) => {
    const destination = destinationOf(request.url, hosts)
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeout)])
    const address = await unlessAborted(addressOf(destination, lookup), signal)
    const isSecure = destination.url.protocol === 'https:'
    return unlessAborted(
      ask(optionsOf(destination, address, request, signal), isSecure, request.body),
      signal,
    )
  }
}
