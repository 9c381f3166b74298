import { decodeUtf8 } from '../../engine/values/utf8.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { shown } from '../../service/values/scalars.ts'
import { hasText } from '../pictures/bytes.ts'
import { checksum } from '../pictures/chunks.ts'
import { countBytes, type PictureCost, partsError } from '../pictures/cost.ts'
import { inflate } from '../pictures/inflate.ts'
import { formatOf } from '../pictures/read.ts'
import { findEndRecord, readMembers, type ZipMember, zipError } from './zip-directory.ts'

/** A file read from a zip file. */
export interface ZippedFile {
  /** The path inside the zip file, which is never used as a path on a disk. */
  readonly path: string
  /** The last part of the path. */
  readonly name: string
  /** A name that no other file of the zip file has: `name`, or `path` if another file has that name. */
  readonly label: string
  readonly bytes: Uint8Array
}

/** Whether bytes are a zip file, by their signature or their end record. The file name does not count. */
export const isZip = (bytes: Uint8Array): boolean =>
  hasText(bytes, 0, 'PK') || (formatOf(bytes) === undefined && findEndRecord(bytes) !== undefined)

// The upper half of code page 437, the encoding of names that are not declared as UTF-8.
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** Decodes a name. Many programs write UTF-8 without declaring it, so UTF-8 is tried first. */
function decodeName({ name, isUtf8 }: ZipMember): string | undefined {
  const text = decodeUtf8(name)
  if (text !== undefined || isUtf8) return text
  return Array.from(name, (code) =>
    code < 128 ? String.fromCharCode(code) : (codePage437[code - 128] ?? ''),
  ).join('')
}

/** Unpacks a member; undefined if its size or its checksum is wrong. */
function unpack({ packed, size, isDeflated, checksum: sum }: ZipMember, cost: PictureCost) {
  const content = isDeflated ? inflate(packed, size, cost) : packed
  return content?.length === size && checksum(content) === sum ? content : undefined
}

const partsOf = (path: string): readonly string[] => path.split(/[/\\]/)

/** Whether a path is skipped: directories, dot files and the __MACOSX folder of macOS (SIL-143). */
function isIgnored(path: string): boolean {
  const parts = partsOf(path)
  const name = parts.at(-1) ?? ''
  return name === '' || name.startsWith('.') || parts.includes('__MACOSX')
}

/**
 * Adds the labels. If several files have the same name, it is the label of the one at the top level, or else
 * of the first. The others get their path as the label (SIL-143).
 */
function withLabels(files: readonly Omit<ZippedFile, 'label'>[]): ZippedFile[] {
  const owners = new Map<string, string>()
  for (const { path, name } of files) if (path === name) owners.set(name, path)
  for (const { path, name } of files) if (!owners.has(name)) owners.set(name, path)
  return files.map((file) => ({
    ...file,
    label: owners.get(file.name) === file.path ? file.name : file.path,
  }))
}

/**
 * Reads the files of a zip file (SIL-143), within the limits `zipEntriesMax` and `zipInflatedBytesMax`. It
 * accepts any bytes and takes linear time. A wrong size, checksum or offset refuses the whole zip file. Only
 * what the central directory says counts. A zip file inside it is not opened. Bytes before the first file,
 * such as a self-extracting program, are skipped.
 */
export function readZip(bytes: Uint8Array, cost: PictureCost): readonly ZippedFile[] | CallError {
  const members = readMembers(bytes)
  if (isCallError(members)) return members
  const costError = countBytes(
    cost,
    members.reduce((sum, { size }) => sum + size, 0),
  )
  if (costError !== undefined) return zipError(costError)
  const files: Omit<ZippedFile, 'label'>[] = []
  const paths = new Set<string>()
  for (const member of members) {
    const path = decodeName(member)
    if (path === undefined) return zipError('a file name in it is not valid UTF-8')
    if (paths.has(path)) return zipError(`it has ${shown(path)} twice`)
    paths.add(path)
    const content = unpack(member, cost)
    if (!content) return zipError(partsError(cost) ?? `${shown(path)} is corrupt`)
    if (!isIgnored(path)) files.push({ path, name: partsOf(path).at(-1) ?? '', bytes: content })
  }
  return withLabels(files)
}
