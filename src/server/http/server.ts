import { checkNames } from '../../world/handle/known-names.ts'
import type { World } from '../../world/world.ts'
import { linkOriginOf, publicAddress } from '../forwarded.ts'
import { hostList } from '../hosts.ts'
import { type Authority, openAuthority } from './authority.ts'
import { serverOf, type WebServer } from './http-server.ts'
import { closeServer, startListening, urlOf } from './listening.ts'
import { secureServerOf } from './secure.ts'
import { type Service, type ServiceOptions, serviceOf, serviceOptions } from './service.ts'

/** Options of an HTTP server. */
export interface ListenOptions extends ServiceOptions {
  /**
   * The address to listen on: 127.0.0.1 if left out. Other machines can reach any address that is not
   * loopback.
   */
  readonly host?: string
  /**
   * Whether the server speaks https: false if left out. An authority signs its certificate. Clients must
   * trust that authority, see `certificatePath` of the server.
   */
  readonly https?: boolean
  /** The folder of the certificate authority: one in the home of the user if left out. */
  readonly authority?: string
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
}

/**
 * A running server. One port serves both addresses of the contract (CNV-001, CNV-002): the URLs are equal.
 */
export interface Listening extends AsyncDisposable {
  readonly url: string
  readonly webUrl: string
  /** The path of the certificate that clients must trust, if the server speaks https. */
  readonly certificatePath?: string
  /** Stops listening, and closes every connection within a second. */
  close(): Promise<void>
}

/** A server that does not listen yet. */
interface Prepared {
  readonly server: WebServer
  readonly authority?: Authority
  close(): Promise<void>
}

/** The names of the options of `listen`. */
const listenOptions = Object.keys({
  ...serviceOptions,
  host: true,
  https: true,
  authority: true,
  publicUrl: true,
  trustProxy: true,
} satisfies Record<keyof ListenOptions, true>)

const wildcardHosts = ['0.0.0.0', '::', '']

/** The hosts at which the service answers: those of the options, and the address to listen on. */
function withOwnHost(host: string, options: ListenOptions): readonly string[] {
  const allowedHosts = hostList('allowedHosts (--allow-host)', options.allowedHosts)
  const ownHost = host.includes(':') ? `[${host}]` : host
  // The address to listen on is allowed, unless it means every address.
  return wildcardHosts.includes(host) ? allowedHosts : [...allowedHosts, ownHost]
}

/** The hosts that a certificate names: loopback hosts, and those of a list, without ports and brackets. */
export const namedHosts = (hosts: readonly string[]): readonly string[] => [
  ...new Set([
    'localhost',
    '127.0.0.1',
    '::1',
    ...hosts.map((host) =>
      host
        .replace(/:\d+$/, '')
        .replace(/^\[|\]$/g, '')
        .toLowerCase(),
    ),
  ]),
]

/** The service of a world behind its public address, and the hosts at which it answers. */
function publicService(
  world: World,
  host: string,
  { publicUrl, trustProxy = false, cors = [], ...options }: ListenOptions,
): { readonly service: Service; readonly hosts: readonly string[] } {
  const published = publicUrl === undefined ? undefined : publicAddress(publicUrl)
  const hosts = [...withOwnHost(host, options), ...(published ? [published.host] : [])]
  const origins = [...cors, ...(published ? [published.origin] : [])]
  const service = serviceOf(world, { ...options, allowedHosts: hosts, cors: origins })
  const linkOrigin = linkOriginOf(published?.base, trustProxy)
  return { service: { ...service, site: { ...service.site, linkOrigin } }, hosts }
}

async function prepare(
  service: Service,
  hosts: readonly string[],
  options: ListenOptions,
): Promise<Prepared> {
  const { https = false, authority: folder, onWarning: warn = () => {} } = options
  if (!https) {
    const server = serverOf(service.site, service.wake, service.limits)
    return { server, close: () => closeServer(server) }
  }
  const named = namedHosts(hosts)
  const authority = await openAuthority(folder, named)
  if (authority.notice !== undefined) warn(authority.notice)
  const { server, close } = await secureServerOf(service, { authority, hosts: named, warn })
  return { server, authority, close }
}

/**
 * Serves a world over HTTP, by default at a loopback address. Rejects with a TypeError that names an invalid
 * option, or with an error that has the code of the system, such as `EADDRINUSE`, and says what to do.
 */
export async function listen(world: World, options: ListenOptions = {}): Promise<Listening> {
  checkNames('listen', 'option', options, listenOptions)
  const { port = 0, host = '127.0.0.1', https = false } = options
  const { service, hosts } = publicService(world, host, options)
  const { server, authority, close: closeAll } = await prepare(service, hosts, options)
  const address = await startListening(server, port, host).catch(async (error) => {
    await closeAll()
    throw error
  })
  const url = urlOf(https ? 'https' : 'http', address)
  const stop = service.start()
  let closing: Promise<void> | undefined
  const close = () => {
    stop()
    closing ??= closeAll()
    return closing
  }
  const { certificatePath } = authority ?? {}
  return {
    url,
    webUrl: url,
    ...(certificatePath !== undefined && { certificatePath }),
    close,
    [Symbol.asyncDispose]: close,
  }
}
