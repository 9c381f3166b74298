import type { Json } from '../values/guard.ts'
import { weightOf } from '../values/weight.ts'

// Items per chunk. A push copies the last chunk, and once per chunk the array of chunks.
const CHUNK = 64

/**
 * An immutable queue of plain JSON: a log, or the buckets of a rolling count. Its versions share chunks, so
 * that old states of a log cost little. Equal queues may have different chunks: compare their `items`.
 */
export interface Ring<T extends Json> {
  /** Maximum number of items, or null for no limit. */
  readonly capacity: number | null
  /** Maximum weight of all items, or null if items are not weighed. */
  readonly bytesMax: number | null
  /** The weight of all items; 0 if items are not weighed. */
  readonly bytes: number
  /** The number of items that were dropped because the ring was full. */
  readonly dropped: number
  readonly size: number
  /** The number of removed items at the front of the first chunk, less than a chunk. */
  readonly start: number
  readonly full: readonly (readonly T[])[]
  /** The last chunk, kept apart so that most pushes do not copy the array of chunks. */
  readonly tail: readonly T[]
}

/**
 * Returns an empty ring. A push into a full ring drops the first items and counts them.
 *
 * @param bytesMax The maximum weight of all items, by `weightOf`. Items that are weighed must be frozen.
 */
export function emptyRing<T extends Json>(capacity?: number, bytesMax?: number): Ring<T> {
  return {
    capacity: capacity ?? null,
    bytesMax: bytesMax ?? null,
    bytes: 0,
    dropped: 0,
    size: 0,
    start: 0,
    full: [],
    tail: [],
  }
}

/**
 * Returns a ring with one more item at its end. No function of this file changes the ring passed to it.
 *
 * @param weight The weight of the item, if the caller knows it.
 */
export function push<T extends Json>(ring: Ring<T>, item: T, weight?: number): Ring<T> {
  const { capacity, bytesMax, dropped, start, tail, full } = ring
  const bytes = bytesMax === null ? 0 : ring.bytes + (weight ?? weightOf(item))
  const size = ring.size + 1
  const isChunk = tail.length === CHUNK
  const longer: Ring<T> = {
    capacity,
    bytesMax,
    bytes,
    dropped,
    size,
    start,
    full: isChunk ? [...full, tail] : full,
    tail: isChunk ? [item] : tail.toSpliced(tail.length, 0, item),
  }
  let shorter = longer
  const sizeMax = capacity ?? size
  const weightMax = bytesMax ?? bytes
  while (shorter.size > sizeMax || (shorter.bytes > weightMax && shorter.size > 0))
    shorter = dropFirst(shorter)
  return shorter === longer ? longer : { ...shorter, dropped: dropped + size - shorter.size }
}

/** Returns a ring without its first items. They do not count as dropped. */
export function dropFirst<T extends Json>(ring: Ring<T>, count = 1): Ring<T> {
  if (count <= 0) return ring
  if (count >= ring.size) return { ...ring, bytes: 0, size: 0, start: 0, full: [], tail: [] }
  let bytes = ring.bytes
  if (ring.bytesMax !== null) for (let at = 0; at < count; at++) bytes -= weightOf(get(ring, at) ?? null)
  const start = ring.start + count
  const chunks = Math.floor(start / CHUNK)
  const full = chunks > 0 ? ring.full.slice(chunks) : ring.full
  return { ...ring, bytes, size: ring.size - count, start: start - chunks * CHUNK, full }
}

/** Returns the item at an index, counted from the front, or undefined if there is none. */
export function get<T extends Json>(ring: Ring<T>, index: number): T | undefined {
  if (index < 0 || index >= ring.size) return undefined
  const place = ring.start + index
  const chunk = ring.full[Math.floor(place / CHUNK)] ?? ring.tail
  return chunk[place % CHUNK]
}

/** Returns the newest item, or undefined if the ring is empty. */
export const last = <T extends Json>(ring: Ring<T>): T | undefined => ring.tail[ring.tail.length - 1]

/** Returns the number of items. */
export const size = (ring: Ring<Json>): number => ring.size

/** Returns the number of items that were dropped because the ring was full. */
export const dropped = (ring: Ring<Json>): number => ring.dropped

/** Yields the items, oldest first. */
export function* items<T extends Json>(ring: Ring<T>): Iterable<T> {
  let { start } = ring
  for (const chunk of [...ring.full, ring.tail]) {
    yield* start === 0 ? chunk : chunk.slice(start)
    start = 0
  }
}

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
        ? { ...buckets, tail: buckets.tail.with(-1, { second, count: latest.count + by }) }
        : push(buckets, { second, count: by }),
  }
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

/**
 * Removes the buckets that have left a window by now. Returns the same window if none has. Only whole seconds
 * matter: a count of second `s` (the floor of its instant in seconds) is included while
 * `s > floor(now / 1000) - length`. An event at 0.999 s leaves a window of 60 seconds at 60.000 s, and one at
 * 1.000 s at 61.000 s.
 */
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
