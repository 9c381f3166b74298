import { BlockList, isIP } from 'node:net'
import { judgeHost } from '../hosts.ts'

/** Where a webhook may be called, as far as its url tells. */
export interface Destination {
  readonly url: URL
  /** The host without brackets: a name, or an address. */
  readonly host: string
}

/** Gives every address of a name. */
export type Lookup = (name: string) => Promise<readonly string[]>

const AUTHORITY = /^https?:\/\/([^/?#\\]*)/i

/**
 * Reads the url of a webhook: http or https, to a loopback host or a listed one, written as it is. What has
 * a user in it, or writes an address in another way (as a number, octal, mapped into IPv6), is refused: the
 * two readers of such a url rarely agree on where it leads. Throws what is wrong with it.
 */
export function destinationOf(text: string, hosts: readonly string[]): Destination {
  const authority = AUTHORITY.exec(text)?.[1]
  if (authority === undefined || !URL.canParse(text)) throw new Error('The webhook has no http or https url')
  const verdict = judgeHost(authority, hosts)
  if (verdict === 'malformed') throw new Error('The url of the webhook has no plain host')
  if (verdict === 'foreign') throw new Error('The host of the webhook is neither loopback nor listed')
  const url = new URL(text)
  const written = authority.replace(/:\d+$/, '').toLowerCase()
  if (written !== url.hostname) throw new Error('The host of the webhook is another way to write an address')
  return { url, host: url.hostname.replace(/^\[|\]$/g, '') }
}

/** A set of addresses. Each entry is a subnet, or one address. */
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

const itself = addresses('::1')
const loopback = addresses('127.0.0.0/8', '::1')

/** IPv4 addresses inside of IPv6 ones: mapped, translated, tunnelled, and as they once were compatible. */
const embedding = addresses(
  ...['::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32'],
  '::/96',
)

/** Where no webhook is: nowhere, link-local, multicast, reserved, and what clouds tell their machines. */
const never = addresses(
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4'],
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['::', 'fe80::/10', 'fec0::/10', 'ff00::/8', 'fd00:ec2::254', 'fd20:ce::254'],
)

/** Whether a host stands for this machine, whatever a resolver says. */
const isNear = (host: string): boolean => /^(?:.*\.)?localhost$/.test(host) || isIn(loopback, host)

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a webhook at this host may be called at this address. */
function isAllowed(host: string, address: string): boolean {
  // An address with a zone is link-local.
  if (isIP(address) === 0 || address.includes('%')) return false
  if (isIP(address) === 6 && isIn(embedding, address) && !isIn(itself, address)) return false
  if (isIn(loopback, address)) return true
  return !isNear(host) && !isIn(never, address)
}

/**
 * The address to connect to. The name is looked up once, every address that it has is judged, and the first
 * is used: a second lookup could answer something else. Throws why there is none.
 */
export async function addressOf({ host }: Destination, lookup: Lookup): Promise<string> {
  const found = isIP(host) === 0 ? await lookup(host) : [host]
  const [first] = found
  if (first === undefined) throw new Error('The host of the webhook has no address')
  const wrong = found.find((address) => !isAllowed(host, address))
  if (wrong !== undefined) throw new Error(`The host of the webhook leads to ${wrong}, which is not called`)
  return first
}
