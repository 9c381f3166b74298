import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** The events of a server that show the first request of a connection. Only a proxy gets CONNECT. */
const requests = ['request', 'checkContinue', 'checkExpectation'] as const

/** Calls back with the connection of each request of a server. */
export function onRequest(server: Server, note: (socket: Socket) => void): void {
  const events = server.listenerCount('connect') > 0 ? [...requests, 'connect'] : requests
  for (const event of events) server.on(event, ({ socket }: IncomingMessage) => note(socket))
}

/** Adds connections to a set until they close. */
function keepIn(sockets: Set<Duplex>, socket: Duplex): void {
  if (sockets.has(socket)) return
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
}

/** The turns of the event loop after which nobody waits for a client that goes on connecting. */
const TURNS_MAX = 1_000

/**
 * Counts the open connections of servers whose first request has not arrived: it may have been sent before an
 * answer that the client gets now. A connection that CONNECT hands to another server counts there.
 */
export function countWaiting(servers: readonly Server[]): () => Promise<number> {
  let connections = 0
  const counts = servers.map((server) => {
    const open = new Set<Duplex>()
    const asked = new Set<Duplex>()
    server.on('connection', (socket: Duplex) => {
      connections++
      keepIn(open, socket)
    })
    onRequest(server, (socket) => keepIn(asked, socket))
    return () => open.size - asked.size
  })
  return async () => {
    // Each turn of the event loop accepts one of the connections that clients have made. The first callback
    // comes in the turn that has begun.
    await setImmediate()
    for (let turn = 0, before = -1; before < connections && turn < TURNS_MAX; turn++) {
      before = connections
      await setImmediate()
    }
    return counts.reduce((sum, count) => sum + Math.max(0, count()), 0)
  }
}
