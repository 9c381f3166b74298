/** The bytes that a world stores: rows are measured by `weightOf`, blobs by their length. */
export interface StoredBytes {
  readonly rowBytes: number
  readonly blobBytes: number
}

/** Maximum bytes of the rows of a world, unless its beginning sets another cap. */
export const ROW_BYTES_MAX = 1024 * 1024 * 1024

/** Maximum bytes of one row, by `weightOf`. */
export const ROW_BYTES_EACH_MAX = 64 * 1024 * 1024

/** Maximum bytes of the blobs of a world, unless its beginning sets another cap. */
export const BLOB_BYTES_MAX = 256 * 1024 * 1024

/** The largest id. It has 15 digits, so that it stays exact as a JSON number. */
export const ID_MAX = 999_999_999_999_999

/** The kind of a storage limit: all rows, all blobs, one row, or the ids. */
export type StorageLimit = keyof StoredBytes | 'row' | 'ids'

/** A change that exceeds a storage limit. */
export interface StorageFull {
  readonly limit: StorageLimit
  /** The value of the limit. */
  readonly max: number
  /** The value after the change. */
  readonly needed: number
}

/**
 * The error that a transaction throws for a change that exceeds a storage limit. The machine discards the
 * transaction and refuses the input; the domain words the message.
 */
class StorageError extends Error {
  readonly lack: StorageFull

  constructor(lack: StorageFull) {
    super(`The storage is full: ${lack.needed} of at most ${lack.max} (${lack.limit})`)
    this.lack = lack
  }
}

/** Returns the exceeded limit of an error that a transaction threw, or undefined for any other error. */
export const storageFullOf = (error: unknown): StorageFull | undefined =>
  error instanceof StorageError ? error.lack : undefined

/** The stored bytes and the next id of an open transaction, and the caps of its graph. */
export interface StorageDraft {
  readonly graph: { readonly caps: StoredBytes }
  nextId: number
  rowBytes: number
  blobBytes: number
}

/**
 * Adds bytes to the stored bytes. Negative bytes always fit, even if the world or the row exceeds its
 * maximum.
 *
 * @param row The size of the row to which the bytes belong, with these bytes; 0 if they belong to no row.
 */
export function addStored(draft: StorageDraft, part: keyof StoredBytes, bytes: number, row = 0): void {
  if (bytes > 0 && row > ROW_BYTES_EACH_MAX)
    throw new StorageError({ limit: 'row', max: ROW_BYTES_EACH_MAX, needed: row })
  const max = draft.graph.caps[part]
  const needed = draft[part] + bytes
  if (bytes > 0 && needed > max) throw new StorageError({ limit: part, max, needed })
  draft[part] = needed
}

/** Takes the next id. */
export function takeId(draft: StorageDraft): number {
  if (draft.nextId > ID_MAX) throw new StorageError({ limit: 'ids', max: ID_MAX, needed: draft.nextId })
  return draft.nextId++
}
