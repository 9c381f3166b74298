/** Waits until a person can see the page. */
const seen = (): Promise<unknown> | undefined =>
  document.hidden
    ? new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
    : undefined

/** Waits until the page has drawn what changed. */
export const drawn = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/**
 * Returns a function that runs another one: at once, or at the end of a rest after the last run. The rest is
 * as many times as long as the run took, so that an open page takes a small part of the time of its server
 * and of its machine. A page that nobody can see runs nothing.
 *
 * @param milliseconds The shortest rest.
 * @param rest How many times as long as a run its rest is.
 */
export function atMostEvery(milliseconds: number, rest: number, run: () => Promise<unknown>): () => void {
  let isBusy = false
  let isAsked = false
  const begin = async () => {
    isBusy = true
    await seen()
    isAsked = false
    const from = performance.now()
    await run()
    const pause = Math.max(milliseconds, rest * (performance.now() - from))
    setTimeout(() => {
      isBusy = false
      if (isAsked) void begin()
    }, pause)
  }
  return () => {
    isAsked = true
    if (!isBusy) void begin()
  }
}

/** How many times as long as a read its rest is: all reads together take at most 2 % of a server. */
const READ_REST = 50
const READ_REST_MAX_MS = 10_000

let lastRead: Promise<unknown> = Promise.resolve()

/** Runs a read after those that were asked for before it, and rests after it. */
function inTurn(read: () => Promise<unknown>): Promise<unknown> {
  lastRead = lastRead.then(async () => {
    const from = performance.now()
    await read()
    const rest = Math.min(READ_REST_MAX_MS, READ_REST * (performance.now() - from))
    await new Promise((resolve) => setTimeout(resolve, rest))
  })
  return lastRead
}

/** Returns a function that reads from the server again. All reads of a page share one pace. */
export const keepUp = (read: () => Promise<unknown>): (() => void) => atMostEvery(500, 0, () => inTurn(read))
