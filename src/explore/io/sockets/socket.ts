import type { Socket } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { real } from '../../run/real.ts'
import { currentScope, instanceOf } from '../../run/scope.ts'

/** The timer of a socket that nobody uses. It runs on virtual time if the code under test set it. */
function idleTimer(socket: Duplex): { set(delay: number): void; renew(): void } {
  let timer: NodeJS.Timeout | undefined
  return {
    set(delay) {
      clearTimeout(timer)
      // A timer of the platform itself would hold the process, and fire at no instant of a run.
      timer = delay > 0 && currentScope() ? setTimeout(() => socket.emit('timeout'), delay) : undefined
    },
    renew: () => void timer?.refresh(),
  }
}

/** A stream that has what clients and servers expect of a socket. */
type SocketLike = Duplex & { setTimeout(milliseconds: number, callback?: () => void): unknown }

/** The two ends of a connection. */
interface Connection {
  readonly near: SocketLike
  readonly far: SocketLike
}

/** Gives a stream a timeout as sockets have it. Bytes in either direction begin it anew. */
function withTimeout<T extends Duplex>(socket: T): T & SocketLike {
  const idle = idleTimer(socket)
  const { push, write } = socket
  socket.once('close', () => idle.set(0))
  return Object.assign(socket, {
    setTimeout(delay: number, callback?: () => void) {
      if (callback) socket.once('timeout', callback)
      idle.set(delay)
      return socket
    },
    push(...values: Parameters<typeof push>) {
      idle.renew()
      return push.apply(socket, values)
    },
    write(...values: Parameters<typeof write>) {
      idle.renew()
      return write.apply(socket, values)
    },
  })
}

/**
 * Frees the HTTP parser of a socket that is still open when its process ends. Nobody closes that socket,
 * because nothing of a dead process goes on, and Node would keep the parser, and with it the run, for ever.
 */
function freeAtEnd(socket: Duplex & { readonly parser?: { close(): void } | null }): void {
  const scope = currentScope()
  const instance = scope && instanceOf(scope)
  const free = () => {
    if (!socket.parser) return
    socket.removeAllListeners()
    socket.parser.close()
  }
  // The process may end while the parser is at work.
  const end = () => void real.setImmediate(free)
  instance?.endings.add(end)
  socket.once('close', () => instance?.endings.delete(end))
}

const addresses = { remoteAddress: '127.0.0.1', remoteFamily: 'IPv4', localAddress: '127.0.0.1' }

/** What clients ask of a connection that is encrypted. */
const encryption = {
  encrypted: true,
  authorized: true,
  alpnProtocol: false,
  getPeerCertificate: () => ({}),
  getCipher: () => ({ name: 'none', standardName: 'none', version: 'none' }),
  getProtocol: () => 'TLSv1.3',
  getSession: () => undefined,
  isSessionReused: () => false,
  setServername() {},
}

/** Defines members, also where the prototype has getters of the same names. */
function define(target: object, members: object): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false })
}

/** Makes a plain stream look like a socket. */
function asSocket(stream: Duplex, port: number, isSecure: boolean): SocketLike {
  const self = () => stream
  define(stream, {
    ...addresses,
    remotePort: port,
    setNoDelay: self,
    setKeepAlive: self,
    ref: self,
    unref: self,
    destroySoon: () => stream.end(() => stream.destroy()),
    ...(isSecure && encryption),
  })
  freeAtEnd(stream)
  return withTimeout(stream)
}

/** Returns the two ends of a connection in memory: that of the code under test, and the other one. */
export function connectionTo(port: number, isSecure: boolean): Connection {
  const [near, far] = duplexPair()
  return { near: asSocket(near, port, isSecure), far: asSocket(far, port, isSecure) }
}

/** Passes what arrives at a stream on to a socket, and holds it back while the socket is full. */
function readFrom(stream: Duplex, socket: Socket): void {
  stream.on('data', (chunk: Buffer) => {
    if (!socket.push(chunk)) stream.pause()
  })
  stream.on('end', () => socket.push(null))
  stream.on('error', (error) => socket.destroy(error))
  stream.on('close', () => {
    if (!stream.readableEnded) socket.destroy(stream.errored ?? undefined)
  })
  stream.pause()
}

/**
 * Connects a socket that the code under test made to a stream in memory. The socket emits what a socket of
 * the network emits.
 */
export function adopt(socket: Socket, stream: Duplex, port: number): void {
  readFrom(stream, socket)
  define(socket, {
    ...addresses,
    remotePort: port,
    connecting: true,
    pending: true,
    _read: () => stream.resume(),
    _write: (chunk: Buffer, _: string, done: (error?: Error | null) => void) => stream.write(chunk, done),
    _writev: null,
    _final: (done: () => void) => void stream.end(done),
    _destroy: (error: Error | null, done: (error: Error | null) => void) => {
      stream.destroy()
      done(error)
      process.nextTick(() => socket.emit('close', error !== null))
    },
    setNoDelay: () => socket,
    setKeepAlive: () => socket,
    ref: () => socket,
    unref: () => socket,
  })
  freeAtEnd(socket)
  withTimeout(socket)
}

/** Tells a socket that its connection is there. */
export function connected(socket: Socket): void {
  define(socket, { connecting: false, pending: false })
  socket.emit('connect')
  socket.emit('ready')
}

/** Makes an adopted socket look encrypted. What it sends stays readable for the other end. */
export function encrypt(socket: Socket, servername: string): void {
  define(socket, { ...encryption, servername })
}
