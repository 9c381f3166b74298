import { dropFirst, emptyRing, get, last, push, type Ring, replaceLast } from './ring.ts'

/** How much was counted within one whole second. */
export interface Bucket {
  readonly second: number
  readonly count: number
}

/**
 * What was counted in the last `length` seconds. The running total is moved on as buckets leave and never
 * recounted, since a busy window holds a million events. It is right as of the last `count` or `moved`.
 */
export interface Window {
  readonly total: number
  readonly length: number
  readonly buckets: Ring<Bucket>
}

/** A window of this many seconds in which nothing was counted yet. */
export function emptyWindow(seconds: number): Window {
  return { total: 0, length: seconds, buckets: emptyRing() }
}

/** The window moved to now, with more counted in the second of now. Time never goes backwards. */
export function addToWindow(window: Window, nowMilliseconds: number, by = 1): Window {
  const { buckets, length, total } = moved(window, nowMilliseconds)
  const second = secondOf(nowMilliseconds)
  const latest = last(buckets)
  return {
    total: total + by,
    length,
    buckets:
      latest?.second === second
        ? replaceLast(buckets, { second, count: latest.count + by })
        : push(buckets, { second, count: by }),
  }
}

/**
 * How much stands in the window at this instant. Only whole seconds matter: what was counted in second `s`
 * (the floor of its instant in seconds) still stands while `s > floor(now / 1000) - length`. So an event at
 * 0.999 s leaves a window of 60 seconds at 60.000 s, and one at 1.000 s at 61.000 s.
 */
export function total(window: Window, nowMilliseconds: number): number {
  return leaving(window, nowMilliseconds).total
}

/**
 * The second from which on fewer than `below` stand in the window if nothing more is counted; nothing when
 * there is no such second.
 */
export function roomFrom(window: Window, below: number, nowMilliseconds: number): number | undefined {
  const left = leaving(window, nowMilliseconds)
  if (left.total < below) return secondOf(nowMilliseconds)
  let { total } = left
  for (let index = left.buckets; ; index++) {
    const bucket = get(window.buckets, index)
    if (bucket === undefined) return undefined
    total -= bucket.count
    if (total < below) return bucket.second + window.length
  }
}

/** The window without the buckets that have left it by now: the very same window if none has. */
export function moved(window: Window, nowMilliseconds: number): Window {
  const left = leaving(window, nowMilliseconds)
  if (left.buckets === 0) return window
  return { total: left.total, length: window.length, buckets: dropFirst(window.buckets, left.buckets) }
}

function secondOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

/** How many buckets leave by now, and the total without them. */
function leaving(window: Window, nowMilliseconds: number): { buckets: number; total: number } {
  const lastGone = secondOf(nowMilliseconds) - window.length
  let { total } = window
  for (let index = 0; ; index++) {
    const bucket = get(window.buckets, index)
    if (bucket === undefined || bucket.second > lastGone) return { buckets: index, total }
    total -= bucket.count
  }
}
