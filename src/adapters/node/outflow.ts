import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import type { GraphResponse } from '../../wire/response.ts'

/** Bytes that are handed to a socket at a time. What a client takes of an answer is seen slice by slice. */
const SLICE = 256 * 1024

/** How long a client may pause, in milliseconds, where answers hold more than their bound. */
const PAUSE_MS = 1_000

/** The same where they hold twice their bound. */
const SHORT_PAUSE_MS = 100

/** Limits of the answers that clients have not taken yet. */
export interface OutflowLimits {
  /** Bytes of all answers together. */
  readonly bytesMax: number
  /** Milliseconds for the next slice of an answer. */
  readonly millisecondsMax: number
}

/** Sends answers, and closes connections whose clients do not read them. */
export interface Outflow {
  send(response: ServerResponse, method: string, answered: GraphResponse): void
  /** Closes the connections whose clients have not read for too long. */
  sweep(): void
}

/** An answer on its way. */
interface Sending {
  readonly response: ServerResponse
  /** Bytes that the client has not taken. */
  left: number
  /** When the client last took a slice, in milliseconds. */
  since: number
}

/** Answers on their way, the one whose client has gone longest without reading first. */
interface Sendings {
  add(response: ServerResponse, length: number): Sending
  /** Notes that the client took bytes; false when the answer is forgotten already. */
  progress(entry: Sending, bytes: number): boolean
  /** Closes the connections of clients that are too slow, the slowest first. */
  closeSlow(): void
}

function sendingsOf({ bytesMax, millisecondsMax }: OutflowLimits): Sendings {
  const sending = new Set<Sending>()
  let total = 0
  const forget = (entry: Sending): boolean => {
    if (!sending.delete(entry)) return false
    total -= entry.left
    return true
  }
  const keep = (entry: Sending) => {
    sending.add(entry)
    total += entry.left
  }
  const pauseMax = () => {
    if (total <= bytesMax) return millisecondsMax
    return total <= 2 * bytesMax ? PAUSE_MS : SHORT_PAUSE_MS
  }
  const closeSlow = () => {
    const now = performance.now()
    for (const entry of sending) {
      if (now - entry.since <= pauseMax()) break
      forget(entry)
      entry.response.socket?.destroy()
    }
  }
  return {
    add(response, length) {
      const entry: Sending = { response, left: length, since: performance.now() }
      keep(entry)
      response.once('close', () => forget(entry))
      closeSlow()
      return entry
    },
    progress(entry, bytes) {
      if (!forget(entry)) return false
      entry.left -= bytes
      entry.since = performance.now()
      keep(entry)
      return true
    },
    closeSlow,
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

/** Makes the outflow of one server. */
export function outflowOf(limits: OutflowLimits): Outflow {
  const sendings = sendingsOf(limits)
  /** Writes the next slice when the client has taken the last one. A piece is made when its turn comes. */
  const write = (entry: Sending, slices: Iterator<Uint8Array>) => {
    const { done, value } = slices.next()
    if (done) return void entry.response.end()
    entry.response.write(value, (error) => {
      if (!error && sendings.progress(entry, Math.min(value.length, entry.left))) write(entry, slices)
    })
  }
  const sendBytes = (response: ServerResponse, body: string | Uint8Array) => {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
    const entry = sendings.add(response, length)
    response.setHeader('content-length', length)
    if (length <= SLICE) response.end(body)
    else write(entry, slicesOf(typeof body === 'string' ? Buffer.from(body) : body))
  }
  return {
    send(response, method, { status, headers, body, pieces, dropped }) {
      if (dropped) return void response.socket?.destroy()
      response.statusCode = status
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      if (method === 'HEAD' || status === 204 || status === 304) {
        sendings.add(response, 0)
        return void response.end()
      }
      if (pieces) write(sendings.add(response, 0), encoded(pieces))
      else sendBytes(response, body)
    },
    sweep: sendings.closeSlow,
  }
}
