import { checkNames } from '../../world/handle/known-names.ts'
import type { World } from '../../world/world.ts'
import type { Upstream } from '../answer.ts'
import { hostList } from '../hosts.ts'
import { openAuthority } from '../http/authority.ts'
import { serverOf } from '../http/http-server.ts'
import { closeServer, startListening, urlOf } from '../http/listening.ts'
import { secureServerOf } from '../http/secure.ts'
import { type Listening, namedHosts } from '../http/server.ts'
import { type Service, type ServiceOptions, serviceOf, serviceOptions } from '../http/service.ts'
import { openSockets } from '../http/sockets.ts'
import { countWaiting } from '../http/waiting.ts'
import { platformHostsAnd } from '../platform-hosts.ts'
import { type TrafficFile, trafficFile } from '../recording/traffic-file.ts'
import { gateOf, type OtherHosts } from './gate.ts'
import { proxyEnvironment } from './proxy-environment.ts'
import { remoteUrl } from './remote.ts'
import { upstreamAt } from './upstream.ts'

/** Options of a proxy. It listens at 127.0.0.1. */
export interface ProxyOptions extends ServiceOptions {
  /** Host names at which the world answers, in addition to those of the platform. */
  readonly hostNames?: readonly string[]
  /** The treatment of requests to other hosts: `refuse` if left out. */
  readonly others?: OtherHosts
  /** The folder of the certificate authority: one in the home of the user if left out. */
  readonly authority?: string
  /** A new file to which each request is written with its answer, tokens included. */
  readonly record?: string
  /** The URL of a real service to which the calls are passed on, in place of the world. */
  readonly upstream?: string
}

/** A running proxy. `url` is its address, and that of the control plane. */
export interface ListeningProxy extends Listening {
  readonly certificatePath: string
  /** The hosts at which the world answers. */
  readonly hosts: readonly string[]
  /** Where the world answers https without a CONNECT request. */
  readonly httpsUrl: string
  /** The variables with which other programs use the proxy and trust its authority. */
  readonly environment: Readonly<Record<string, string>>
}

/** The names of the options of `listenAsProxy`. */
const proxyOptions = Object.keys({
  ...serviceOptions,
  hostNames: true,
  others: true,
  authority: true,
  record: true,
  upstream: true,
} satisfies Record<keyof ProxyOptions, true>)

const LOOPBACK = '127.0.0.1'

/** What a proxy does with the calls of its clients. */
interface ProxyParts {
  /** The hosts at which the world answers. */
  readonly hosts: readonly string[]
  readonly upstream: Upstream | undefined
  readonly traffic: TrafficFile | undefined
  /** The days for which a new authority and its certificate are valid, unless as long as usual. */
  readonly days?: number | undefined
}

/** The service of a world that also answers at the hosts of the platform. */
function proxyService(
  world: World,
  { hosts, upstream, traffic }: ProxyParts,
  { record: _file, upstream: _url, ...options }: ProxyOptions,
): Service {
  const allowedHosts = [...hosts, ...hostList('allowedHosts (--allow-host)', options.allowedHosts)]
  const service = serviceOf(world, { ...options, allowedHosts })
  const site = {
    ...service.site,
    hostAdvice: 'list it in hostNames (--host-name HOST)',
    ...(upstream && { upstream }),
    ...(traffic && { tap: traffic.tap }),
  }
  return { ...service, site }
}

/** A proxy, and what its own program knows of it. */
interface OwnProxy extends ListeningProxy {
  /** Returns the number of connections whose first request has not arrived. */
  readonly waiting: () => Promise<number>
}

async function startProxy(world: World, parts: ProxyParts, options: ProxyOptions): Promise<OwnProxy> {
  const { port = 0, others = 'refuse', onWarning: warn = () => {} } = options
  const { hosts, traffic, days } = parts
  const service = proxyService(world, parts, options)
  const named = namedHosts(hosts)
  const authority = await openAuthority(options.authority, named, days)
  if (authority.notice !== undefined) warn(authority.notice)
  const secure = await secureServerOf(service, { authority, hosts: named, warn, days })
  const { site, wake, limits } = service
  const sockets = openSockets(limits.connectionsMax)
  const gate = gateOf({ site, hosts, others, accept: secure.accept, sockets, warn })
  const server = serverOf(site, wake, limits, { gate })
  const waiting = countWaiting([server, secure.server])
  const closeAll = async () => {
    await Promise.all([closeServer(server, sockets.closeAll), secure.close()])
    traffic?.close()
  }
  try {
    const url = urlOf('http', await startListening(server, port, LOOPBACK))
    const httpsUrl = urlOf('https', await startListening(secure.server, 0, LOOPBACK))
    const stop = service.start()
    let closing: Promise<unknown> | undefined
    const close = async () => {
      stop()
      closing ??= closeAll()
      await closing
    }
    const { certificatePath } = authority
    const environment = proxyEnvironment(url, authority)
    const addresses = { url, webUrl: url, httpsUrl, hosts, certificatePath, environment }
    return { ...addresses, waiting, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/**
 * Serves calls to the hosts of the platform by a function. Requests to other hosts are refused. If `days` is
 * given, `authority` must be a folder that nobody opens again: certificates in it are valid for so long.
 */
export const listenForCalls = (
  world: World,
  upstream: Upstream,
  { days, ...options }: Omit<ProxyOptions, 'upstream' | 'record'> & Pick<ProxyParts, 'days'>,
): Promise<OwnProxy> =>
  startProxy(world, { hosts: platformHostsAnd([], ''), upstream, traffic: undefined, days }, options)

/**
 * Serves a world as an HTTP proxy for clients whose host is fixed: it answers requests to the hosts of the
 * platform, or passes them on to a real service. An authority of this user signs its certificate. Rejects
 * with a TypeError that names an invalid option, or with an error that has the code of the system, such as
 * `EADDRINUSE`, and says what to do.
 */
export async function listenAsProxy(world: World, options: ProxyOptions = {}): Promise<ListeningProxy> {
  checkNames('listenAsProxy', 'option', options, proxyOptions)
  const { hostNames = [], others = 'refuse', upstream: url, record, onWarning: warn = () => {} } = options
  if (others !== 'refuse' && others !== 'pass')
    throw new TypeError(`others must be 'refuse' or 'pass', got ${JSON.stringify(others)}`)
  const hosts = platformHostsAnd(hostNames, 'hostNames (--host-name)')
  const upstream = url === undefined ? undefined : upstreamAt(remoteUrl(url, 'upstream (--upstream)'), hosts)
  const traffic = record === undefined ? undefined : trafficFile(record, warn)
  try {
    return await startProxy(world, { hosts, upstream, traffic }, options)
  } catch (error) {
    traffic?.close()
    throw error
  }
}
