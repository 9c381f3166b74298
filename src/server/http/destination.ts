import { BlockList, isIP } from 'node:net'
import { judgeHost } from '../hosts.ts'

/** The destination of a webhook call, read from its URL. */
export interface Destination {
  readonly url: URL
  /** The host without brackets: a name or an IP address. */
  readonly host: string
}

/** Resolves a name to all of its IP addresses. */
export type Lookup = (name: string) => Promise<readonly string[]>

const AUTHORITY = /^https?:\/\/([^/?#\\]*)/i

/**
 * Reads the URL of a webhook: http or https, to a loopback host or a listed host. Refuses a URL with a user
 * name, and one that writes an IP address in another way (as a number, octal, mapped into IPv6), because two
 * parsers rarely agree on the host of such a URL. Throws an error with the reason.
 */
export function destinationOf(text: string, hosts: readonly string[]): Destination {
  const authority = AUTHORITY.exec(text)?.[1]
  if (authority === undefined || !URL.canParse(text))
    throw new Error('The webhook must have a valid http or https URL')
  const verdict = judgeHost(authority, hosts)
  if (verdict === 'malformed') throw new Error('The URL of the webhook has an invalid host')
  if (verdict === 'foreign')
    throw new Error(
      'The host of the webhook is neither a loopback host nor listed in webhookHosts (--webhook-host HOST)',
    )
  const url = new URL(text)
  const hostInText = authority.replace(/:\d+$/, '').toLowerCase()
  if (hostInText !== url.hostname)
    throw new Error(`The host of the webhook must be written as ${url.hostname}`)
  return { url, host: url.hostname.replace(/^\[|\]$/g, '') }
}

/** A set of IP addresses. Each entry is a subnet or one address. */
function addresses(...entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [net = '', prefix] = entry.split('/')
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(prefix), family)
  }
  return list
}

const loopbackV6 = addresses('::1')
const loopback = addresses('127.0.0.0/8', '::1')

/** IPv6 addresses that contain IPv4 addresses: mapped, translated, tunnelled and IPv4-compatible ones. */
const embedding = addresses(
  ...['::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32'],
  '::/96',
)

/**
 * Addresses that are never called: unspecified, link-local, multicast, reserved, and cloud metadata services.
 */
const forbidden = addresses(
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4'],
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['::', 'fe80::/10', 'fec0::/10', 'ff00::/8', 'fd00:ec2::254', 'fd20:ce::254'],
)

/** Whether a host is always this machine, regardless of DNS. */
const isLoopback = (host: string): boolean => /^(?:.*\.)?localhost$/.test(host) || isIn(loopback, host)

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a webhook at this host may be called at this IP address. */
function isAllowed(host: string, address: string): boolean {
  // An address with a zone (%) is link-local.
  if (isIP(address) === 0 || address.includes('%')) return false
  if (isIP(address) === 6 && isIn(embedding, address) && !isIn(loopbackV6, address)) return false
  if (isIn(loopback, address)) return true
  return !isLoopback(host) && !isIn(forbidden, address)
}

/**
 * Resolves a destination to the IP address to connect to. The name is looked up once, because a second lookup
 * could answer something else. Every address must be allowed; the first one is used. Throws an error with the
 * reason.
 */
export async function addressOf({ host }: Destination, lookup: Lookup): Promise<string> {
  const resolved = isIP(host) === 0 ? await lookup(host) : [host]
  const [first] = resolved
  if (first === undefined) throw new Error('The host of the webhook has no address')
  const denied = resolved.find((address) => !isAllowed(host, address))
  if (denied !== undefined)
    throw new Error(`The host of the webhook resolves to ${denied}, an address that webhooks may not call`)
  return first
}
