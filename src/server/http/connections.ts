import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limits of the connections of one server. */
interface ConnectionLimits {
  readonly connectionsMax: number
  /** Requests of one connection that wait for the answers before them. */
  readonly pipelinedMax: number
}

/** Answers one request; rejects if the request ends too soon. */
type AnswerExchange = () => Promise<void>

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** The open connections of one server. */
export interface Connections {
  /** Adds a new connection. Returns the connection to close in its place if there are too many. */
  add(socket: Socket): Socket | undefined
  /**
   * Answers a request after those before it on its connection. If too many wait already, calls `refuse` in
   * place of `answer`, and reads nothing more from the connection.
   */
  enqueue(exchange: Exchange, answer: AnswerExchange, refuse: AnswerExchange): void
  /** Removes a connection: its waiting requests are not answered. */
  remove(socket: Socket): void
  has(socket: Socket): boolean
  /** The exchange under way on a connection. */
  current(socket: Socket): Exchange | undefined
}

/** The exchanges of one connection: the first is under way, the others wait. */
type ExchangeQueue = (Exchange & { readonly answer: AnswerExchange })[]

/** Creates the connections of one server. Requests of one connection are answered one after the other. */
export function connectionsOf({ connectionsMax, pipelinedMax }: ConnectionLimits): Connections {
  // Sorted by the time of the last answer: the connection that has gone longest without one comes first.
  const queues = new Map<Socket, ExchangeQueue>()

  const answerNext = (socket: Socket, queue: ExchangeQueue) => {
    const [exchange] = queue
    if (exchange === undefined || socket.destroyed) return
    const { request, response, answer } = exchange
    response.once('close', () => {
      queue.shift()
      if (queues.delete(socket)) queues.set(socket, queue)
      answerNext(socket, queue)
    })
    answer().catch(() => request.destroy())
  }

  return {
    add(socket) {
      queues.set(socket, [])
      socket.once('close', () => queues.delete(socket))
      if (queues.size <= connectionsMax) return undefined
      const [oldest] = queues.keys()
      return oldest
    },
    enqueue(exchange, answer, refuse) {
      const { socket } = exchange.request
      const queue = queues.get(socket)
      if (queue === undefined || queue.length > pipelinedMax + 1) return
      const isOverLimit = queue.length > pipelinedMax
      if (isOverLimit) socket.pause()
      queue.push({ ...exchange, answer: isOverLimit ? refuse : answer })
      if (queue.length === 1) answerNext(socket, queue)
    },
    remove: (socket) => queues.delete(socket),
    has: (socket) => queues.has(socket),
    current: (socket) => queues.get(socket)?.[0],
  }
}
