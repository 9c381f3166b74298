import type { Socket } from 'node:net'

/** A bounded set of open connections. */
export interface OpenSockets {
  /** Adds a connection until it closes. If there are too many, the oldest one is closed. */
  add(socket: Socket): void
  closeAll(): void
}

/** Creates an empty set of open connections. */
export function openSockets(socketsMax: number): OpenSockets {
  const sockets = new Set<Socket>()
  return {
    add(socket) {
      const [oldest] = sockets
      if (sockets.size >= socketsMax) oldest?.destroy()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    },
    closeAll() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
