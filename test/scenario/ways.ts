import { request } from 'node:http'
import { listen } from '../../src/adapters/node/server.ts'
import { registry } from '../../src/areas/registry.ts'
import { pathOf } from '../../src/graph/routes.ts'
import { toFetchHandler, type World } from '../../src/index.ts'
import type { PlayedCall, Received, Sending } from '../../src/scenario/call.ts'
import type { Carrier } from '../../src/scenario/run.ts'

/** The addresses of the service in every way, so that links are equal. */
export const addresses = { baseUrl: 'http://graph.test', webUrl: 'http://web.test' }

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body?: Uint8Array
}

const spelled = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A multipart body with the parameters and the files of a call. */
function multipart({ params, files }: PlayedCall, token: string): { type: string; body: Uint8Array } {
  const boundary = 'scenario-boundary'
  const fields = Object.entries({ ...params, access_token: token })
  const parts = fields.map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${spelled(value)}\r\n`,
    ),
  )
  const uploads = files.flatMap(({ part = 'source', name, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\n` +
        'Content-Type: image/png\r\n\r\n',
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, ...uploads, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Returns a call as a client sends it: parameters in the query of a read, and in the form of a write. */
function httpOf(call: PlayedCall): Sent {
  const entry = registry.routes.byName.get(call.operation)
  if (!entry) throw new Error(`no operation ${call.operation}`)
  const { [entry.query === '' ? entry.placeholder : '']: _node, ...params } = call.params
  const version = call.version === undefined ? '' : `/${call.version}`
  const path = pathOf(entry, call.params).map(encodeURIComponent).join('/')
  const origin = entry.web ? addresses.webUrl : addresses.baseUrl
  const address = entry.web ? `${origin}/${path}` : `${origin}${version}/${path}`
  const { method } = entry
  if (method === 'POST' && call.files.length > 0) {
    const { type, body } = multipart({ ...call, params }, call.token)
    return { method, url: address, headers: { 'content-type': type }, body }
  }
  const all = { ...params, ...(call.token !== '' && { access_token: call.token }) }
  const form = new URLSearchParams(Object.entries(all).map(([name, value]) => [name, spelled(value)]))
  if (method !== 'POST') return { method, url: `${address}?${form}`, headers: {} }
  const type = 'application/x-www-form-urlencoded'
  return { method, url: address, headers: { 'content-type': type }, body: Buffer.from(String(form)) }
}

function sentOf(sending: Sending): Sent {
  if ('call' in sending) return httpOf(sending.call)
  const { request: asked } = sending
  const path = 'url' in asked ? asked.url : asked.path
  const url = path.startsWith('/') ? addresses.baseUrl + path : path
  const body = 'url' in asked && asked.body !== undefined ? { body: Buffer.from(asked.body) } : {}
  return { method: asked.method, url, headers: { ...asked.headers }, ...body }
}

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

function overSocket(port: number, { url, method, headers, body }: Sent): Promise<Received> {
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
