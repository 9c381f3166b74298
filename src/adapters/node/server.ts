import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { bounds } from '../../graph/contract/bounds.ts'
import type { World } from '../../world/world.ts'
import { errorResponse } from '../admission.ts'
import type { Site } from '../answer.ts'
import { bodySum } from '../bodies.ts'
import { originList } from '../hosts.ts'
import { type Worlds, worldsFrom } from '../worlds.ts'
import { httpTransport, WEBHOOK_TIMEOUT } from './carrier.ts'
import { connectionsOf } from './connections.ts'
import { type Deliverer, deliver } from './deliverer.ts'
import { exchange, sendEarly } from './exchange.ts'
import { FILES_KEPT, openFilesMax } from './open-files.ts'
import { outflowOf } from './outflow.ts'
import { type PictureRenderer, pictureRenderer } from './pictures.ts'
import { keepTime, type TimeOption } from './real-time.ts'
import {
  parserRefusal,
  refuseSocket,
  tooManyConnections,
  tooManyPipelined,
  unknownExpectation,
} from './refusals.ts'

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
  /** Called with one line when the server has to do with less than it is made for, such as open files. */
  readonly onWarning?: (text: string) => void
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

/** How often connections are checked for clients that are too slow. */
const CHECK_MS = 500

const protections = {
  headersTimeout: bounds.headersMillisecondsMax,
  requestTimeout: bounds.requestMillisecondsMax,
  connectionsCheckingInterval: CHECK_MS,
  // A request without Host is answered like one with a bad one, in the shape of the contract's errors.
  requireHostHeader: false,
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
  { control = true, allowedHosts = [], cors = [], bodyLimit = bounds.bodyBytesMax }: ListenOptions,
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
    bodyLimit,
    bodies: bodySum(),
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

function checkLimit({ bodyLimit = 0 }: ListenOptions): void {
  if (Number.isSafeInteger(bodyLimit) && bodyLimit >= 0) return
  throw new TypeError(`bodyLimit is a whole number of bytes, got ${bodyLimit}`)
}

function delivererOf(worlds: Worlds, { webhookHosts = [], webhookTimeout }: ListenOptions): Deliverer {
  const timeout = webhookTimeout ?? WEBHOOK_TIMEOUT
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > 600_000)
    throw new TypeError(`webhookTimeout is a whole number of milliseconds up to 600,000, got ${timeout}`)
  return deliver(worlds, httpTransport({ hosts: webhookHosts, timeout }), timeout)
}

/** How many connections are kept. A warning says when the system allows fewer open files than that needs. */
function connectionsMax(warn: (text: string) => void): number {
  const files = openFilesMax()
  const most = Math.max(8, files - FILES_KEPT)
  if (most >= bounds.connectionsMax) return bounds.connectionsMax
  warn(`the limit of open files is ${files}: at most ${most} connections are kept (ulimit -n raises it)`)
  return most
}

/** Makes the server of a site; nothing listens yet. */
function serverOf(site: Site, { wake }: Deliverer, connectionsMax: number): Server {
  const outflow = outflowOf({
    bytesMax: bounds.answersBytesMax,
    millisecondsMax: bounds.answerMillisecondsMax,
  })
  const connections = connectionsOf({ connectionsMax, pipelinedMax: bounds.pipelinedRequestsMax })
  const refuses = (text: string, status: number) => errorResponse(site, status, text)
  const take =
    (carry: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener =>
    (request, response) => {
      // The wall clock has no place in an answer.
      response.sendDate = false
      connections.take(
        { request, response },
        () => carry(request, response).finally(wake),
        async () => sendEarly(request, response, refuses(tooManyPipelined, 503)),
      )
    }
  const carries = (continues: boolean) =>
    take((request, response) => exchange({ site, outflow, continues }, request, response))
  const server = createServer(protections, carries(false))
  server.on('checkContinue', carries(true))
  server.on(
    'checkExpectation',
    take(async (request, response) =>
      sendEarly(request, response, refuses(unknownExpectation(request.headers.expect), 417)),
    ),
  )
  server.on('connection', (socket) => {
    const slowest = connections.open(socket)
    if (slowest === undefined) return
    refuseSocket(slowest, connections.current(slowest), refuses(tooManyConnections(connectionsMax), 503))
    connections.forget(slowest)
  })
  server.on('clientError', (error, socket) => {
    const [status, text] = parserRefusal(error)
    refuseSocket(socket as Socket, connections.current(socket as Socket), refuses(text, status))
  })
  const timer = setInterval(outflow.sweep, CHECK_MS)
  timer.unref()
  server.on('close', () => clearInterval(timer))
  return server
}

/**
 * Serves a world over HTTP, at a loopback address unless told otherwise. A TypeError says which option is
 * wrong; an address in use rejects with the error of the system.
 */
export async function listen(world: World, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', time = 'manual', onWarning = () => {} } = options
  checkLimit(options)
  const worlds = worldsFrom(world)
  const deliverer = delivererOf(worlds, options)
  const server = serverOf(siteOf(worlds, deliverer, host, options), deliverer, connectionsMax(onWarning))
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
