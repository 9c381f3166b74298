import { connect, createServer } from 'node:net'

/** A port of this machine at which nothing listens. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Whether a port of this machine accepts a connection. */
export const acceptsAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' })
    const end = (accepts: boolean) => {
      socket.destroy()
      resolve(accepts)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
