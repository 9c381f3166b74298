/** How many bytes a world stores: of rows, by `weightOf`, and of blobs, by their length. */
export interface Storage {
  readonly rowBytes: number
  readonly blobBytes: number
}

/** Bytes of rows that a world stores unless its beginning names another cap. */
export const ROW_BYTES_MAX = 1024 * 1024 * 1024

/** Bytes of one row, by `weightOf`. */
export const ROW_BYTES_EACH_MAX = 64 * 1024 * 1024

/** Bytes of blobs that a world stores unless its beginning names another cap. */
export const BLOB_BYTES_MAX = 256 * 1024 * 1024

/** The largest id: it has 15 digits, so that it stays exact as a JSON number. */
export const ID_MAX = 999_999_999_999_999

/** What a world ran out of. */
export type Shortage = keyof Storage | 'row' | 'ids'

/** A change that a world has no room for. */
export interface NoRoom {
  readonly shortage: Shortage
  /** How much of it there is. */
  readonly max: number
  /** How much of it there would be after the change. */
  readonly wanted: number
}

/**
 * What a transaction throws for a change that the world has no room for. Nothing of the transaction is kept;
 * the domain words the refusal.
 */
function noRoom(shortage: Shortage, max: number, wanted: number): Error {
  const cause: NoRoom = { shortage, max, wanted }
  return new Error(`No room: ${wanted} of at most ${max} (${shortage})`, { cause })
}

/** The shortage that a transaction threw; undefined for any other error. */
export function noRoomIn(error: unknown): NoRoom | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  const found = typeof cause === 'object' && cause !== null && Object.hasOwn(cause, 'shortage')
  return found ? (cause as NoRoom) : undefined
}

/** What an open transaction has stored so far, and under which caps. */
export interface Filling {
  readonly graph: { readonly caps: Storage }
  nextId: number
  rowBytes: number
  blobBytes: number
}

/** Adds to what is stored. A change that stores less always fits, even above the cap. */
export function store(filling: Filling, part: keyof Storage, more: number): void {
  const max = filling.graph.caps[part]
  const wanted = filling[part] + more
  if (more > 0 && wanted > max) throw noRoom(part, max, wanted)
  filling[part] = wanted
}

/** Replaces one row by another, of these weights. */
export function storeRow(filling: Filling, after: number, before: number): void {
  if (after > ROW_BYTES_EACH_MAX && after > before) throw noRoom('row', ROW_BYTES_EACH_MAX, after)
  store(filling, 'rowBytes', after - before)
}

/** Takes the next id; the ids of a world end with 15 digits. */
export function nextId(filling: Filling): number {
  if (filling.nextId > ID_MAX) throw noRoom('ids', ID_MAX, filling.nextId)
  return filling.nextId++
}
