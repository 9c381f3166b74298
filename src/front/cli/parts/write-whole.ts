import { renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { unwritable } from '../../../server/recording/unwritable.ts'

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

/**
 * Returns what has the path of a file to write; undefined if nothing has. Throws a TypeError that
 * names the path if no file can be there.
 */
export function statOfTarget(path: string): Stats | undefined {
  try {
    return statOf(path)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** A device or a pipe, such as /dev/stdout, cannot be replaced by another file. */
const isOtherThanFile = (path: string): boolean => {
  const found = statOf(path)
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
