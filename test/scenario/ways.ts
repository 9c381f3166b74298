import { request } from 'node:http'
import { toFetchHandler, type World } from '../../src/index.ts'
import { httpRequestOf, type RemoteRequest } from '../../src/live/against/http-request.ts'
import type { Received, Sending } from '../../src/scenario/play/call.ts'
import type { Carrier } from '../../src/scenario/play/run-scenario.ts'
import { listen } from '../../src/server/http/server.ts'

/** The addresses of the service in every way, so that links are equal. */
export const addresses = { baseUrl: 'http://graph.test', webUrl: 'http://web.test' }

const sentOf = (sending: Sending): RemoteRequest =>
  httpRequestOf(sending, { base: addresses.baseUrl, web: addresses.webUrl })

const closed: Received = { status: 0, headers: {}, body: '' }

async function byFetch(world: World): Promise<Carrier> {
  const handle = toFetchHandler(world)
  return async (sending) => {
    const { url, method, headers, body } = sentOf(sending)
    const response = await handle(
      new Request(url, {
        method,
        headers,
        redirect: 'manual',
        ...(body && { body: new Uint8Array(body) }),
      }),
    )
    if (response.type === 'error') return closed
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  }
}

function overSocket(port: number, { url, method, headers, body }: RemoteRequest): Promise<Received> {
  const { host, pathname, search } = new URL(url)
  const length = body ? { 'content-length': body.length } : {}
  const options = { host: '127.0.0.1', port, method, path: pathname + search, agent: false }
  return new Promise((resolve, reject) => {
    const asked = request({ ...options, headers: { host, ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(received),
          body: new Uint8Array(Buffer.concat(chunks)),
        })
      })
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(closed) : reject(error),
    )
    asked.end(body)
  })
}

/** The ways into a world over HTTP. `close` ends the way. */
export const ways = {
  'by the fetch handler': async (world: World) => ({ carry: await byFetch(world), close: async () => {} }),
  'by a socket': async (world: World) => {
    const server = await listen(world, { allowedHosts: ['graph.test', 'web.test'] })
    const port = Number(new URL(server.url).port)
    return { carry: (sending: Sending) => overSocket(port, sentOf(sending)), close: () => server.close() }
  },
} as const
