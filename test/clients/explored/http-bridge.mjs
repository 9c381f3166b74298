import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'

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
      // The cause is the error that a socket of Node would have.
      controller.errorWith(error.cause ?? error)
    }
  })
  interceptor.apply()
}
