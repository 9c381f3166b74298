import type { AddressInfo, Server } from 'node:net'
import type { WebServer } from './http-server.ts'
import { ListenError } from './listen-error.ts'

/** Milliseconds that exchanges under way may take when the server closes. */
const CLOSING_MS = 500

/** Listens at an address. Rejects with a `ListenError`, for example if the port is in use. */
export function startListening(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) => reject(new ListenError(cause, port, host))
    server.once('error', refuse)
    const listening = () => {
      server.off('error', refuse)
      // A later error, such as no free file descriptor in accept, must not end the process.
      server.on('error', () => {})
      const address = server.address()
      if (typeof address === 'object' && address !== null) resolve(address)
    }
    try {
      server.listen(port, host, listening)
    } catch (cause) {
      refuse(cause)
    }
  })
}

/** Stops listening, and closes each connection within a second: `closeRest` closes those without HTTP. */
export function closeServer(server: WebServer, closeRest = () => {}): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections()
      closeRest()
    }, CLOSING_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** The URL at which this machine reaches an address. */
export function urlOf(scheme: 'http' | 'https', { address, port }: AddressInfo): string {
  const reachable = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
