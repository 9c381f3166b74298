import type { ServerResponse } from 'node:http'
import type { EventFeed } from '../../machine/wire/response.ts'

/** Milliseconds between two looks for new events. */
const INTERVAL_MS = 100

/** Milliseconds without events after which a comment keeps the connection open. */
const HEARTBEAT_MS = 15_000

/** Milliseconds after which a client that reads nothing loses its connection. */
const STALLED_MS = 60_000

/** Milliseconds that one turn may take. Requests are answered between two turns. */
const TURN_MS = 5

/**
 * Sends events until the client closes the connection. Nothing is read from the feed while the client has not
 * taken what was sent before, so a slow client takes no memory.
 */
export function sendEvents(response: ServerResponse, feed: EventFeed): void {
  let sentAt = performance.now()
  let isFull = false
  const write = (text: string) => {
    sentAt = performance.now()
    isFull = !response.write(text)
  }
  const turn = () => {
    const now = performance.now()
    if (isFull && now - sentAt > STALLED_MS) return void response.destroy()
    while (!isFull && performance.now() - now < TURN_MS) {
      const text = feed.next()
      if (text === '') {
        if (now - sentAt > HEARTBEAT_MS) write(': heartbeat\n\n')
        return
      }
      write(text)
    }
    // More is there already: requests that wait come first.
    if (!isFull) setImmediate(turnIfOpen)
  }
  const turnIfOpen = () => {
    if (response.destroyed || response.closed) return
    try {
      turn()
    } catch {
      response.destroy()
    }
  }
  const timer = setInterval(turnIfOpen, INTERVAL_MS)
  timer.unref()
  response.on('drain', () => {
    isFull = false
    turnIfOpen()
  })
  response.once('close', () => {
    clearInterval(timer)
    feed.close()
  })
  response.flushHeaders()
  turnIfOpen()
}
