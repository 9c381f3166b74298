import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { bounds } from '../../service/contract/bounds.ts'
import { errorResponse } from '../admission.ts'
import type { Site } from '../answer.ts'
import type { KeyAndCertificate } from './certificates.ts'
import {
  closeWithError,
  HEAD_BYTES_MAX,
  parserError,
  tooManyConnections,
  tooManyPipelined,
  unknownExpectation,
} from './connection-errors.ts'
import { type Connections, connectionsOf } from './connections.ts'
import { answerExchange, sendEarly } from './exchange.ts'
import { responseSender } from './response-sender.ts'

/** Limits of an HTTP server. */
export interface ServerLimits {
  readonly connectionsMax: number
  /** Milliseconds until the headers of a request must have arrived. */
  readonly headersMilliseconds: number
  /** Milliseconds until the whole request must have arrived. */
  readonly requestMilliseconds: number
  /** Milliseconds between two checks for clients that are too slow. */
  readonly checkMilliseconds: number
}

/** The limits of a server, unless the system allows fewer connections. */
export const serverLimits: ServerLimits = {
  connectionsMax: bounds.connectionsMax,
  headersMilliseconds: bounds.headersMillisecondsMax,
  requestMilliseconds: bounds.requestMillisecondsMax,
  checkMilliseconds: 500,
}

/** Answers one request; rejects if the request ends too soon. */
type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The treatment of requests to other hosts by a proxy. */
export interface Gate {
  /** Takes over the connection of a CONNECT request. `early` has the bytes that came after the request. */
  connect(request: IncomingMessage, socket: Socket, early: Uint8Array): void
  /** The answer to a request to another host; undefined if the site answers it. */
  answerElsewhere(request: IncomingMessage): Answer | undefined
}

/** The features of a server beyond plain HTTP. */
interface ServerParts {
  /** The key and certificate of a server that speaks TLS. */
  readonly certificate?: KeyAndCertificate
  readonly gate?: Gate
}

/** A server that speaks HTTP, perhaps over TLS. */
export type WebServer = HttpServer | SecureServer

/** Answers requests in the order of their connection, and calls `onAnswered` after each. */
function listenerOf(
  site: Site,
  connections: Connections,
  answer: Answer,
  onAnswered: () => void,
): RequestListener {
  return (request, response) => {
    // An answer must not depend on the wall clock.
    response.sendDate = false
    connections.enqueue(
      { request, response },
      () => answer(request, response).finally(onAnswered),
      async () => sendEarly(request, response, errorResponse(site, 503, tooManyPipelined)),
    )
  }
}

/** Closes connections beyond the limit, and those whose bytes are not HTTP or are late. */
function guardConnections(
  server: WebServer,
  site: Site,
  connections: Connections,
  { connectionsMax, isSecure }: { readonly connectionsMax: number; readonly isSecure: boolean },
): void {
  const close = (socket: Socket, status: number, message: string) =>
    closeWithError(socket, connections.current(socket), errorResponse(site, status, message))
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    const slowest = connections.add(socket)
    if (slowest === undefined) return
    close(slowest, 503, tooManyConnections(connectionsMax))
    connections.remove(slowest)
  })
  server.on('clientError', (error: Error, socket: Duplex) => {
    const { status, message } = parserError(error)
    if (!(socket instanceof Socket)) return
    // Without a finished handshake, the client cannot read an answer.
    if (connections.has(socket)) close(socket, status, message)
    else socket.destroy()
  })
}

/** Passes CONNECT requests to the gate of a proxy. Without a gate, Node closes their connections. */
function openGate(server: WebServer, connections: Connections, gate: Gate | undefined): void {
  if (gate === undefined) return
  server.on('connect', (request: IncomingMessage, socket: Duplex, early: Uint8Array) => {
    if (!(socket instanceof Socket)) return
    connections.remove(socket)
    gate.connect(request, socket, early)
  })
}

/**
 * Creates the HTTP or HTTPS server of a site; it does not listen yet. `onAnswered` is called after each
 * answer.
 */
export function serverOf(
  site: Site,
  onAnswered: () => void,
  { connectionsMax, headersMilliseconds, requestMilliseconds, checkMilliseconds } = serverLimits,
  { certificate, gate }: ServerParts = {},
): WebServer {
  const sender = responseSender()
  const connections = connectionsOf({ connectionsMax, pipelinedMax: bounds.pipelinedRequestsMax })
  const listener = (answer: Answer) => listenerOf(site, connections, answer, onAnswered)
  const answering = (expectsContinue: boolean) =>
    listener((request, response) => {
      const answer = gate?.answerElsewhere(request)
      return answer
        ? answer(request, response)
        : answerExchange({ site, sender, expectsContinue }, request, response)
    })
  const options = {
    headersTimeout: headersMilliseconds,
    requestTimeout: requestMilliseconds,
    connectionsCheckingInterval: checkMilliseconds,
    maxHeaderSize: HEAD_BYTES_MAX,
    // The admission refuses a missing Host, so that the error has the shape that the contract defines.
    requireHostHeader: false,
  }
  const server: WebServer = certificate
    ? createSecureServer(
        { ...options, ...certificate, handshakeTimeout: headersMilliseconds },
        answering(false),
      )
    : createServer(options, answering(false))
  server.on('checkContinue', answering(true))
  server.on(
    'checkExpectation',
    listener(async (request, response) => {
      const message = unknownExpectation(request.headers.expect)
      sendEarly(request, response, errorResponse(site, 417, message))
    }),
  )
  guardConnections(server, site, connections, { connectionsMax, isSecure: certificate !== undefined })
  openGate(server, connections, gate)
  const timer = setInterval(sender.closeSlow, checkMilliseconds)
  timer.unref()
  server.on('close', () => clearInterval(timer))
  return server
}
