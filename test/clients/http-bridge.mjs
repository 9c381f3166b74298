import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'

/** The error that Node's sockets emit for a broken connection: with a code, such as ECONNRESET. */
function socketError({ cause }) {
  const error = new Error(cause instanceof Error ? cause.message : 'read ECONNRESET')
  const [code = 'ECONNRESET'] = /E[A-Z]{4,}/.exec(error.message) ?? []
  return Object.assign(error, { code })
}

/**
 * Sends what a client requests by `node:http` and `node:https` through `fetch`, which explore replaces. All of
 * the client runs, and of Node's HTTP client all but the socket.
 */
export function bridgeHttp() {
  const interceptor = new ClientRequestInterceptor()
  interceptor.on('request', async ({ request, controller }) => {
    const { url, method, headers } = request
    try {
      const body = request.body === null ? undefined : await request.arrayBuffer()
      controller.respondWith(await fetch(url, { method, headers, body }))
    } catch (error) {
      controller.errorWith(socketError(error))
    }
  })
  interceptor.apply()
}
