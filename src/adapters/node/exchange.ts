import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { GraphResponse } from '../../wire/response.ts'
import { type Asking, answer, bodyTooLarge, isRead, type Site } from '../answer.ts'

/** How long a client may go on sending after a body was refused, so that it can read why. */
const LINGER_MS = 500

/** The one Host of a request; none when there is none, or when there are two, which proxies read apart. */
function hostOf({ rawHeaders, headers }: IncomingMessage): string {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 ? (headers.host ?? '') : ''
}

function askingOf(request: IncomingMessage, body: Uint8Array | undefined): Asking {
  const host = hostOf(request)
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    // Of the headers of requests, Node makes a list of none.
    headers: request.headers as Record<string, string>,
    host,
    origin: `http://${host.toLowerCase()}`,
    ...(body !== undefined && { body }),
  }
}

/** Reads a body, counted while it streams in: undefined past the limit, a rejection when it breaks off. */
function bodyOf(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return resolve(undefined)
    const chunks: Buffer[] = []
    let length = 0
    const take = (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) return void chunks.push(chunk)
      request.off('data', take)
      chunks.length = 0
      resolve(undefined)
    }
    request.on('data', take)
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => reject(new Error('The request broke off')))
  })
}

function send(response: ServerResponse, method: string, answered: GraphResponse): void {
  const { status, headers, body, pieces, dropped } = answered
  if (dropped) return void response.socket?.destroy()
  const empty = method === 'HEAD' || status === 204 || status === 304
  if (empty) return void response.writeHead(status, headers).end()
  if (pieces) {
    // A piece is made when the socket has room for it; a client that goes away ends them.
    pipeline(Readable.from(pieces), response.writeHead(status, headers), () => {})
    return
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  response.writeHead(status, { ...headers, 'content-length': length }).end(body)
}

/**
 * Answers before the body has come, and closes the connection. What is still on its way is read and thrown
 * away for a moment: closing at once would reset the connection, and the client would never see why.
 */
function sendEarly(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: GraphResponse,
) {
  const length = Buffer.byteLength(body)
  response.writeHead(status, { ...headers, 'content-length': length, connection: 'close' }).write(body)
  const close = () => {
    clearTimeout(timer)
    response.end()
    request.destroy()
  }
  const timer = setTimeout(close, LINGER_MS)
  request.on('end', close)
  request.on('close', close)
  request.resume()
}

/** Carries one request to the site and its answer back. It never rejects. */
export async function exchange(
  site: Site,
  bodyLimit: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? ''
  if (isRead(method)) return send(response, method, await answer(site, askingOf(request, undefined)))
  let body: Uint8Array | undefined
  try {
    body = await bodyOf(request, bodyLimit)
  } catch {
    // The client went away in the middle of its body: nothing was asked, and nobody listens.
    return void request.destroy()
  }
  if (body === undefined) return sendEarly(request, response, bodyTooLarge(site, bodyLimit))
  send(response, method, await answer(site, askingOf(request, body)))
}
