import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { errorCode } from '../../../server/http/error-code.ts'

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

/** A device or a pipe, such as /dev/stdout, cannot be replaced by another file. */
const isOtherThanFile = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile()
}

const draftOf = (path: string): string => `${path}.${process.pid}.part`

function write(path: string, text: string): void {
  if (isOtherThanFile(path)) {
    writeFileSync(path, text)
    return
  }
  const draft = draftOf(path)
  try {
    writeFileSync(draft, text)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Writes a file so that it has the whole text or is left as it was. Throws a TypeError that names the path if
 * it cannot be written.
 */
export function writeWhole(path: string, text: string): void {
  try {
    write(path, text)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/**
 * Throws a TypeError that names the path if a file cannot be written there. It is asked before the work
 * whose result the file is for.
 */
export function checkWritable(path: string): void {
  try {
    if (!isOtherThanFile(path)) {
      writeFileSync(draftOf(path), '')
      rmSync(draftOf(path))
    } else if (statSync(path).isDirectory()) writeFileSync(path, '')
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** The error of a file that cannot be written. */
export const unwritable = (path: string, error: unknown): TypeError =>
  new TypeError(`${path} cannot be written: ${reasons[errorCode(error)] ?? errorCode(error)}`)
