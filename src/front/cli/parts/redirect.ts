import { syncBuiltinESMExports } from 'node:module'
import tls from 'node:tls'

/*
 * A module that Node loads before a program (`--import`). It leads TLS connections for the hosts of the proxy
 * to the proxy, for clients that know no proxy: `node:https`, and `fetch` before Node 22.21 and 24.5.
 */

type Options = tls.ConnectionOptions

const { FAUXGRAPH_HTTPS: address, FAUXGRAPH_HOSTS: hosts = '', HTTPS_PROXY: plain = '' } = process.env

/** The options of a connection that may be written as a port, a host and options. */
function optionsOf(first: unknown, second: unknown, third: unknown): Options {
  if (typeof first === 'object' && first !== null) return first
  const options = [second, third].find((value) => typeof value === 'object' && value !== null)
  return { ...options, port: Number(first), ...(typeof second === 'string' && { host: second }) }
}

/** Returns true if a client begins TLS with the proxy itself. Old versions of axios do so. */
const isToProxy = (host: string, port: unknown): boolean =>
  URL.canParse(plain) && new URL(plain).host === `${host}:${port}`

/** The options that lead to the proxy; the same ones if the connection leads elsewhere. */
function redirected(options: Options, proxy: URL): Options {
  const { host = '', port, socket, path, servername = host } = options
  // An agent of `node:https` passes null for a path that it does not have.
  const target = isToProxy(host, port) ? servername : host
  const isOther = socket || path || (target === host && Number(port) !== 443)
  if (isOther || !hosts.split(',').includes(target.toLowerCase())) return options
  return { ...options, host: proxy.hostname, port: Number(proxy.port), servername }
}

if (address !== undefined && URL.canParse(address)) {
  const [proxy, original] = [new URL(address), tls.connect]
  const connect = (...args: readonly unknown[]) => {
    const callback = args.find((value) => typeof value === 'function')
    const options = redirected(optionsOf(args[0], args[1], args[2]), proxy)
    const socket = original(options)
    if (callback) socket.once('secureConnect', () => Reflect.apply(callback, socket, []))
    return socket
  }
  Reflect.set(tls, 'connect', connect)
  syncBuiltinESMExports()
}
