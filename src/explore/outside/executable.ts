import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename, delimiter, join, resolve } from 'node:path'

/** The bytes that are read at one place of an executable, which may be large. */
const PIECE_BYTES = 64 * 1024

/** The scripts that Linux follows, of which each has the next one as its interpreter. */
const SCRIPTS_MAX = 4

/** The beginning of an ELF file of 64 bits, little end first. Other files are not judged. */
const ELF = '\x7fELF\x02\x01'

/** The types of segments: bytes that are loaded, the path of the dynamic linker, and notes. */
const [LOADED, LINKER, NOTES] = [1, 3, 4]

/** The flag of a segment that can be written. */
const WRITABLE = 2

/** The bytes of the description of one segment. */
const SEGMENT_BYTES = 56

/** The signs of Go: the type and name of the note with the id of a build, and the beginning of its data. */
const goNote = '\x04\0\0\0Go\0\0'
const goData = '\xff Go buildinf:'

/** The path of an executable that a shell finds by its name. */
const executableOf = (name: string, folders: string): string | undefined =>
  folders
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => {
      const file = statSync(path, { throwIfNoEntry: false })
      return file?.isFile() && (file.mode & 0o111) !== 0
    })

type Read = (position: number) => Buffer

/** Returns true if a segment of an ELF file tells that Go made it. */
function isOfGo(segment: Buffer, read: Read): boolean {
  const [type, flags] = [segment.readUInt32LE(0), segment.readUInt32LE(4)]
  const isData = type === LOADED && (flags & WRITABLE) !== 0
  if (!isData && type !== NOTES) return false
  const bytes = read(Number(segment.readBigUInt64LE(8))).subarray(0, Number(segment.readBigUInt64LE(32)))
  return bytes.includes(isData ? goData : goNote, 0, 'latin1')
}

/** Says why no library can be put before those of an ELF file; undefined if one can. */
function reasonOf(head: Buffer, read: Read): string | undefined {
  const table = read(Number(head.readBigUInt64LE(32)))
  if (head.readUInt16LE(54) !== SEGMENT_BYTES) return undefined
  const segments = Array.from({ length: head.readUInt16LE(56) }, (_, index) =>
    table.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES),
  )
  if (segments.some((segment) => isOfGo(segment, read))) return 'a program of Go'
  return segments.some((segment) => segment.readUInt32LE(0) === LINKER) ? undefined : 'linked statically'
}

/** Judges a file, or the interpreter of a script. */
function judge(path: string | undefined, folders: string, scripts = SCRIPTS_MAX): string | undefined {
  // Whoever opens a pipe waits for its writer.
  if (path === undefined || !statSync(path).isFile()) return undefined
  const file = openSync(path, 'r')
  try {
    const read: Read = (position) => {
      const bytes = Buffer.alloc(PIECE_BYTES)
      return bytes.subarray(0, readSync(file, bytes, 0, PIECE_BYTES, position))
    }
    const head = read(0)
    const text = head.toString('latin1', 0, 256)
    if (text.startsWith(ELF)) {
      const reason = reasonOf(head, read)
      return reason && `${path} is ${reason}`
    }
    const [line = ''] = text.split('\n')
    if (!line.startsWith('#!') || scripts === 0) return undefined
    const [first = '', second = ''] = line.slice(2).trim().split(' ')
    return judge(basename(first) === 'env' ? executableOf(second, folders) : first, folders, scripts - 1)
  } finally {
    closeSync(file)
  }
}

/**
 * Says why libfaketime cannot give a command another time: its program is linked statically, or is one of Go,
 * which asks the system itself. Undefined if it can, and if nothing is known of it.
 *
 * @param folder The folder in which the command is started.
 * @param folders The variable PATH.
 */
export function fixedTimeOf(
  [name = '']: readonly string[],
  folder: string,
  folders = '',
): string | undefined {
  try {
    return judge(name.includes('/') ? resolve(folder, name) : executableOf(name, folders), folders)
  } catch {
    // It is missing, closed to this user, or damaged: its start says so.
    return undefined
  }
}
