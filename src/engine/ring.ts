import type { Json } from './guard.ts'
import { weightOf } from './weight.ts'

// A window of a million seconds copies its outer array once a chunk, every log its last chunk once a call.
const CHUNK = 64

/**
 * An immutable sequence that grows at its end and shrinks at its front: a log, or a window on one. Plain
 * data whose versions share their chunks, so that keeping every old state of a log costs little. Equal
 * sequences may be chunked differently: compare and store `toArray(ring)`.
 */
export interface Ring<T> {
  /** How many items it holds at most, or null for no bound. */
  readonly capacity: number | null
  /** How many bytes its items weigh together at most, or null where nobody weighs them. */
  readonly bytesMax: number | null
  /** The weight of its items; 0 where nobody weighs them. */
  readonly bytes: number
  /** How many items fell out because it was full. */
  readonly dropped: number
  readonly size: number
  /** How many items at the front of the first chunk are gone already, fewer than a chunk holds. */
  readonly start: number
  readonly full: readonly (readonly T[])[]
  /** The last chunk stands apart, so that a push copies the outer array only once a chunk. */
  readonly tail: readonly T[]
}

/**
 * A ring without items. A push into a ring that is full, by its number of items or by their weight, drops its
 * first items and counts them. Items that are weighed are frozen JSON.
 */
export function emptyRing<T>(capacity?: number, bytesMax?: number): Ring<T> {
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

/** The weight of an item in its ring. */
const weightIn = <T>({ bytesMax }: Ring<T>, item: T | undefined): number =>
  bytesMax === null || item === undefined ? 0 : weightOf(item as unknown as Json)

const isOver = ({ capacity, size, bytesMax, bytes }: Ring<unknown>): boolean =>
  (capacity !== null && size > capacity) || (bytesMax !== null && bytes > bytesMax)

/** The ring with one more item at its end. The ring handed in stays valid, as with every function here. */
export function push<T>(ring: Ring<T>, item: T): Ring<T> {
  const { tail, size } = ring
  const bytes = ring.bytes + weightIn(ring, item)
  const longer: Ring<T> =
    tail.length < CHUNK
      ? { ...ring, bytes, size: size + 1, tail: [...tail, item] }
      : { ...ring, bytes, size: size + 1, full: [...ring.full, tail], tail: [item] }
  if (!isOver(longer)) return longer
  let shorter = longer
  while (shorter.size > 0 && isOver(shorter)) shorter = dropFirst(shorter)
  return { ...shorter, dropped: ring.dropped + longer.size - shorter.size }
}

/** The ring with another last item. An empty ring has none to replace and is handed back. */
export function replaceLast<T>(ring: Ring<T>, item: T): Ring<T> {
  if (ring.size === 0) return ring
  const bytes = ring.bytes - weightIn(ring, last(ring)) + weightIn(ring, item)
  return { ...ring, bytes, tail: [...ring.tail.slice(0, -1), item] }
}

/**
 * The ring without its first items: one, if not said, and all, if it holds no more than that. They do not
 * count as dropped, since whoever calls this knows of them.
 */
export function dropFirst<T>(ring: Ring<T>, count = 1): Ring<T> {
  if (count <= 0) return ring
  if (count >= ring.size) return { ...ring, bytes: 0, size: 0, start: 0, full: [], tail: [] }
  let bytes = ring.bytes
  if (ring.bytesMax !== null) for (let at = 0; at < count; at++) bytes -= weightIn(ring, get(ring, at))
  const start = ring.start + count
  const chunks = Math.floor(start / CHUNK)
  const full = chunks > 0 ? ring.full.slice(chunks) : ring.full
  return { ...ring, bytes, size: ring.size - count, start: start - chunks * CHUNK, full }
}

/** The item at an index counted from the front, or undefined beyond either end. */
export function get<T>(ring: Ring<T>, index: number): T | undefined {
  if (index < 0 || index >= ring.size) return undefined
  const place = ring.start + index
  const chunk = ring.full[Math.floor(place / CHUNK)] ?? ring.tail
  return chunk[place % CHUNK]
}

/** The oldest item, or undefined in an empty ring. */
export const first = <T>(ring: Ring<T>): T | undefined => get(ring, 0)

/** The newest item, or undefined in an empty ring. */
export const last = <T>(ring: Ring<T>): T | undefined => ring.tail[ring.tail.length - 1]

/** How many items the ring holds. */
export const size = (ring: Ring<unknown>): number => ring.size

/** How many items fell out at capacity since the ring was empty and new. */
export const dropped = (ring: Ring<unknown>): number => ring.dropped

/** The items, oldest first, one at a time. */
export function* items<T>(ring: Ring<T>): Iterable<T> {
  let skipped = ring.start
  for (const chunk of [...ring.full, ring.tail]) {
    for (let index = skipped; index < chunk.length; index++) yield chunk[index] as T
    skipped = 0
  }
}

/** The items, oldest first, in a new array. */
export function toArray<T>(ring: Ring<T>): T[] {
  return [...ring.full, ring.tail].flat().slice(ring.start)
}
