import http, { type ClientRequest, type ClientRequestArgs, type RequestOptions } from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { Socket } from 'node:net'
import tls, { type ConnectionOptions } from 'node:tls'
import { isObject } from '../../../engine/values/plain-object.ts'
import { callerOf } from '../../run/calls/caller.ts'
import { leaveWorld } from '../../run/calls/fetch.ts'
import type { Replacement } from '../../run/replace.ts'
import type { Scope } from '../../run/run.ts'
import { currentScope, isDead } from '../../run/scope.ts'
import { type CallbackFunction, isCallback } from './callbacks.ts'
import { routeTo, type SocketAddress } from './route.ts'
import { adopt, connected, connectionTo, encrypt } from './socket.ts'

/** The arguments of `net.connect`, in the form that Node makes of them: options and a callback. */
function connectOptions(
  values: unknown[],
): [options: Record<string, unknown>, callback: CallbackFunction | undefined] {
  const [first] = values
  // Node normalizes the arguments once, and hands them on as one list.
  const list = Array.isArray(first) ? first : values
  const callback = list.findLast(isCallback)
  const [target, host] = list
  if (isObject(target)) return [target, callback]
  if (typeof target === 'string' && Number.isNaN(Number(target))) return [{ path: target }, callback]
  return [{ port: Number(target), ...(typeof host === 'string' && { host }) }, callback]
}

const destinationOf = (options: object, isSecure: boolean): SocketAddress => {
  const { host, hostname, port }: { host?: unknown; hostname?: unknown; port?: unknown } = options
  return {
    host: String(host ?? hostname ?? 'localhost').replace(/^\[|\]$/g, ''),
    port: Number(port ?? (isSecure ? 443 : 80)),
    isSecure,
  }
}

const refuseLocal = (scope: Scope, path: string): void =>
  leaveWorld(scope, `connected to the local socket ${path}`, 'use a host and a port')

/** Connects a socket in memory. If nothing answers at the address, it stays silent: the run has stopped. */
function connectIn(
  scope: Scope,
  socket: Socket,
  options: Record<string, unknown>,
  { isSecure, hook }: { readonly isSecure: boolean; readonly hook: CallbackFunction },
): void {
  if (typeof options['path'] === 'string') {
    refuseLocal(scope, options['path'])
    return
  }
  const destination = destinationOf(options, isSecure)
  const serve = isDead(scope) ? undefined : routeTo(scope, destination, hook)
  if (!serve) return
  const { near, far } = connectionTo(destination.port, isSecure)
  adopt(socket, near, destination.port)
  serve(near, far)
  process.nextTick(() => {
    if (!isDead(scope) && !socket.destroyed) connected(socket)
  })
}

const socketConnect = (original: CallbackFunction) =>
  function connect(this: Socket, ...values: unknown[]): unknown {
    const scope = currentScope()
    if (!scope) return Reflect.apply(original, this, values)
    const [options, callback] = connectOptions(values)
    if (callback) this.once('connect', callback)
    connectIn(scope, this, options, { isSecure: false, hook: connect })
    return this
  }

/** TLS in memory: the connection only looks encrypted, so that the other end can read it. */
const tlsConnect = (original: CallbackFunction) =>
  function connect(...values: unknown[]): unknown {
    const scope = currentScope()
    if (!scope) return Reflect.apply(original, tls, values)
    const [options, callback] = connectOptions(values)
    const all: ConnectionOptions = { ...values.find(isObject), ...options }
    const { socket: upgraded, servername = '' } = all
    const socket = upgraded instanceof Socket ? upgraded : new Socket()
    encrypt(socket, servername)
    const ready = () => {
      if (isDead(scope)) return
      socket.emit('secure')
      socket.emit('secureConnect')
    }
    if (callback) socket.once('secureConnect', callback)
    if (upgraded) process.nextTick(ready)
    else {
      socket.once('connect', ready)
      connectIn(scope, socket, { ...all }, { isSecure: true, hook: connect })
    }
    return socket
  }

/** A connection for one request, so that its call belongs to the work that made the request. */
const connectionFor =
  (scope: Scope, isSecure: boolean, hook: CallbackFunction) => (options: ClientRequestArgs) => {
    const destination = destinationOf(options, isSecure)
    const { near, far } = connectionTo(destination.port, isSecure)
    if (options.timeout) near.setTimeout(options.timeout)
    if (options.socketPath) refuseLocal(scope, options.socketPath)
    else routeTo(scope, destination, hook)?.(near, far)
    return near
  }

type Request = (...values: unknown[]) => ClientRequest

/** Taken before anything replaces them. */
const { request: plainRequest } = http
const { request: secureRequest } = https

/** The arguments of a request that has a connection of its own. `hook` is what the program called. */
function ownArguments(
  scope: Scope,
  values: readonly unknown[],
  isSecure: boolean,
  hook: CallbackFunction,
): unknown[] {
  const place = typeof values[0] === 'string' || values[0] instanceof URL ? 1 : 0
  const given = values[place]
  const options: RequestOptions = typeof given === 'object' && given !== null ? given : {}
  const own: ClientRequestArgs = {
    ...options,
    agent: undefined,
    // Without an agent, Node takes port 80 for https too.
    defaultPort: isSecure ? 443 : 80,
    createConnection: connectionFor(scope, isSecure, hook),
  }
  const rest = values.slice(typeof given === 'object' && given !== null ? place + 1 : place)
  return [...values.slice(0, place), own, ...rest]
}

/** Replaces `request` of http and https: in a run, each request gets a connection of its own. */
const requestIn = (isSecure: boolean) => (original: Request) => {
  const request: Request = (...values) => {
    const scope = currentScope()
    return scope ? original(...ownArguments(scope, values, isSecure, request)) : original(...values)
  }
  return request
}

const getIn = (isSecure: boolean) => (original: Request) => {
  const get: Request = (...values) => {
    const scope = currentScope()
    if (!scope) return original(...values)
    const send = isSecure ? secureRequest : plainRequest
    const request: ClientRequest = Reflect.apply(send, undefined, ownArguments(scope, values, isSecure, get))
    request.end()
    return request
  }
  return get
}

/** HTTP/2 needs frames that no end in memory speaks. */
const refuseHttp2 = (original: CallbackFunction) => {
  const connect: CallbackFunction = (...values) => {
    const scope = currentScope()
    if (!scope) return Reflect.apply(original, http2, values)
    const place = callerOf(connect)
    const where = place === undefined ? '' : ` at ${place}`
    leaveWorld(scope, `connected to ${String(values[0])} by HTTP/2${where}`, 'use HTTP/1.1')
    throw new Error('explore answers HTTP/1.1 only')
  }
  return connect
}

/** The ways to open a connection. */
export const connectHooks: readonly Replacement[] = [
  { owner: Socket.prototype, name: 'connect', make: socketConnect },
  { owner: tls, name: 'connect', make: tlsConnect },
  { owner: http, name: 'request', make: requestIn(false) },
  { owner: http, name: 'get', make: getIn(false) },
  { owner: https, name: 'request', make: requestIn(true) },
  { owner: https, name: 'get', make: getIn(true) },
  { owner: http2, name: 'connect', make: refuseHttp2 },
]
