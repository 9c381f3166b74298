import { Server as HttpServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import { Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { leaveWorld } from '../../run/calls/fetch.ts'
import type { Instance, VirtualServer } from '../../run/instance.ts'
import type { SentRequest } from '../../run/operation.ts'
import type { Replacement } from '../../run/replace.ts'
import type { Scope } from '../../run/run.ts'
import { currentScope, instanceOf, isDead, scopes } from '../../run/scope.ts'
import { connectionTo } from './socket.ts'

type Callback = (...values: unknown[]) => unknown

/** The first port that a server gets that asks for any. */
const ANY_PORT = 49_152

/** Taken before anything replaces them. */
const { close: closeHttp } = HttpServer.prototype
const realRequest = httpRequest

/** A server that listens in memory. */
interface Listening {
  readonly port: number
  readonly host: string
}

const listening = new WeakMap<Server, Listening>()

/** The arguments of `listen`: a port, a path, or options. */
function listenOptions(values: unknown[]): { port?: number; host?: string; path?: string } {
  const [first, second] = values
  if (typeof first === 'object' && first !== null) return first
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first }
  return {
    port: typeof first === 'function' ? 0 : Number(first ?? 0),
    ...(typeof second === 'string' && { host: second }),
  }
}

const systemError = (code: string, syscall: string, members: object, more = ''): Error =>
  Object.assign(new Error(`${syscall} ${code}${more}`), { code, syscall, ...members })

/** Sends a server a request, and returns its response. */
function requestTo(
  server: Server,
  port: number,
  { method, url, headers, body }: SentRequest,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { near, far } = connectionTo(port, false)
    const { pathname, search, host } = new URL(url)
    const options = {
      method,
      path: pathname + search,
      headers: { ...headers, host, connection: 'close' },
      createConnection: () => near,
    }
    const request = realRequest(options, (response) => void responseOf(response).then(resolve, reject))
    request.on('error', reject)
    request.end(body)
    give(server, far)
  })
}

async function responseOf(message: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part)
  const status = message.statusCode ?? 200
  const isEmpty = status === 204 || status === 304
  return new Response(isEmpty ? null : Buffer.concat(parts), { status })
}

/** Gives a server a connection. A server of https reads it as plain text. */
const give = (server: Server, far: Duplex): void =>
  void server.emit(server instanceof HttpsServer ? 'secureConnection' : 'connection', far)

/** Closes a server whose process is gone. Nothing of the process runs because of it. */
function abandon(scope: Scope, server: Server): void {
  server.removeAllListeners()
  // It holds an interval of the platform, even if nothing listens to it.
  if (server instanceof HttpServer || server instanceof HttpsServer)
    scopes.run(scope, () => Reflect.apply(closeHttp, server, []))
}

function nextPort({ servers }: Instance): number {
  let port = ANY_PORT
  while (servers.has(port)) port++
  return port
}

function listenIn(scope: Scope, server: Server, options: ReturnType<typeof listenOptions>): void {
  const instance = instanceOf(scope)
  if (!instance) return
  const port = Number(options.port ?? 0) || nextPort(instance)
  const host = options.host ?? '::'
  if (instance.servers.has(port)) {
    const taken = `: address already in use ${host}:${port}`
    const error = systemError('EADDRINUSE', 'listen', { address: host, port }, taken)
    process.nextTick(() => server.emit('error', error))
    return
  }
  const virtual: VirtualServer = {
    port,
    accept: (far) => give(server, far),
    request: (request) => requestTo(server, port, request),
  }
  instance.servers.set(port, virtual)
  instance.endings.add(() => abandon(scope, server))
  listening.set(server, { port, host })
  Object.defineProperty(server, 'listening', { get: () => listening.has(server), configurable: true })
  process.nextTick(() => {
    if (!isDead(scope) && listening.has(server)) server.emit('listening')
  })
}

const listen = (original: Callback) =>
  function replaced(this: Server, ...values: unknown[]): unknown {
    const scope = currentScope()
    if (!scope) return Reflect.apply(original, this, values)
    const callback = values.find((value): value is () => void => typeof value === 'function')
    if (callback) this.once('listening', callback)
    const options = listenOptions(values)
    if (options.path !== undefined)
      leaveWorld(scope, `listened at ${options.path}`, 'a server must listen at a port')
    else if (!isDead(scope)) listenIn(scope, this, options)
    return this
  }

const close = (original: Callback) =>
  function replaced(this: Server, callback?: (error?: Error) => void): unknown {
    const scope = currentScope()
    if (!scope) return Reflect.apply(original, this, callback ? [callback] : [])
    const known = listening.get(this)
    if (!known) {
      if (callback) process.nextTick(callback, systemError('ERR_SERVER_NOT_RUNNING', 'close', {}))
      return this
    }
    listening.delete(this)
    instanceOf(scope)?.servers.delete(known.port)
    if (callback) this.once('close', callback)
    process.nextTick(() => {
      if (!isDead(scope)) this.emit('close')
    })
    return this
  }

const address = (original: Callback) =>
  function replaced(this: Server): unknown {
    const known = listening.get(this)
    if (!known) return Reflect.apply(original, this, [])
    const { port, host } = known
    return { address: host, family: host.includes(':') ? 'IPv6' : 'IPv4', port }
  }

/** The ways to listen. */
export const listenHooks: readonly Replacement[] = [
  { owner: Server.prototype, name: 'listen', make: listen },
  { owner: Server.prototype, name: 'close', make: close },
  { owner: Server.prototype, name: 'address', make: address },
]
