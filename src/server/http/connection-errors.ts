import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { GraphResponse } from '../../machine/wire/response.ts'
import { bounds } from '../../service/contract/bounds.ts'
import type { Exchange } from './connections.ts'

/**
 * Maximum bytes of the request line and the headers in Node's parser: the sum of their bounds, and a reserve.
 */
export const HEAD_BYTES_MAX = bounds.urlCharactersMax + bounds.headerCharactersMax + 1024

/** The status and the message of an error response. */
interface StatusAndMessage {
  readonly status: number
  readonly message: string
}

/** Errors of Node's HTTP parser and timers, by code. */
const parserErrors: Readonly<Record<string, StatusAndMessage>> = {
  HPE_INVALID_URL: { status: 400, message: 'The URL must percent-encode characters beyond ASCII' },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: `The request line and the headers exceed ${HEAD_BYTES_MAX} bytes together`,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    message: 'The chunk extensions of the body exceed 16384 bytes',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message:
      `The request did not arrive in time: headers within ${bounds.headersMillisecondsMax} ms, ` +
      `the whole within ${bounds.requestMillisecondsMax} ms`,
  },
}

/** The status and the message for bytes that are not an HTTP request, or did not arrive in time. */
export function parserError({ code = '' }: Error & { code?: string }): StatusAndMessage {
  return parserErrors[code] ?? { status: 400, message: 'The bytes are not a valid HTTP request' }
}

/** The message for a client that pipelines too many requests. */
export const tooManyPipelined =
  `More than ${bounds.pipelinedRequestsMax} requests wait on one connection: ` +
  'wait for answers, or use several connections'

/** The message for a client whose connection is closed because a new one needs its place. */
export const tooManyConnections = (most: number): string =>
  `More than ${most} connections are open: this one has waited longest since its last answer, and is closed`

/** The message for an unknown Expect header. */
export const unknownExpectation = (expectation = ''): string =>
  `The header Expect must be 100-continue, got ${expectation.slice(0, 80)}`

function rawResponse({ status, headers, body }: GraphResponse): string {
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} Refused\r\n${head}\r\n${body}`
}

/** Closes a connection. Sends an error first if no answer is under way and the socket is still writable. */
export function closeWithError(socket: Socket, current: Exchange | undefined, error: GraphResponse): void {
  const isAnswering = current && (current.request.complete || current.response.headersSent)
  if (!socket.writable || isAnswering) return void socket.destroy()
  socket.end(rawResponse(error), () => socket.destroy())
}
