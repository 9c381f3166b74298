import { errorCode } from '../http/error-code.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EEXIST: 'it is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
}

/** The error of a file that cannot be written. `ifExists` is the reason if it exists, and must not. */
export function unwritable(path: string, error: unknown, ifExists?: string): TypeError {
  const code = errorCode(error)
  const reason = code === 'EEXIST' ? (ifExists ?? reasons[code]) : (reasons[code] ?? code)
  return new TypeError(`${path} cannot be written: ${reason}`)
}
