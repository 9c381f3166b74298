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
  /** How many items fell out because it was full. */
  readonly dropped: number
  readonly size: number
  /** How many items at the front of the first chunk are gone already, fewer than a chunk holds. */
  readonly start: number
  readonly full: readonly (readonly T[])[]
  /** The last chunk stands apart, so that a push copies the outer array only once a chunk. */
  readonly tail: readonly T[]
}

/** A ring without items. With a capacity, a push into a full ring drops its first item and counts it. */
export function emptyRing<T>(capacity?: number): Ring<T> {
  return { capacity: capacity ?? null, dropped: 0, size: 0, start: 0, full: [], tail: [] }
}

/** The ring with one more item at its end. The ring handed in stays valid, as with every function here. */
export function push<T>(ring: Ring<T>, item: T): Ring<T> {
  const { tail, size } = ring
  const longer: Ring<T> =
    tail.length < CHUNK
      ? { ...ring, size: size + 1, tail: [...tail, item] }
      : { ...ring, size: size + 1, full: [...ring.full, tail], tail: [item] }
  if (ring.capacity === null || longer.size <= ring.capacity) return longer
  const shorter = dropFirst(longer)
  return { ...shorter, dropped: ring.dropped + 1 }
}

/** The ring with another last item. An empty ring has none to replace and is handed back. */
export function replaceLast<T>(ring: Ring<T>, item: T): Ring<T> {
  return ring.size === 0 ? ring : { ...ring, tail: [...ring.tail.slice(0, -1), item] }
}

/**
 * The ring without its first items: one, if not said, and all, if it holds no more than that. They do not
 * count as dropped, since whoever calls this knows of them.
 */
export function dropFirst<T>(ring: Ring<T>, count = 1): Ring<T> {
  if (count <= 0) return ring
  if (count >= ring.size) return { ...ring, size: 0, start: 0, full: [], tail: [] }
  const start = ring.start + count
  const chunks = Math.floor(start / CHUNK)
  const full = chunks > 0 ? ring.full.slice(chunks) : ring.full
  return { ...ring, size: ring.size - count, start: start - chunks * CHUNK, full }
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
