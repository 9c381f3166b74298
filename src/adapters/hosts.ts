/** What a Host header is: one that this service answers to, somebody else's, or none at all. */
export type HostVerdict = 'allowed' | 'foreign' | 'malformed'

const HOST = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::([0-9]{1,5}))?$/i
const LOOPBACK = /^(?:127(?:\.(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])){3}|\[::1\])$/
const LOCALHOST = /^(?:[a-z0-9_][a-z0-9_-]*\.)*localhost$/

/**
 * Judges a Host header, whatever text it is. Loopback literals, `localhost` and names below it lead to this
 * machine whoever says them; any other name may have been pointed here by a web page (DNS rebinding), and is
 * answered only if it is listed, with its port or without.
 */
export function judgeHost(host: string, allowed: readonly string[] = []): HostVerdict {
  const [, written, port] = HOST.exec(host) ?? []
  if (written === undefined || Number(port ?? 0) > 65_535) return 'malformed'
  // Lowered only now, when it is ASCII: the Kelvin sign, too, has k as its lower case.
  const [name, lower] = [written.toLowerCase(), host.toLowerCase()]
  if (LOOPBACK.test(name) || LOCALHOST.test(name)) return 'allowed'
  return allowed.some((entry) => [name, lower].includes(entry.toLowerCase())) ? 'allowed' : 'foreign'
}

/** The headers by which a browser describes the page that sends a request. */
interface Sender {
  readonly headers: Readonly<Record<string, string>>
  readonly host: string
}

/** The relation of a page to this server, in the words of `Sec-Fetch-Site`, from near to far. */
export type Relation = 'same-origin' | 'same-site' | 'cross-site'

const HTTP_ORIGIN = /^https?:\/\/([^/?#\\@]+)$/
const REFERER_ORIGIN = /^(https?:\/\/[^/?#\\@]+)(?:[/?#]|$)/

const withoutPort = (authority: string): string => authority.replace(/:[0-9]*$/, '')

/** Compares hosts. Same-site is the same name at another port: only browsers know registrable domains. */
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

/** Whether a browser fetches the address ahead of a navigation that may never come. */
export const isSpeculative = (headers: Sender['headers']): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => headers[name] !== undefined)

/** The origin that sent a request: `Origin`, or else the origin of `Referer`. It may be no valid origin. */
export function originOf(headers: Readonly<Record<string, string>>): string | undefined {
  const { origin, referer } = headers
  if (origin !== undefined || referer === undefined) return origin
  return REFERER_ORIGIN.exec(referer)?.[1] ?? referer
}

/**
 * The relation of the page that sent a request to this server. `Origin` and `Sec-Fetch-Site` must both be
 * near; `Referer` counts where a browser sends neither. A request without any of them comes from a client
 * that is no browser, and counts as same-origin, like an address that was typed in and a listed origin.
 */
export function relationOf({ headers, host }: Sender, origins: readonly string[]): Relation {
  const sender = originOf(headers)
  if (sender !== undefined && origins.includes(sender)) return 'same-origin'
  const { origin, 'sec-fetch-site': site = 'none' } = headers
  // Chromium says `none` of what the speculation rules of any page make it fetch ahead.
  const bySite = site === 'none' && isSpeculative(headers) ? 'cross-site' : relationOfSite(site)
  const judged = origin ?? (site === 'none' ? sender : undefined)
  const byOrigin = judged === undefined ? 'same-origin' : relationOfOrigin(judged, host)
  return [bySite, byOrigin].includes('cross-site') ? 'cross-site' : bySite === 'same-site' ? bySite : byOrigin
}

/** The list of origins that a user allows; a TypeError names one that is no origin. */
export function originList(origins: readonly string[]): readonly string[] {
  return origins.map((origin) => {
    if (!/^https?:\/\/[^/?#@\\\s*]+$/i.test(origin) || !URL.canParse(origin))
      throw new TypeError(`An origin looks like http://localhost:5173, got ${origin}`)
    // A browser spells an origin like this: in lower case, without the port that the scheme implies.
    return new URL(origin).origin
  })
}
