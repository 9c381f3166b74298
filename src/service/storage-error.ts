import type { StorageFull, StorageLimit } from '../engine/store/storage.ts'
import { groupDigits } from '../engine/values/number-text.ts'
import { type CallError, invalidParameter } from './contract/errors.ts'

const messages: Readonly<Record<StorageLimit, (max: string, needed: string) => string>> = {
  blobBytes: (max, needed) =>
    `This world stores at most ${max} bytes of pictures, and this call needs ${needed}: delete some, or ` +
    'set the option pictureBytesMax of createWorld',
  rowBytes: (max, needed) =>
    `This world stores at most ${max} bytes of records, and this call needs ${needed}: set the option ` +
    'recordBytesMax of createWorld',
  row: (max, needed) => `A record has at most ${max} bytes, and this call needs ${needed}`,
  ids: (max) => `This world has assigned every id up to ${max}`,
}

/**
 * Returns the error of a call that exceeds a storage limit. Its code is 100, because 324 means an invalid
 * image, and the picture may be valid.
 */
export const storageError = ({ limit, max, needed }: StorageFull): CallError =>
  invalidParameter(messages[limit](groupDigits(max), groupDigits(needed)))
