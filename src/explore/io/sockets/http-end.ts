import { isUtf8 } from 'node:buffer'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { bounds } from '../../../service/contract/bounds.ts'
import { sendCall } from '../../run/calls/fetch.ts'
import { textIn } from '../../run/calls/text-response.ts'
import type { SentRequest } from '../../run/operation.ts'
import type { Scope } from '../../run/run.ts'
import { isDead, scopes } from '../../run/scope.ts'

/** One end of a connection at which HTTP is spoken: for which work, and at which origin. */
interface End {
  readonly scope: Scope
  readonly origin: string
}

const ends = new WeakMap<object, End>()

/** Headers of one connection, which the service never sees. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect']

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers)
    .filter(([name]) => !ofConnection.includes(name))
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')])
  return Object.fromEntries(entries)
}

/** Reads the body of a request, up to one byte more than the service accepts. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size <= bounds.bodyBytesMax + 1) parts.push(part)
  }
  return Buffer.concat(parts)
}

async function sentRequest(request: IncomingMessage, origin: string): Promise<SentRequest> {
  const { method = 'GET', url = '/' } = request
  const body = await bodyOf(request)
  return {
    method,
    url: new URL(url, origin).href,
    headers: headersOf(request),
    ...(body.length > 0 && { body: isText(request, body) ? body.toString() : Uint8Array.from(body) }),
  }
}

/** Bodies of texts are kept as texts: equal requests of all runs are then parsed once. */
const isText = ({ headers }: IncomingMessage, body: Buffer): boolean =>
  /^(?:application\/(?:json|x-www-form-urlencoded)|text\/)/.test(headers['content-type'] ?? '') &&
  isUtf8(body)

async function bytesOf(response: Response): Promise<string | Buffer> {
  return textIn(response) ?? Buffer.from(await response.arrayBuffer())
}

/** The error of a socket. `fetch` hides it in the cause of its own error. */
const socketError = (thrown: unknown): Error =>
  thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : new Error('socket hang up')

/** Writes the response of a call, or breaks the connection. */
async function respond(response: ServerResponse, answer: Promise<Response>): Promise<void> {
  try {
    const answered = await answer
    const body = await bytesOf(answered)
    const headers: OutgoingHttpHeaders = Object.fromEntries(answered.headers)
    response.writeHead(answered.status, headers).end(body)
  } catch (thrown) {
    peerOf(response.socket)?.destroy(socketError(thrown))
  }
}

const peers = new WeakMap<object, Duplex>()
const peerOf = (socket: object | null): Duplex | undefined => (socket ? peers.get(socket) : undefined)

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const end = ends.get(request.socket)
  if (!end) return
  // The platform would write the real time.
  response.sendDate = false
  // A connection that a client keeps would reach into later runs.
  response.shouldKeepAlive = false
  const left = new AbortController()
  response.on('close', () => left.abort(new Error('The client closed the connection')))
  const sent = await sentRequest(request, end.origin)
  if (isDead(end.scope)) return
  await respond(
    response,
    scopes.run(end.scope, () => sendCall(end.scope, sent, left.signal)),
  )
}

/** It listens nowhere: it reads the requests of connections in memory. */
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => void answer(request, response))

/** Speaks HTTP at the far end of a connection: the requests of the near end become calls of the run. */
export function speakHttp(near: Duplex, far: Duplex, end: End): void {
  ends.set(far, end)
  peers.set(far, near)
  server.emit('connection', far)
}
