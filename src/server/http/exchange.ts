import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { GraphResponse } from '../../machine/wire/response.ts'
import { isSafeMethod, type RequestHead } from '../admission.ts'
import { type ReadBody, type Site, serve } from '../answer.ts'
import { type BodyCollector, bodyCollector, contentLengthError } from '../bodies.ts'
import type { ResponseSender } from './response-sender.ts'

/**
 * Milliseconds in which a client may continue to send after its body was refused, so that it can read the
 * error.
 */
const LINGER_MS = 500

/** The Host of a request; empty if there is none, or if there are two, which proxies read differently. */
function hostOf({ rawHeaders, headers }: IncomingMessage): string {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 ? (headers.host ?? '') : ''
}

/** Whether a client sees an https URL: over TLS, or in a request to a proxy that names such a URL. */
const isSecure = ({ socket, url = '' }: IncomingMessage): boolean =>
  socket instanceof TLSSocket || /^https:/i.test(url)

function headOf(request: IncomingMessage): RequestHead {
  const host = hostOf(request)
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    // Node never returns arrays for the request headers that are read here.
    headers: request.headers as Record<string, string>,
    host,
    origin: `${isSecure(request) ? 'https' : 'http'}://${host.toLowerCase()}`,
  }
}

/** Reads a request body; rejects if the request ends too soon. */
function readBody(request: IncomingMessage, collector: BodyCollector): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    const addChunk = (chunk: Uint8Array) => {
      const error = collector.add(chunk)
      if (error === undefined) return
      request.off('data', addChunk)
      collector.release()
      resolve(error)
    }
    // Each request closes. The error is made only if it closes too soon, because its trace takes long.
    const endTooSoon = () => reject(new Error('The request ended too soon'))
    request.on('data', addChunk)
    request.on('end', () => {
      request.off('close', endTooSoon)
      resolve(collector.bytes())
    })
    request.on('error', reject)
    request.on('close', endTooSoon)
  })
}

/** Whether the client is still sending the request body. */
const isSending = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Answers before the body has arrived, and closes the connection. The rest of the body is read and dropped
 * for a moment: closing at once would reset the connection, and the client would not see the error.
 */
export function sendEarly(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: GraphResponse,
): void {
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

/** The server's part in an exchange. */
interface ExchangeContext {
  readonly site: Site
  readonly sender: ResponseSender
  /** Whether the client waits before it sends its body (`Expect: 100-continue`). */
  readonly expectsContinue: boolean
}

async function answerWithBody(
  { site, sender, expectsContinue }: ExchangeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const collector = bodyCollector(site.bodies, site.bodyLimit)
  try {
    const answer = await serve(site, headOf(request), async () => {
      const error = contentLengthError(request.headers['content-length'], site.bodyLimit)
      if (error) return error
      if (expectsContinue) response.writeContinue()
      return readBody(request, collector)
    })
    if (isSending(request)) sendEarly(request, response, answer)
    else sender.send(response, request.method ?? '', answer)
  } finally {
    collector.release()
  }
}

/** Answers one request by the site; rejects if the request ends too soon. */
export async function answerExchange(
  context: ExchangeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? ''
  if (!isSafeMethod(method)) return answerWithBody(context, request, response)
  context.sender.send(response, method, await serve(context.site, headOf(request)))
}
