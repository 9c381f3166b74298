import { Server } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { type Authority, openAuthority } from './authority.ts'
import { makeServerCertificate } from './certificates.ts'
import { serverOf } from './http-server.ts'
import { closeServer } from './listening.ts'
import type { Service } from './service.ts'
import { openSockets } from './sockets.ts'
import { onRequest } from './waiting.ts'

/** Milliseconds after which a server takes a new certificate, long before the end of the last one. */
const RENEWAL_MS = DAY_MS

/** The alerts of TLS from clients that do not know the authority, in codes of Node's errors. */
const untrusting = /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|UNSUPPORTED_CERTIFICATE)$/

const advice = ({ certificatePath, bundlePath }: Authority): string =>
  `set NODE_EXTRA_CA_CERTS=${certificatePath} for Node, SSL_CERT_FILE=${bundlePath} for OpenSSL, ` +
  `REQUESTS_CA_BUNDLE=${bundlePath} for Python`

/** Milliseconds within which a client that does not trust a certificate has closed its connection. */
const DOUBT_MS = 2_000

/** Whether an error of the HTTP parser says that the client sent something, though no whole request. */
const isParserError = ({ code = '' }: NodeJS.ErrnoException): boolean => code.startsWith('HPE_')

/**
 * Calls back if a client closes a connection soon after the handshake, without a byte of a request. Some
 * clients that do not trust the certificate, such as Node, send no alert, and do only this. So does no
 * program that keeps a connection for later, and no server that closes its connections when it ends.
 */
function watchEarlyEnds(server: Server, ended: () => void): void {
  const asked = new WeakSet<Duplex>()
  onRequest(server, (socket) => asked.add(socket))
  server.on('clientError', (error: Error, socket: Duplex) => {
    if (isParserError(error)) asked.add(socket)
  })
  server.on('secureConnection', (socket) => {
    const since = performance.now()
    let isByClient = false
    const noteEnd = () => {
      isByClient = true
    }
    socket.once('end', noteEnd).once('error', noteEnd)
    socket.once('close', () => {
      if (isByClient && !asked.has(socket) && performance.now() - since < DOUBT_MS) ended()
    })
  })
}

/** The beginning of the warning about clients that may not trust the authority. */
export const closedEarly = 'a client closed a TLS connection before its first request'

/**
 * Warns if clients do not trust the authority, and if they do not speak TLS. Each warning comes once, because
 * a client may try again for ever.
 */
function warnOfClients(server: Server, authority: Authority, warn: (text: string) => void): void {
  const warned = new Set<string>()
  const warnOnce = (text: string) => {
    if (!warned.has(text)) warn(text)
    warned.add(text)
  }
  const warnOfEarlyEnd = () =>
    warnOnce(`${closedEarly}. If it does not trust the authority of fauxgraph, ${advice(authority)}`)
  // The first secrets of a handshake come with the certificate. Their text is not used.
  const hasCertificate = new WeakSet<TLSSocket>()
  server.on('keylog', (_, socket) => hasCertificate.add(socket))
  server.on('tlsClientError', ({ code = '' }: NodeJS.ErrnoException, socket: TLSSocket) => {
    if (untrusting.test(code))
      warnOnce(`a client does not trust the authority of fauxgraph: ${advice(authority)}`)
    if (code === 'ERR_SSL_HTTP_REQUEST') warnOnce('a client sent plain HTTP to a port for https')
    // A program that only looks whether the port is open has seen no certificate.
    if (code === 'ECONNRESET' && hasCertificate.has(socket)) warnOfEarlyEnd()
  })
  watchEarlyEnds(server, warnOfEarlyEnd)
}

/** Gives a server a new certificate each day until the returned function is called. */
function renewCertificate(server: Server, authority: Authority, hosts: readonly string[]): () => void {
  const renew = async () => {
    // A server that runs for longer than the life of its authority must not end with it.
    const current = await openAuthority(authority.folder, hosts)
    server.setSecureContext(await makeServerCertificate(current, hosts))
  }
  // If it fails, the next day is early enough.
  const timer = setInterval(() => void renew().catch(() => {}), RENEWAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** An HTTPS server, and how it ends. */
export interface SecureServer {
  readonly server: Server
  /** Begins the handshake on a connection, also on one that another server has accepted. */
  accept(socket: Socket): void
  close(): Promise<void>
}

/** Options of an HTTPS server. */
interface SecureOptions {
  readonly authority: Authority
  /** The hosts that its certificate names. */
  readonly hosts: readonly string[]
  readonly warn: (text: string) => void
  /** The days for which its certificate is valid, which is not renewed then. */
  readonly days?: number | undefined
}

/** Creates the HTTPS server of a service; it does not listen yet. */
export async function secureServerOf(
  { site, wake, limits }: Service,
  { authority, hosts, warn, days }: SecureOptions,
): Promise<SecureServer> {
  const certificate = await makeServerCertificate(authority, hosts, days)
  const server = serverOf(site, wake, limits, { certificate })
  if (!(server instanceof Server)) throw new Error('A server with a certificate must be an HTTPS server')
  // Twice as many connections as HTTP may have: so many handshakes may be under way beside them.
  const sockets = openSockets(2 * limits.connectionsMax)
  server.on('connection', sockets.add)
  warnOfClients(server, authority, warn)
  const stopRenewal = days === undefined ? renewCertificate(server, authority, hosts) : () => {}
  return {
    server,
    accept(socket) {
      // A server of HTTP keeps a half-closed socket open: without this, one whose client ends it before the
      // handshake stays until the time of a handshake is over, which is two minutes.
      socket.allowHalfOpen = false
      server.emit('connection', socket)
    },
    close() {
      stopRenewal()
      return closeServer(server, sockets.closeAll)
    },
  }
}
