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

/** The headers by which a browser tells who asks. */
interface Asker {
  readonly headers: Readonly<Record<string, string>>
  readonly host: string
}

/**
 * Whether a web page of another origin asks. A browser says so by `Origin` or `Sec-Fetch-Site`; what sends
 * neither is no web page. Origins that the user listed are not foreign.
 */
export function isForeign({ headers, host }: Asker, origins: readonly string[]): boolean {
  const origin = headers['origin']
  if (origin !== undefined) {
    if (origins.includes(origin)) return false
    const own = host.toLowerCase()
    if (origin !== `http://${own}` && origin !== `https://${own}`) return true
  }
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** The list of origins that a user allows; a TypeError names one that is no origin. */
export function originList(origins: readonly string[]): readonly string[] {
  for (const origin of origins) {
    if (!/^https?:\/\/[^/?#@\s*]+$/.test(origin))
      throw new TypeError(`An origin looks like http://localhost:5173, got ${origin}`)
  }
  return origins.map((origin) => origin.toLowerCase())
}
