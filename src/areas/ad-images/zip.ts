import type { CallError } from '../../graph/contract/errors.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { shown } from '../../graph/values/scalars.ts'
import { hasText } from '../../pictures/bytes.ts'
import { checksum } from '../../pictures/checksum.ts'
import { countBytes, type PictureCost, partsError } from '../../pictures/cost.ts'
import { inflate } from '../../pictures/inflate.ts'
import { formatOf } from '../../pictures/read.ts'
import { readMembers, type ZipMember, zipError } from './zip-directory.ts'
import { findEndRecord } from './zip-end.ts'

/** A file out of a zip file. Its path is a label, and leads nowhere. */
export interface ZippedFile {
  /** Its path inside the zip file. */
  readonly path: string
  /** The last part of the path. */
  readonly name: string
  /** What tells it from the others: its name, or its path where another file has that name already. */
  readonly label: string
  readonly bytes: Uint8Array
}

/** Whether bytes are a zip file, by their first letters or by their end, whatever their name says. */
export const isZip = (bytes: Uint8Array): boolean =>
  hasText(bytes, 0, 'PK') || (formatOf(bytes) === undefined && findEndRecord(bytes) !== undefined)

// The upper half of code page 437, in which names are written that do not say that they are UTF-8.
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A name as text. Many programs write UTF-8 and do not say so. */
function decodeName({ name, isUtf8 }: ZipMember): string | undefined {
  const text = decodeUtf8(name)
  if (text !== undefined || isUtf8) return text
  return Array.from(name, (code) =>
    code < 128 ? String.fromCharCode(code) : (codePage437[code - 128] ?? ''),
  ).join('')
}

/** The content of a member, of the size and the checksum that the directory says. */
function unpack({ packed, size, isDeflated, checksum: sum }: ZipMember, cost: PictureCost) {
  const content = isDeflated ? inflate(packed, size, cost) : packed
  return content?.length === size && checksum(content) === sum ? content : undefined
}

const partsOf = (path: string): readonly string[] => path.split(/[/\\]/)

/** Directories, dot files and what macOS adds beside each file are no files of the sender's. */
function isIgnored(path: string): boolean {
  const parts = partsOf(path)
  const name = parts.at(-1) ?? ''
  return name === '' || name.startsWith('.') || parts.includes('__MACOSX')
}

/** Tells files apart: by name, a file at the top first, then in order; a name that is taken, by its path. */
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
 * Reads a zip file of at most 50 entries and 16 MiB (SIL-143). Total on any bytes, in linear time; a file
 * that lies about a size, a checksum or a place is refused as a whole. A zip file in it stays unopened. What
 * stands before the first file, such as a program that unpacks it, is passed over.
 */
export function readZip(bytes: Uint8Array, cost: PictureCost): readonly ZippedFile[] | CallError {
  const members = readMembers(bytes)
  if (isCallError(members)) return members
  const tooMany = countBytes(
    cost,
    members.reduce((sum, { size }) => sum + size, 0),
  )
  if (tooMany !== undefined) return zipError(tooMany)
  const files: Omit<ZippedFile, 'label'>[] = []
  const paths = new Set<string>()
  for (const member of members) {
    const path = decodeName(member)
    if (path === undefined) return zipError('a name in it is no UTF-8 text')
    if (paths.has(path)) return zipError(`it has ${shown(path)} twice`)
    paths.add(path)
    const content = unpack(member, cost)
    if (!content) return zipError(partsError(cost) ?? `${shown(path)} is broken`)
    if (!isIgnored(path)) files.push({ path, name: partsOf(path).at(-1) ?? '', bytes: content })
  }
  return withLabels(files)
}
