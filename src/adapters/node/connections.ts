import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limits of the connections of one server. */
export interface ConnectionLimits {
  readonly connectionsMax: number
  /** Requests of one connection that wait for the answers before them. */
  readonly pipelinedMax: number
}

/** Carries one request; rejects when it breaks off. */
export type Carry = () => Promise<void>

/** The connections of one server. */
export interface Connections {
  /** Keeps a new connection; when there are too many, returns the one to close in its place. */
  open(socket: Socket): Socket | undefined
  /**
   * Carries a request when its turn comes. If too many wait on its connection already, it is refused when its
   * turn comes, and nothing more of the connection is read.
   */
  take(exchange: Exchange, carry: Carry, refuse: Carry): void
  /** Carries nothing more of a connection. */
  forget(socket: Socket): void
  /** The exchange that is under way on a connection. */
  current(socket: Socket): Exchange | undefined
}

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** The exchanges of one connection: the first is under way, the rest wait. */
type Line = (Exchange & { readonly carry: Carry })[]

/** Makes the connections of one server. Requests of one connection are carried one after the other. */
export function connectionsOf({ connectionsMax, pipelinedMax }: ConnectionLimits): Connections {
  // In the order of their last answer: the connection that has gone longest without one comes first.
  const lines = new Map<Socket, Line>()

  const start = (socket: Socket, line: Line) => {
    const [exchange] = line
    // Nobody waits for the answers of a connection that is closed.
    if (exchange === undefined || socket.destroyed) return
    const { request, response, carry } = exchange
    response.once('close', () => {
      line.shift()
      if (lines.delete(socket)) lines.set(socket, line)
      start(socket, line)
    })
    carry().catch(() => request.destroy())
  }

  return {
    open(socket) {
      lines.set(socket, [])
      socket.once('close', () => lines.delete(socket))
      if (lines.size <= connectionsMax) return undefined
      const [oldest] = lines.keys()
      return oldest
    },
    take(exchange, carry, refuse) {
      const { socket } = exchange.request
      const line = lines.get(socket)
      if (line === undefined || line.length > pipelinedMax + 1) return
      const isOver = line.length > pipelinedMax
      if (isOver) socket.pause()
      line.push({ ...exchange, carry: isOver ? refuse : carry })
      if (line.length === 1) start(socket, line)
    },
    forget: (socket) => lines.delete(socket),
    current: (socket) => lines.get(socket)?.[0],
  }
}
