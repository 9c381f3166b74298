import { shown } from '../service/values/scalars.ts'

/** The verdict on a Host header: served here, a host that is not served, or not a host. */
type HostVerdict = 'allowed' | 'foreign' | 'malformed'

const HOST = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::([0-9]{1,5}))?$/i
const LOOPBACK = /^(?:127(?:\.(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])){3}|\[::1\])$/
const LOCALHOST = /^(?:[a-z0-9_][a-z0-9_-]*\.)*localhost$/

/**
 * Judges a Host header, which may be any text. Loopback addresses, `localhost` and names below it always lead
 * to this machine. An attacker may point any other name here (DNS rebinding), so it must be listed, with or
 * without its port.
 */
export function judgeHost(host: string, allowed: readonly string[] = []): HostVerdict {
  const [, hostName, port] = HOST.exec(host) ?? []
  if (hostName === undefined || Number(port ?? 0) > 65_535) return 'malformed'
  // Lower case only after the ASCII check: the lower case of the Kelvin sign is k.
  const [name, lower] = [hostName.toLowerCase(), host.toLowerCase()]
  if (LOOPBACK.test(name) || LOCALHOST.test(name)) return 'allowed'
  return allowed.some((entry) => [name, lower].includes(entry.toLowerCase())) ? 'allowed' : 'foreign'
}

/** Returns the hosts of an option. Throws a TypeError that names the first that no Host header can be. */
export function hostList(option: string, hosts: readonly string[] = []): readonly string[] {
  const invalid = hosts.find((host) => judgeHost(host) === 'malformed')
  if (invalid === undefined) return hosts
  throw new TypeError(
    `${option} must list hosts such as graph.test or graph.test:8080, got ${shown(invalid)}`,
  )
}

/** The parts of a request by which a browser describes the page that sends it. */
interface PageRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly host: string
}

/** The relation of a page to this server, in the terms of `Sec-Fetch-Site`. */
type Relation = 'same-origin' | 'same-site' | 'cross-site'

const HTTP_ORIGIN = /^https?:\/\/([^/?#\\@]+)$/
const REFERER_ORIGIN = /^(https?:\/\/[^/?#\\@]+)(?:[/?#]|$)/

const withoutPort = (authority: string): string => authority.replace(/:[0-9]*$/, '')

/**
 * Compares the host of an origin with the host of this server. Same-site means the same name at another port,
 * because only browsers know registrable domains.
 */
function relationOfOrigin(origin: string, host: string): Relation {
  const authority = HTTP_ORIGIN.exec(origin)?.[1]
  const own = host.toLowerCase()
  if (authority === undefined) return 'cross-site'
  if (authority === own) return 'same-origin'
  return withoutPort(authority) === withoutPort(own) ? 'same-site' : 'cross-site'
}

function relationOfSite(site: string): Relation {
  if (site === 'same-origin' || site === 'none') return 'same-origin'
  return site === 'same-site' ? 'same-site' : 'cross-site'
}

/** Whether a browser fetches the URL before a navigation that may not happen (prefetch, prerender). */
export const isSpeculative = (headers: PageRequest['headers']): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => headers[name] !== undefined)

/** The origin that sent a request: `Origin`, or else the origin of `Referer`. It may be invalid. */
export function originOf(headers: Readonly<Record<string, string>>): string | undefined {
  const { origin, referer } = headers
  if (origin !== undefined || referer === undefined) return origin
  return REFERER_ORIGIN.exec(referer)?.[1] ?? referer
}

/**
 * Returns the relation between this server and the page that sent a request. If `Origin` and `Sec-Fetch-Site`
 * differ, the more distant relation counts. `Referer` counts if a browser sends neither. A request without
 * the three headers comes from a client that is not a browser. It counts as same-origin, like a typed address
 * and a listed origin.
 */
export function relationOf({ headers, host }: PageRequest, origins: readonly string[]): Relation {
  const sender = originOf(headers)
  if (sender !== undefined && origins.includes(sender)) return 'same-origin'
  const { origin, 'sec-fetch-site': site = 'none' } = headers
  // Chromium sends `none` with a prefetch by speculation rules, for every page.
  const bySite = site === 'none' && isSpeculative(headers) ? 'cross-site' : relationOfSite(site)
  const page = origin ?? (site === 'none' ? sender : undefined)
  const byOrigin = page === undefined ? 'same-origin' : relationOfOrigin(page, host)
  return [bySite, byOrigin].includes('cross-site') ? 'cross-site' : bySite === 'same-site' ? bySite : byOrigin
}

/** Returns the allowed origins in normal form. Throws a TypeError that names the first invalid one. */
export function originList(origins: readonly string[]): readonly string[] {
  if (!Array.isArray(origins))
    throw new TypeError(
      `cors and origins must be lists of origins such as ['http://localhost:5173'], got ${shown(origins)}`,
    )
  return origins.map((origin) => {
    if (typeof origin !== 'string' || !/^https?:\/\/[^/?#@\\\s*]+$/i.test(origin) || !URL.canParse(origin))
      throw new TypeError(
        `cors and origins must list origins such as http://localhost:5173, got ${String(origin)}`,
      )
    // Browsers write an origin in lower case, without the default port of the scheme.
    return new URL(origin).origin
  })
}
