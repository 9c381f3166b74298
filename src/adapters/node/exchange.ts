import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GraphResponse } from '../../wire/response.ts'
import { isRead, type RequestHead } from '../admission.ts'
import { type ReadBody, type Site, serve } from '../answer.ts'
import { type BodyCollector, bodyCollector, bodyLengthError } from '../bodies.ts'
import type { Outflow } from './outflow.ts'

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

function headOf(request: IncomingMessage): RequestHead {
  const host = hostOf(request)
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    // Node never returns arrays for the request headers that are read here.
    headers: request.headers as Record<string, string>,
    host,
    origin: `http://${host.toLowerCase()}`,
  }
}

/** Reads a body while it streams in; rejects when it breaks off. */
function readBody(request: IncomingMessage, limit: number, collector: BodyCollector): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    const problem = bodyLengthError(request.headers['content-length'], limit)
    if (problem) return resolve(problem)
    const take = (chunk: Uint8Array) => {
      const refusal = collector.take(chunk)
      if (refusal === undefined) return
      request.off('data', take)
      collector.release()
      resolve(refusal)
    }
    request.on('data', take)
    request.on('end', () => resolve(collector.bytes()))
    request.on('error', reject)
    request.on('close', () => reject(new Error('The request broke off')))
  })
}

/** Whether bytes of the request's body are still on their way. */
const isSending = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Answers before the body has come, and closes the connection. What is still on its way is read and thrown
 * away for a moment: closing at once would reset the connection, and the client would never see why.
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

/** What an exchange needs beside the request. */
export interface Carrying {
  readonly site: Site
  readonly outflow: Outflow
  /** Whether the client waits for leave to send its body (`Expect: 100-continue`). */
  readonly continues: boolean
}

async function answerWithBody(
  { site, outflow, continues }: Carrying,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const collector = bodyCollector(site.bodies, site.bodyLimit)
  try {
    const answered = await serve(site, headOf(request), () => {
      if (continues) response.writeContinue()
      return readBody(request, site.bodyLimit, collector)
    })
    if (isSending(request)) sendEarly(request, response, answered)
    else outflow.send(response, request.method ?? '', answered)
  } finally {
    collector.release()
  }
}

/** Carries one request to the site and its answer back. It rejects when the request breaks off. */
export async function exchange(
  carrying: Carrying,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? ''
  if (!isRead(method)) return answerWithBody(carrying, request, response)
  carrying.outflow.send(response, method, await serve(carrying.site, headOf(request)))
}
