import { groupDigits } from '../engine/number-text.ts'
import type { StorageFull, StorageLimit } from '../engine/storage.ts'
import type { CallError } from './contract/errors.ts'

const messages: Readonly<Record<StorageLimit, (max: string, wanted: string) => string>> = {
  blobBytes: (max, wanted) =>
    `This world stores at most ${max} bytes of pictures, and this call makes it ${wanted}: delete some, or ` +
    'set the option pictureBytesMax of createWorld',
  rowBytes: (max, wanted) =>
    `This world stores at most ${max} bytes of records, and this call makes it ${wanted}: set the option ` +
    'recordBytesMax of createWorld',
  row: (max, wanted) => `A record has at most ${max} bytes, and this call makes it ${wanted}`,
  ids: (max) => `This world has handed out every id up to ${max}`,
}

/**
 * The error of a call whose effect the world has no room for. Its code is 100: 324 says that an image is
 * invalid, which a valid picture in a full world is not.
 */
export const storageError = ({ limit, max, needed }: StorageFull): CallError => ({
  code: 100,
  message: messages[limit](groupDigits(max), groupDigits(needed)),
})
