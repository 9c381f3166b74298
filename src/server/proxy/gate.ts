import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { errorResponse } from '../admission.ts'
import type { Site } from '../answer.ts'
import { closeWithError } from '../http/connection-errors.ts'
import { sendEarly } from '../http/exchange.ts'
import type { Gate } from '../http/http-server.ts'
import type { OpenSockets } from '../http/sockets.ts'
import { type HostAndPort, passConnection, passRequest } from './pass-on.ts'

/** The treatment of requests to hosts that a proxy does not serve. */
export type OtherHosts = 'refuse' | 'pass'

interface GateOptions {
  readonly site: Site
  /** The hosts of which the world answers https at port 443. */
  readonly hosts: readonly string[]
  readonly others: OtherHosts
  /** Begins the handshake with a client that asked for one of the hosts. */
  readonly accept: (socket: Socket) => void
  /** The connections that began with CONNECT. */
  readonly sockets: OpenSockets
  readonly warn: (text: string) => void
}

/** Different hosts of which the proxy warns: a client that tries many must not flood the output. */
const WARNINGS_MAX = 100

/** The longest host name, with a port. */
const TARGET_LENGTH_MAX = 253 + ':65535'.length

/** Reads the target of CONNECT: a host with a port, and nothing else. */
function connectTarget(text: string): HostAndPort | undefined {
  if (text.length > TARGET_LENGTH_MAX) return undefined
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+)):(\d+)$/i.exec(text) ?? []
  const [host, port] = [(bracketed ?? plain)?.toLowerCase(), Number(digits)]
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port }
}

/** Reads the target of a request to a proxy: an absolute URL. Undefined if it is only a path. */
function absoluteTarget(url = ''): (HostAndPort & { readonly url: URL }) | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  const port = Number(parsed.port || (parsed.protocol === 'https:' ? 443 : 80))
  return { url: parsed, host: parsed.hostname.replace(/^\[|\]$/g, ''), port }
}

const refusal = (hosts: readonly string[], host: string): string =>
  `The proxy does not serve ${host}, only ${hosts.join(', ')}: to serve it too, add --host-name ${host}; ` +
  'to pass on requests to other hosts, use --others pass'

/** Creates the gate of a proxy. */
export function gateOf({ site, hosts, others, accept, sockets, warn }: GateOptions): Gate {
  const warned = new Set<string>()
  const refused = (host: string): string => {
    const text = refusal(hosts, host)
    if (!warned.has(host) && warned.size < WARNINGS_MAX) {
      warned.add(host)
      warn(text)
    }
    return text
  }
  const refuse = (socket: Socket, status: number, message: string) =>
    closeWithError(socket, undefined, errorResponse(site, status, message))
  return {
    connect({ url = '' }, socket, early) {
      sockets.add(socket)
      // A client may close the connection at any time.
      socket.on('error', () => socket.destroy())
      const target = connectTarget(url)
      if (target === undefined)
        return refuse(socket, 400, `CONNECT needs a host with a port, such as ${hosts[0]}:443`)
      const { host, port } = target
      if (!hosts.includes(host))
        return others === 'pass' ? passConnection(socket, early, target) : refuse(socket, 403, refused(host))
      if (port !== 443) return refuse(socket, 403, `The proxy serves ${host} at port 443 only, got ${port}`)
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      if (early.length > 0) socket.unshift(early)
      accept(socket)
    },
    answerElsewhere(request: IncomingMessage) {
      const target = absoluteTarget(request.url)
      if (target === undefined || hosts.includes(target.host)) return undefined
      if (others === 'pass') return (asked, response) => passRequest(asked, response, target)
      return async (asked, response) =>
        sendEarly(asked, response, errorResponse(site, 403, refused(target.host)))
    },
  }
}
