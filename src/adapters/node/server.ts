import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type GraphResponse, problemResponse } from '../../wire/response.ts'
import type { World } from '../../world/world.ts'
import type { Site } from '../answer.ts'
import { BODY_LIMIT } from '../fetch.ts'
import { originList } from '../hosts.ts'
import { type Worlds, worldsFrom } from '../worlds.ts'
import { WEBHOOK_TIMEOUT, webhookCarrier } from './carrier.ts'
import { type Deliverer, deliver } from './deliverer.ts'
import { exchange } from './exchange.ts'
import { type PictureRenderer, pictureRenderer } from './pictures.ts'
import { keepTime, type TimeOption } from './real-time.ts'

/** How a world is served over HTTP. */
export interface ListenOptions {
  /** A free one is taken if left out. */
  readonly port?: number
  /** 127.0.0.1 if left out. Any other but a loopback address lets the network in. */
  readonly host?: string
  /** Whether the control plane is served at `/_sim`: true if left out. */
  readonly control?: boolean
  /** Who moves the clock: `manual` if left out, when only calls of the control plane and of the world do. */
  readonly time?: TimeOption
  /** Hosts beside loopback ones at which the service answers. */
  readonly allowedHosts?: readonly string[]
  /** The origins whose web pages may read and write. */
  readonly cors?: readonly string[]
  /** The largest body that is read, in bytes: 32 MiB if left out. */
  readonly bodyLimit?: number
  /** Hosts beside loopback ones at which webhooks are called, with a port or without. */
  readonly webhookHosts?: readonly string[]
  /** How long a webhook may take to answer, in milliseconds: 5,000 if left out. */
  readonly webhookTimeout?: number
}

/** A server at work. One port serves both addresses of the contract, so they are the same. */
export interface Listening extends AsyncDisposable {
  readonly url: string
  readonly webUrl: string
  /** Stops listening, and closes every connection within a second. */
  close(): Promise<void>
}

/** How long open exchanges may go on while the server closes. */
const CLOSING_MS = 500

const protections = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  // A request without Host is answered like one with a bad one, in the shape of the contract's errors.
  requireHostHeader: false,
}

/** The status of what Node's parser refused. */
const parserStatuses: Readonly<Record<string, readonly [number, string]>> = {
  HPE_INVALID_URL: [400, 'A target has percent escapes in place of bytes beyond ASCII'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
}

function rawResponse({ status, headers, body }: GraphResponse): string {
  const lines = Object.entries({ ...headers, 'content-length': String(body.length), connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} Refused\r\n${head}\r\n${body}`
}

/** Connections on which an answer is under way. */
const answering = new WeakSet<Socket>()

/** Answers what is not HTTP, or not in time, as far as somebody still listens. */
function refuseBytes(world: World, error: Error & { code?: string }, socket: Socket): void {
  // An answer still under way would seem to end in this one.
  if (error.code === 'ECONNRESET' || !socket.writable || answering.has(socket)) return void socket.destroy()
  const [status, message] = parserStatuses[error.code ?? ''] ?? [400, 'This is no HTTP request']
  socket.end(rawResponse(problemResponse({ code: 100, message }, status, world.seq)), () => socket.destroy())
}

/** A renderer that is loaded when the first picture needs it: most worlds never show one. */
function lateRenderer(): PictureRenderer {
  let loaded: ReturnType<typeof pictureRenderer> | undefined
  return async (bytes, size) => {
    loaded ??= pictureRenderer()
    return (await loaded)?.(bytes, size)
  }
}

const wildcards = ['0.0.0.0', '::', '']

function siteOf(
  worlds: Worlds,
  { flush }: Deliverer,
  host: string,
  { control = true, allowedHosts = [], cors = [] }: ListenOptions,
): Site {
  const bound = host.includes(':') ? `[${host}]` : host
  return {
    worlds,
    control,
    flush,
    checksHosts: true,
    // An address that was chosen by hand is meant, unless it stands for all of them.
    allowedHosts: wildcards.includes(host) ? allowedHosts : [...allowedHosts, bound],
    cors: originList(cors),
    pictures: lateRenderer(),
  }
}

function started(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      // What fails later, as accepting does when descriptors run out, fails one connection, not the process.
      server.on('error', () => {})
      resolve(server.address() as AddressInfo)
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSING_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function addressOf({ address, port }: AddressInfo): string {
  const near = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
  return `http://${near.includes(':') ? `[${near}]` : near}:${port}`
}

function limitOf({ bodyLimit = BODY_LIMIT }: ListenOptions): number {
  if (Number.isSafeInteger(bodyLimit) && bodyLimit >= 0) return bodyLimit
  throw new TypeError(`bodyLimit is a whole number of bytes, got ${bodyLimit}`)
}

function delivererOf(worlds: Worlds, { webhookHosts = [], webhookTimeout }: ListenOptions): Deliverer {
  const timeout = webhookTimeout ?? WEBHOOK_TIMEOUT
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > 600_000)
    throw new TypeError(`webhookTimeout is a whole number of milliseconds up to 600,000, got ${timeout}`)
  return deliver(worlds, webhookCarrier({ hosts: webhookHosts, timeout }), timeout)
}

/**
 * Serves a world over HTTP, at a loopback address unless told otherwise. A TypeError says which option is
 * wrong; an address in use rejects with the error of the system.
 */
export async function listen(world: World, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', time = 'manual' } = options
  const limit = limitOf(options)
  const worlds = worldsFrom(world)
  const deliverer = delivererOf(worlds, options)
  const site = siteOf(worlds, deliverer, host, options)
  const server = createServer(protections, (request, response) => {
    // The wall clock has no place in an answer.
    response.sendDate = false
    answering.add(request.socket)
    response.once('close', () => answering.delete(request.socket))
    void exchange(site, limit, request, response)
      .catch(() => request.destroy())
      .finally(deliverer.wake)
  })
  server.maxConnections = 1_024
  server.on('clientError', (error, socket) => refuseBytes(world, error, socket as Socket))
  const url = addressOf(await started(server, port, host))
  const stopTime = keepTime(worlds, time)
  deliverer.start()
  let closing: Promise<void> | undefined
  const close = () => {
    stopTime()
    deliverer.stop()
    closing ??= closed(server)
    return closing
  }
  return { url, webUrl: url, close, [Symbol.asyncDispose]: close }
}
