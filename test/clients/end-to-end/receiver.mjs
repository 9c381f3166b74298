import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * Serves webhooks on a loopback port. `answer` gets the method, URL, headers and bytes of a request, and
 * returns the status, type and body of the answer; an error becomes the status 500.
 */
export async function receiver(answer) {
  const server = createServer(async (request, response) => {
    const rawBody = Buffer.concat(await request.toArray())
    const { method, headers } = request
    try {
      const { status, type, body } = await answer({
        ...{ method, headers, rawBody },
        url: `http://${headers.host}${request.url}`,
      })
      response.writeHead(status, { 'content-type': type }).end(body)
    } catch (error) {
      console.error(error)
      response.writeHead(500).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${server.address().port}/webhook`, close }
}
