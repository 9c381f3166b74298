import { request } from 'node:http'
import { toFetchHandler } from '../../src/server/fetch.ts'
import { listen } from '../../src/server/http/server.ts'
import type { World } from '../../src/world/world.ts'

/** A request of the contract suite. */
export interface Sent {
  readonly method: string
  /** A path with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** A response. `dropped` means that the connection was closed without one. */
export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly dropped: boolean
}

/** A transport of requests to a world. */
export interface Transport {
  send(sent: Sent): Promise<Received>
  close(): Promise<void>
}

/** The host of every transport, so that links are equal. */
const HOST = 'localhost:4711'
const ORIGIN = `http://${HOST}`

const dropped: Received = { status: 0, headers: {}, body: new Uint8Array(), dropped: true }
const bytes = (body: string | Uint8Array) =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body

async function inProcess(world: World): Promise<Transport> {
  return {
    async send({ method, path, headers, body }) {
      const response = world.request({
        method,
        url: path,
        base: ORIGIN,
        ...(headers && { headers }),
        ...(body !== undefined && { body }),
      })
      return { ...response, body: bytes(response.body) }
    },
    async close() {},
  }
}

async function byFetch(world: World): Promise<Transport> {
  const handle = toFetchHandler(world)
  return {
    async send({ method, path, headers, body }) {
      // A target such as `*` is not part of a URL.
      const url = ORIGIN + (path.startsWith('/') ? path : `/${path}`)
      const init = { method, ...(headers && { headers: { ...headers } }) }
      const sends = body !== undefined && method !== 'GET' && method !== 'HEAD'
      const asked = new Request(
        url,
        sends ? { ...init, body: body as string | Uint8Array<ArrayBuffer> } : init,
      )
      const made = await handle(asked)
      if (made.type === 'error') return dropped
      return {
        status: made.status,
        headers: Object.fromEntries(made.headers),
        body: new Uint8Array(await made.arrayBuffer()),
        dropped: false,
      }
    },
    async close() {},
  }
}

/** Sends a request over a new socket to a port of this machine. */
export function overSocket(port: number, { method, path, headers, body }: Sent): Promise<Received> {
  const length = body === undefined ? {} : { 'content-length': bytes(body).length }
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers: { host: HOST, ...length, ...headers }, agent: false },
      (response) => {
        const chunks: Uint8Array[] = []
        response.on('data', (chunk: Uint8Array) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            body: new Uint8Array(Buffer.concat(chunks)),
            dropped: false,
          }),
        )
      },
    )
    asked.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(dropped) : reject(error),
    )
    asked.end(body)
  })
}

async function bySocket(world: World): Promise<Transport> {
  const server = await listen(world)
  const port = Number(new URL(server.url).port)
  return { send: (sent) => overSocket(port, sent), close: () => server.close() }
}

/** Every transport, by name. */
export const transports = { 'in process': inProcess, 'by fetch': byFetch, 'by socket': bySocket } as const
