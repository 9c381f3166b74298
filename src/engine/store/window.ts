import { dropFirst, emptyRing, get, push, type Ring, replaceLast } from './ring.ts'

/** The count of one whole second. */
type Bucket = {
  readonly second: number
  readonly count: number
}

/**
 * A rolling count of the last `length` seconds. `total` is a running total: it is adjusted as buckets leave
 * and never recounted, because a busy window holds a million events. It is correct as of the last
 * `addToWindow` or `advanceWindow`.
 */
export interface Window {
  readonly total: number
  readonly length: number
  readonly buckets: Ring<Bucket>
}

/** Returns an empty window of this many seconds. */
export function emptyWindow(seconds: number): Window {
  return { total: 0, length: seconds, buckets: emptyRing() }
}

/** Advances a window to this instant, and adds to the count of its second. Time must not run backwards. */
export function addToWindow(window: Window, nowMilliseconds: number, by = 1): Window {
  const { buckets, length, total } = advanceWindow(window, nowMilliseconds)
  const second = Math.floor(nowMilliseconds / 1000)
  const latest = buckets.tail.at(-1)
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
 * Returns the total of a window at this instant. Only whole seconds matter: a count of second `s` (the floor
 * of its instant in seconds) is included while `s > floor(now / 1000) - length`. An event at 0.999 s leaves a
 * window of 60 seconds at 60.000 s, an event at 1.000 s at 61.000 s.
 */
export function windowTotal(window: Window, nowMilliseconds: number): number {
  return advanceWindow(window, nowMilliseconds).total
}

/**
 * Returns the first second in which the total is less than `below` if nothing more is added, or undefined if
 * there is none.
 */
export function firstSecondBelow(window: Window, below: number, nowMilliseconds: number): number | undefined {
  const current = advanceWindow(window, nowMilliseconds)
  let { total } = current
  if (total < below) return Math.floor(nowMilliseconds / 1000)
  for (let index = 0; ; index++) {
    const bucket = get(current.buckets, index)
    if (bucket === undefined) return undefined
    total -= bucket.count
    if (total < below) return bucket.second + window.length
  }
}

/** Removes the buckets that have left the window by now. Returns the same window if none has. */
export function advanceWindow(window: Window, nowMilliseconds: number): Window {
  const { length, buckets } = window
  const lastGone = Math.floor(nowMilliseconds / 1000) - length
  let { total } = window
  for (let gone = 0; ; gone++) {
    const bucket = get(buckets, gone)
    if (bucket === undefined || bucket.second > lastGone)
      return gone === 0 ? window : { total, length, buckets: dropFirst(buckets, gone) }
    total -= bucket.count
  }
}
