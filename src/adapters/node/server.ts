import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bounds } from '../../graph/contract/bounds.ts'
import { checkNames } from '../../world/known-names.ts'
import type { World } from '../../world/world.ts'
import type { Site } from '../answer.ts'
import { bodyBudget } from '../bodies.ts'
import { linkOriginOf, publicAddress } from '../forwarded.ts'
import { originList } from '../hosts.ts'
import type { PictureRenderer } from '../picture-renderer.ts'
import { type Worlds, worldsFrom } from '../worlds.ts'
import { type Deliverer, delivererOf } from './deliverer.ts'
import { serverLimits, serverOf } from './http-server.ts'
import { httpTransport, WEBHOOK_TIMEOUT_MS } from './http-transport.ts'
import { openFilesMax, RESERVED_FILES } from './open-files.ts'
import { pictureRenderer } from './pictures.ts'
import { followWallClock, scaleOf, type TimeOption } from './real-time.ts'

/** Options of an HTTP server. */
export interface ListenOptions {
  /** The port: a free one if left out. */
  readonly port?: number
  /**
   * The address to listen on: 127.0.0.1 if left out. Other machines can reach any address that is not
   * loopback.
   */
  readonly host?: string
  /** Whether the control plane is served at `/_sim`: true if left out. */
  readonly control?: boolean
  /**
   * The time of the worlds: `manual` if left out, so that only the control plane and the embedding code move
   * it.
   */
  readonly time?: TimeOption
  /** Hosts at which the service answers, in addition to loopback hosts. */
  readonly allowedHosts?: readonly string[]
  /** The origins whose web pages may read and write. */
  readonly cors?: readonly string[]
  /**
   * The address at which clients reach the server, such as `https://graph.example.test` in front of a proxy.
   * Every link begins with it, its host is allowed, and its pages may read and write.
   */
  readonly publicUrl?: string
  /**
   * Whether links begin as the headers `X-Forwarded-Proto` and `X-Forwarded-Host` say: false if left out. Set
   * it only behind a proxy that sets both headers.
   */
  readonly trustProxy?: boolean
  /** The largest request body in bytes: 32 MiB if left out. */
  readonly bodyLimit?: number
  /** Hosts at which webhooks are called, in addition to loopback hosts, with or without a port. */
  readonly webhookHosts?: readonly string[]
  /** Milliseconds for the answer of a webhook: 5,000 if left out. */
  readonly webhookTimeout?: number
  /** Called with one line if the system restricts the server, for example in open files. */
  readonly onWarning?: (text: string) => void
}

/**
 * A running server. One port serves both addresses of the contract (CNV-001, CNV-002): the URLs are equal.
 */
export interface Listening extends AsyncDisposable {
  readonly url: string
  readonly webUrl: string
  /** Stops listening, and closes every connection within a second. */
  close(): Promise<void>
}

/** Milliseconds that exchanges under way may take when the server closes. */
const CLOSING_MS = 500

const WEBHOOK_TIMEOUT_MS_MAX = 600_000

/** A renderer that loads sharp with the first picture, because most servers never resize one. */
function lazyRenderer(): PictureRenderer {
  let loading: ReturnType<typeof pictureRenderer> | undefined
  return async (bytes, size) => {
    loading ??= pictureRenderer()
    return (await loading)?.(bytes, size)
  }
}

const wildcardHosts = ['0.0.0.0', '::', '']

function siteOf(worlds: Worlds, { flush }: Deliverer, host: string, options: ListenOptions): Site {
  const { control = true, cors = [], bodyLimit = bounds.bodyBytesMax, trustProxy = false } = options
  const published = options.publicUrl === undefined ? undefined : publicAddress(options.publicUrl)
  const allowedHosts = [...(options.allowedHosts ?? []), ...(published ? [published.host] : [])]
  const ownHost = host.includes(':') ? `[${host}]` : host
  return {
    worlds,
    control,
    flush,
    checksHosts: true,
    // The address to listen on is allowed, unless it means every address.
    allowedHosts: wildcardHosts.includes(host) ? allowedHosts : [...allowedHosts, ownHost],
    cors: originList([...cors, ...(published ? [published.origin] : [])]),
    bodyLimit,
    bodies: bodyBudget(),
    pictures: lazyRenderer(),
    linkOrigin: linkOriginOf(published?.base, trustProxy),
  }
}

function startListening(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      // A later error, such as no free file descriptor in accept, must not end the process.
      server.on('error', () => {})
      const address = server.address()
      if (typeof address === 'object' && address !== null) resolve(address)
    })
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSING_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function urlOf({ address, port }: AddressInfo): string {
  const reachable = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

function checkBodyLimit({ bodyLimit = 0 }: ListenOptions): void {
  if (Number.isSafeInteger(bodyLimit) && bodyLimit >= 0) return
  throw new TypeError(`bodyLimit must be a whole number of bytes, got ${bodyLimit}`)
}

function httpDeliverer(
  worlds: Worlds,
  { webhookHosts = [], webhookTimeout: timeout = WEBHOOK_TIMEOUT_MS }: ListenOptions,
): Deliverer {
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > WEBHOOK_TIMEOUT_MS_MAX)
    throw new TypeError(
      `webhookTimeout must be a whole number of milliseconds from 1 to 600,000, got ${timeout}`,
    )
  return delivererOf(worlds, httpTransport({ hosts: webhookHosts, timeout }), timeout)
}

/** The largest number of connections. Warns if the limit of open files is too low for the bound. */
function connectionsMax(warn: (text: string) => void): number {
  const files = openFilesMax()
  const most = Math.max(8, files - RESERVED_FILES)
  if (most >= bounds.connectionsMax) return bounds.connectionsMax
  warn(`the limit of open files is ${files}: at most ${most} connections stay open (ulimit -n raises it)`)
  return most
}

/** The names of the options of `listen`. */
const listenOptions = Object.keys({
  port: true,
  host: true,
  control: true,
  time: true,
  allowedHosts: true,
  cors: true,
  publicUrl: true,
  trustProxy: true,
  bodyLimit: true,
  webhookHosts: true,
  webhookTimeout: true,
  onWarning: true,
} satisfies Record<keyof ListenOptions, true>)

/**
 * Serves a world over HTTP, by default at a loopback address. Rejects with a TypeError that names an invalid
 * option, or with the error of the system if the port is in use.
 */
export async function listen(world: World, options: ListenOptions = {}): Promise<Listening> {
  checkNames('listen', 'option', options, listenOptions)
  const { port = 0, host = '127.0.0.1', time = 'manual', onWarning = () => {} } = options
  checkBodyLimit(options)
  const scale = scaleOf(time)
  const worlds = worldsFrom(world)
  const deliverer = httpDeliverer(worlds, options)
  const limits = { ...serverLimits, connectionsMax: connectionsMax(onWarning) }
  const server = serverOf(siteOf(worlds, deliverer, host, options), deliverer.wake, limits)
  const url = urlOf(await startListening(server, port, host))
  const stopClock = followWallClock(worlds, scale)
  deliverer.start()
  let closing: Promise<void> | undefined
  const close = () => {
    stopClock()
    deliverer.stop()
    closing ??= closeServer(server)
    return closing
  }
  return { url, webUrl: url, close, [Symbol.asyncDispose]: close }
}
