import { bounds } from '../../service/contract/bounds.ts'
import type { World } from '../../world/world.ts'
import type { Site } from '../answer.ts'
import { bodyBudget } from '../bodies.ts'
import { hostList, originList } from '../hosts.ts'
import type { PictureRenderer } from '../picture-renderer.ts'
import { type Worlds, worldsFrom } from '../worlds.ts'
import { type Deliverer, delivererOf } from './deliverer.ts'
import { type ServerLimits, serverLimits } from './http-server.ts'
import { httpTransport, WEBHOOK_TIMEOUT_MS } from './http-transport.ts'
import { openFilesMax, RESERVED_FILES } from './open-files.ts'
import { pictureRenderer } from './pictures.ts'
import { followWallClock, scaleOf, type TimeOption } from './real-time.ts'

/** Options of every server of a world. */
export interface ServiceOptions {
  /** The port: a free one if left out. */
  readonly port?: number
  /** Whether the control plane is served at `/_sim`: true if left out. */
  readonly control?: boolean
  /** Whether the inspector is served at `/_sim/`: true if left out, and if the control plane is served. */
  readonly inspector?: boolean
  /**
   * The time of the worlds: `manual` if left out, so that only the control plane and the embedding code move
   * it.
   */
  readonly time?: TimeOption
  /** Hosts at which the service answers, in addition to loopback hosts. */
  readonly allowedHosts?: readonly string[]
  /** The origins whose web pages may read and write. */
  readonly cors?: readonly string[]
  /** The largest request body in bytes: 32 MiB if left out. */
  readonly bodyLimit?: number
  /** Hosts at which webhooks are called, in addition to loopback hosts, with or without a port. */
  readonly webhookHosts?: readonly string[]
  /** Milliseconds for the answer of a webhook: 5,000 if left out. */
  readonly webhookTimeout?: number
  /** Called with one line if the system restricts the server, or if clients cannot use it. */
  readonly onWarning?: (text: string) => void
}

/** The names of the options of every server. */
export const serviceOptions = {
  port: true,
  control: true,
  inspector: true,
  time: true,
  allowedHosts: true,
  cors: true,
  bodyLimit: true,
  webhookHosts: true,
  webhookTimeout: true,
  onWarning: true,
} satisfies Record<keyof ServiceOptions, true>

const WEBHOOK_TIMEOUT_MS_MAX = 600_000

/** A renderer that loads sharp with the first picture, because most servers never resize one. */
function lazyRenderer(): PictureRenderer {
  let loading: ReturnType<typeof pictureRenderer> | undefined
  return async (bytes, size) => {
    loading ??= pictureRenderer()
    return (await loading)?.(bytes, size)
  }
}

function siteOf(
  worlds: Worlds,
  { flush }: Deliverer,
  {
    control = true,
    inspector = true,
    allowedHosts = [],
    cors = [],
    bodyLimit = bounds.bodyBytesMax,
  }: ServiceOptions,
): Site {
  return {
    worlds,
    control,
    inspector,
    flush,
    checksHosts: true,
    allowedHosts,
    cors: originList(cors),
    bodyLimit,
    bodies: bodyBudget(),
    pictures: lazyRenderer(),
  }
}

function checkBodyLimit({ bodyLimit = 0 }: ServiceOptions): void {
  if (Number.isSafeInteger(bodyLimit) && bodyLimit >= 0) return
  throw new TypeError(`bodyLimit must be a whole number of bytes, got ${bodyLimit}`)
}

function httpDeliverer(
  worlds: Worlds,
  { webhookHosts = [], webhookTimeout: timeout = WEBHOOK_TIMEOUT_MS }: ServiceOptions,
): Deliverer {
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > WEBHOOK_TIMEOUT_MS_MAX)
    throw new TypeError(
      `webhookTimeout must be a whole number of milliseconds from 1 to 600,000, got ${timeout}`,
    )
  return delivererOf(
    worlds,
    httpTransport({ hosts: hostList('webhookHosts (--webhook-host)', webhookHosts), timeout }),
    timeout,
  )
}

/** The largest number of connections. Warns if the limit of open files is too low for the bound. */
function connectionsMax(warn: (text: string) => void): number {
  const files = openFilesMax()
  const most = Math.max(8, files - RESERVED_FILES)
  if (most >= bounds.connectionsMax) return bounds.connectionsMax
  warn(`the limit of open files is ${files}: at most ${most} connections stay open (ulimit -n raises it)`)
  return most
}

/** The service of a world for one or more servers: the site, and what runs beside it. */
export interface Service {
  readonly site: Site
  readonly limits: ServerLimits
  /** Delivers webhooks that are due; called after each answer. */
  readonly wake: () => void
  /** Starts the clock and the deliveries; the returned function stops them. */
  start(): () => void
}

/** Creates the service of a world. Throws a TypeError that names an invalid option. */
export function serviceOf(world: World, options: ServiceOptions): Service {
  const { time = 'manual', onWarning = () => {} } = options
  checkBodyLimit(options)
  const scale = scaleOf(time)
  const worlds = worldsFrom(world)
  const deliverer = httpDeliverer(worlds, options)
  return {
    site: siteOf(worlds, deliverer, options),
    limits: { ...serverLimits, connectionsMax: connectionsMax(onWarning) },
    wake: deliverer.wake,
    start() {
      const stopClock = followWallClock(worlds, scale)
      deliverer.start()
      return () => {
        stopClock()
        deliverer.stop()
      }
    },
  }
}
