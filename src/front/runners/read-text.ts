import { readFileSync, statSync } from 'node:fs'

/** The largest file that a command reads, in bytes. A larger one is refused before it is read. */
const FILE_BYTES_MAX = 16 * 1024 * 1024

/** Returns the bytes of a file. Throws a TypeError if it cannot be read. */
export function sizeOf(path: string, expected: string): number {
  try {
    return statSync(path).size
  } catch {
    throw new TypeError(`${path} cannot be read: expected the path of ${expected}`)
  }
}

/** Reads a file as text. Throws a TypeError if it cannot be read, or is too large. */
export function readText(path: string, expected: string): string {
  const size = sizeOf(path, expected)
  if (size > FILE_BYTES_MAX)
    throw new TypeError(`${path}:1:1: the file has ${size} bytes: expected at most ${FILE_BYTES_MAX}`)
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new TypeError(`${path} cannot be read: expected the path of ${expected}`)
  }
}
