import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Socket } from 'node:net'
import { bounds } from '../../graph/contract/bounds.ts'
import { errorResponse } from '../admission.ts'
import type { Site } from '../answer.ts'
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
interface ServerLimits {
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
  server: Server,
  site: Site,
  connections: Connections,
  connectionsMax: number,
): void {
  const close = (socket: Socket, status: number, message: string) =>
    closeWithError(socket, connections.current(socket), errorResponse(site, status, message))
  server.on('connection', (socket) => {
    const slowest = connections.add(socket)
    if (slowest === undefined) return
    close(slowest, 503, tooManyConnections(connectionsMax))
    connections.remove(slowest)
  })
  server.on('clientError', (error, socket) => {
    const { status, message } = parserError(error)
    if (socket instanceof Socket) close(socket, status, message)
  })
}

/** Creates the HTTP server of a site; it does not listen yet. `onAnswered` is called after each answer. */
export function serverOf(
  site: Site,
  onAnswered: () => void,
  { connectionsMax, headersMilliseconds, requestMilliseconds, checkMilliseconds } = serverLimits,
): Server {
  const sender = responseSender()
  const connections = connectionsOf({ connectionsMax, pipelinedMax: bounds.pipelinedRequestsMax })
  const listener = (answer: Answer) => listenerOf(site, connections, answer, onAnswered)
  const answering = (expectsContinue: boolean) =>
    listener((request, response) => answerExchange({ site, sender, expectsContinue }, request, response))
  const options = {
    headersTimeout: headersMilliseconds,
    requestTimeout: requestMilliseconds,
    connectionsCheckingInterval: checkMilliseconds,
    maxHeaderSize: HEAD_BYTES_MAX,
    // The admission refuses a missing Host, so that the error has the shape that the contract defines.
    requireHostHeader: false,
  }
  const server = createServer(options, answering(false))
  server.on('checkContinue', answering(true))
  server.on(
    'checkExpectation',
    listener(async (request, response) => {
      const message = unknownExpectation(request.headers.expect)
      sendEarly(request, response, errorResponse(site, 417, message))
    }),
  )
  guardConnections(server, site, connections, connectionsMax)
  const timer = setInterval(sender.closeSlow, checkMilliseconds)
  timer.unref()
  server.on('close', () => clearInterval(timer))
  return server
}
