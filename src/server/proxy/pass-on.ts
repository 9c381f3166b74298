import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { errorMessage } from '../../engine/values/error-message.ts'

/** A host with a port, as a client of a proxy names it. The host has no brackets. */
export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** Milliseconds until another host must accept a connection. */
const CONNECT_MS = 10_000

/** Milliseconds without a byte in either direction after which a connection is closed. */
const IDLE_MS = 60_000

/** Headers of one connection, which a proxy does not pass on (RFC 9110, section 7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'])

/** Whether a header is of one connection alone. */
export const isHopByHop = (name: string): boolean => hopByHop.has(name) || name.startsWith('proxy-')

function passedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !isHopByHop(name) && !named.includes(name)),
  )
}

const failed = ({ host, port }: HostAndPort, error: unknown): string =>
  `The proxy cannot reach ${host}:${port}: ${errorMessage(error)}`

/**
 * Connects a client with another host, and copies bytes in both directions. Answers 200 when the host accepts
 * the connection, and 502 if it does not within ten seconds.
 */
export function passConnection(client: Socket, early: Uint8Array, target: HostAndPort): void {
  const server = connect({ ...target, timeout: CONNECT_MS })
  const refuse = (error: Error) => {
    const body = failed(target, error)
    const length = `content-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}`
    client.end(`HTTP/1.1 502 Bad Gateway\r\n${length}\r\nconnection: close\r\n\r\n${body}`)
  }
  server.once('error', refuse)
  server.once('timeout', () => server.destroy(new Error(`no connection within ${CONNECT_MS} ms`)))
  client.once('error', () => server.destroy())
  client.once('close', () => server.destroy())
  server.once('connect', () => {
    server.off('error', refuse)
    server.removeAllListeners('timeout')
    for (const socket of [client, server]) socket.setTimeout(IDLE_MS, () => socket.destroy())
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    server.write(early)
    server.once('error', () => client.destroy())
    client.pipe(server)
    server.pipe(client)
  })
}

/** Sends a request to another host, and answers what it answers; 502 if it cannot be reached. */
export function passRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { url, host, port }: HostAndPort & { readonly url: URL },
): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    const { method, headers } = request
    const path = `${url.pathname}${url.search}`
    // Some clients send https URLs to a proxy without CONNECT.
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const asked = send({ host, port, method, path, headers: passedHeaders(headers), timeout: IDLE_MS })
    asked.once('timeout', () => asked.destroy(new Error(`no byte within ${IDLE_MS} ms`)))
    asked.once('error', (error) => {
      if (response.headersSent) return void response.destroy()
      response.writeHead(502, { 'content-type': 'text/plain', connection: 'close' })
      response.end(failed({ host, port }, error))
    })
    asked.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, passedHeaders(answer.headers))
      pipeline(answer, response, () => {})
    })
    response.once('close', () => asked.destroy())
    request.pipe(asked)
  })
}
