import { Buffer } from 'node:buffer'
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { errorMessage } from '../../engine/values/error-message.ts'
import { groupDigits } from '../../engine/values/number-text.ts'
import { recordingBounds } from '../../live/compare/exchange.ts'
import type { GraphResponse } from '../../machine/wire/response.ts'
import type { RequestHead } from '../admission.ts'
import type { Tap } from '../answer.ts'
import { unwritable } from './unwritable.ts'

/** A file to which requests and their answers are written. */
export interface TrafficFile {
  readonly tap: Tap
  close(): void
}

/** Opens a new file that only this user can read. Throws a TypeError that says why it cannot. */
function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    throw unwritable(
      path,
      error,
      'it exists: choose another file (fauxgraph compare takes several as one recording)',
    )
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns a body as text, or as base64 if it is no text. */
function bodyOf(body: string | Uint8Array): object {
  if (typeof body === 'string') return body === '' ? {} : { body }
  if (body.length === 0) return {}
  try {
    return { body: decoder.decode(body) }
  } catch {
    return { bodyBase64: Buffer.from(body).toString('base64') }
  }
}

const urlOf = ({ url, origin }: RequestHead): string => (url.startsWith('/') ? origin + url : url)

/** Returns one exchange as a line, in the form that `fauxgraph compare` reads. */
function lineOf(at: number, head: RequestHead, sent: Uint8Array | undefined, answer: GraphResponse): string {
  const { method, headers } = head
  const { status, headers: answered, body } = answer
  const request = { method, url: urlOf(head), headers, ...(sent && bodyOf(sent)) }
  const response = { status, headers: answered, ...bodyOf(body) }
  return `${JSON.stringify({ at: new Date(at).toISOString(), request, response })}\n`
}

/** Writes a line as a whole: a part that a full disk leaves is cut off again. */
function writeLine(file: number, line: Uint8Array, length: number): void {
  try {
    for (let at = 0; at < line.length; ) at += writeSync(file, line, at)
  } catch (error) {
    ftruncateSync(file, length)
    throw error
  }
}

/** The answer with its body as a whole: pieces can be read only once. */
function whole({ pieces, ...answer }: GraphResponse): GraphResponse {
  return pieces ? { ...answer, body: [...pieces].join('') } : answer
}

/**
 * Creates a file to which each request is written with its answer, before the client gets it. It has one line
 * of JSON for each, so that it is whole after a kill, and only this user can read it. At the bounds of
 * recordings, and if it cannot be written, it warns once and ends. A file without requests is removed.
 */
export function trafficFile(path: string, warn: (text: string) => void): TrafficFile {
  const file = openNew(path)
  let [bytes, count, isOpen] = [0, 0, true]
  const end = (reason: string) => {
    isOpen = false
    closeSync(file)
    warn(`${path}: the recording has ended after ${groupDigits(count)} requests: ${reason}`)
  }
  const write = (text: string) => {
    const line = Buffer.from(text)
    if (count >= recordingBounds.exchangesMax) return end('a recording has no more')
    if (bytes + line.length > recordingBounds.bytesMax)
      return end(`a recording has at most ${groupDigits(recordingBounds.bytesMax)} bytes`)
    try {
      writeLine(file, line, bytes)
    } catch (error) {
      return end(errorMessage(error))
    }
    bytes += line.length
    count += 1
  }
  return {
    tap(at, head, sent, answer) {
      if (!isOpen || answer.dropped) return answer
      const kept = whole(answer)
      write(lineOf(at, head, sent, kept))
      return kept
    },
    close() {
      if (!isOpen) return
      isOpen = false
      closeSync(file)
      if (count === 0) rmSync(path, { force: true })
    },
  }
}
