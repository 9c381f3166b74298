import { shown } from '../service/values/scalars.ts'
import type { RequestHead } from './admission.ts'
import { judgeHost } from './hosts.ts'

/** The address at which clients reach a server. */
interface PublicAddress {
  /** The beginning of links: the origin, and a path if there is one. */
  readonly base: string
  readonly origin: string
  readonly host: string
}

/** Reads the option `publicUrl`. Throws a TypeError if it is no address that links can begin with. */
export function publicAddress(text: string): PublicAddress {
  if (typeof text === 'string' && /^https?:\/\/[^?#\s@\\]+$/i.test(text) && URL.canParse(text)) {
    const { origin, host, pathname } = new URL(text)
    return { base: origin + pathname.replace(/\/$/, ''), origin, host }
  }
  throw new TypeError(
    `publicUrl must be an http or https URL without a query, such as https://graph.example.test, got ` +
      shown(text),
  )
}

/** Returns the first value of a header that several proxies may have added to. */
const firstOf = (value = ''): string => value.split(',', 1)[0]?.trim() ?? ''

/** Returns the origin that the headers of a proxy name. What they leave out, the request itself says. */
function forwardedOrigin({ headers, host, origin }: RequestHead): string {
  const scheme = firstOf(headers['x-forwarded-proto']).toLowerCase()
  const forwarded = firstOf(headers['x-forwarded-host'])
  const isHost = judgeHost(forwarded) !== 'malformed'
  if (!isHost && scheme !== 'http' && scheme !== 'https') return origin
  const own = scheme === 'http' || scheme === 'https' ? `${scheme}:` : origin.slice(0, origin.indexOf('//'))
  return `${own}//${(isHost ? forwarded : host).toLowerCase()}`
}

/** Returns the rule for the beginning of links: a fixed one, that of the proxy, or that of the request. */
export function linkOriginOf(
  publicBase: string | undefined,
  trustsProxy: boolean,
): (head: RequestHead) => string {
  if (publicBase !== undefined) return () => publicBase
  return trustsProxy ? forwardedOrigin : ({ origin }) => origin
}
