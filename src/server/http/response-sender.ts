import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import type { GraphResponse } from '../../machine/wire/response.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { sendEvents } from './event-sender.ts'

/** Bytes written to a socket at a time, so that the progress of a client is seen slice by slice. */
const SLICE_BYTES = 256 * 1024

/** Milliseconds that a client may pause when the unread answers exceed their bound. */
const PAUSE_MS = 1_000

/** Milliseconds that a client may pause when the unread answers exceed twice their bound. */
const SHORT_PAUSE_MS = 100

/** Limits of the answers that clients have not read yet. */
interface UnreadLimits {
  /** Bytes of all answers together. */
  readonly bytesMax: number
  /** Milliseconds for the next slice of an answer. */
  readonly millisecondsMax: number
}

/** Sends responses, and closes connections whose clients do not read them. */
export interface ResponseSender {
  send(response: ServerResponse, method: string, answer: GraphResponse): void
  /** Closes the connections whose clients have not read for too long. */
  closeSlow(): void
}

/** A response that its client has not read to the end. */
interface UnreadResponse {
  readonly response: ServerResponse
  /** Bytes that the client has not read. */
  bytesLeft: number
  /** The time at which the client last read a slice, in milliseconds. */
  readAt: number
}

/** The unread responses; the one whose client has gone longest without reading comes first. */
interface UnreadResponses {
  add(response: ServerResponse, length: number): UnreadResponse
  /** Records that the client read bytes. Returns false if the response was removed already. */
  advance(entry: UnreadResponse, bytes: number): boolean
  /** Closes the connections of clients that are too slow, the slowest first. */
  closeSlow(): void
}

function unreadResponses({ bytesMax, millisecondsMax }: UnreadLimits): UnreadResponses {
  const entries = new Set<UnreadResponse>()
  let totalBytes = 0
  const remove = (entry: UnreadResponse): boolean => {
    if (!entries.delete(entry)) return false
    totalBytes -= entry.bytesLeft
    return true
  }
  const append = (entry: UnreadResponse) => {
    entries.add(entry)
    totalBytes += entry.bytesLeft
  }
  const pauseMax = () => {
    if (totalBytes <= bytesMax) return millisecondsMax
    return totalBytes <= 2 * bytesMax ? PAUSE_MS : SHORT_PAUSE_MS
  }
  const closeSlow = () => {
    const now = performance.now()
    for (const entry of entries) {
      if (now - entry.readAt <= pauseMax()) break
      remove(entry)
      entry.response.socket?.destroy()
    }
  }
  return {
    add(response, length) {
      const entry: UnreadResponse = { response, bytesLeft: length, readAt: performance.now() }
      append(entry)
      response.once('close', () => remove(entry))
      closeSlow()
      return entry
    },
    advance(entry, bytes) {
      if (!remove(entry)) return false
      entry.bytesLeft -= bytes
      entry.readAt = performance.now()
      append(entry)
      return true
    },
    closeSlow,
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES)
}

function* encodePieces(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

/** Creates the response sender of one server. */
export function responseSender({
  bytesMax = bounds.answersBytesMax,
  millisecondsMax = bounds.answerMillisecondsMax,
}: Partial<UnreadLimits> = {}): ResponseSender {
  const unread = unreadResponses({ bytesMax, millisecondsMax })
  /** Writes the next slice after the client has read the last one. Each piece is encoded just in time. */
  const writeSlices = (entry: UnreadResponse, slices: Iterator<Uint8Array>) => {
    const { done, value } = slices.next()
    if (done) return void entry.response.end()
    entry.response.write(value, (error) => {
      if (!error && unread.advance(entry, Math.min(value.length, entry.bytesLeft))) writeSlices(entry, slices)
    })
  }
  const endWith = (response: ServerResponse, body: string | Uint8Array, length: number) => {
    response.end(body)
    // The system takes most answers at once, and then nothing of them is left in memory.
    if (response.socket?.writableLength !== 0) unread.add(response, length)
  }
  const sendBytes = (response: ServerResponse, { status, headers, body }: GraphResponse) => {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
    response.writeHead(status, { ...headers, 'content-length': length })
    if (length <= SLICE_BYTES) return endWith(response, body, length)
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    writeSlices(unread.add(response, length), slicesOf(bytes))
  }
  return {
    send(response, method, answer) {
      const { status, headers, pieces, feed, dropped } = answer
      if (dropped) return void response.socket?.destroy()
      if (feed) return sendEvents(response.writeHead(status, headers), feed)
      const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
      if (hasBody && !pieces) return sendBytes(response, answer)
      response.writeHead(status, headers)
      if (hasBody && pieces) writeSlices(unread.add(response, 0), encodePieces(pieces))
      else endWith(response, '', 0)
    },
    closeSlow: unread.closeSlow,
  }
}
