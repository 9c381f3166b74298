import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { bounds } from '../../graph/contract/bounds.ts'
import type { GraphResponse } from '../../wire/response.ts'
import type { Exchange } from './connections.ts'

/** The status and message of what Node's parser refused. */
const parserRefusals: Readonly<Record<string, readonly [number, string]>> = {
  HPE_INVALID_URL: [400, 'A target has percent escapes in place of bytes beyond ASCII'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    `The request did not arrive in time: headers within ${bounds.headersMillisecondsMax} ms, ` +
      `the whole within ${bounds.requestMillisecondsMax} ms`,
  ],
}

/** The status and message for bytes that are not HTTP, or not in time. */
export function parserRefusal({ code = '' }: Error & { code?: string }): readonly [number, string] {
  return parserRefusals[code] ?? [400, 'This is no HTTP request']
}

/** The message to a client that sends requests without waiting for their answers. */
export const tooManyPipelined =
  `More than ${bounds.pipelinedRequestsMax} requests wait on one connection: ` +
  'wait for answers, or use several connections'

/** The message to the client whose connection is closed in favour of a new one. */
export const tooManyConnections = (most: number): string =>
  `More than ${most} connections are open: this one has gone longest without an answer, and is closed`

/** The message to a client that expects something that this server does not know. */
export const unknownExpectation = (expectation = ''): string =>
  `The server meets no expectation but 100-continue, got Expect: ${expectation.slice(0, 80)}`

function rawResponse({ status, headers, body }: GraphResponse): string {
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} Refused\r\n${head}\r\n${body}`
}

/** Closes a connection, with an answer if none is under way and the socket is still writable. */
export function refuseSocket(socket: Socket, current: Exchange | undefined, answer: GraphResponse): void {
  const isAnswering = current && (current.request.complete || current.response.headersSent)
  if (!socket.writable || isAnswering) return void socket.destroy()
  socket.end(rawResponse(answer), () => socket.destroy())
}
