import { decodeUtf8 } from '../../engine/values/utf8.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import { decodePercents, type Pair } from './form-text.ts'
import { type HeaderValue, readHeader } from './multipart-header.ts'
import { overLimit, quoted, type Read, read, unreadable } from './read-result.ts'

/** A file of a multipart body: the name of its part, its base name and its content. */
export interface RequestFile {
  readonly part: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** The bounds of a multipart body, except its size. */
export interface MultipartLimits {
  readonly partsMax: number
  readonly partHeaderBytesMax: number
  readonly fieldBytesMax: number
  /** Bytes of the field `bytes`, which holds Base64 text. */
  readonly base64BytesMax: number
}

/** The text fields and the files of a multipart body, each in their order. */
interface Multipart {
  readonly pairs: readonly Pair[]
  readonly files: readonly RequestFile[]
}

interface Delimiter {
  readonly start: number
  readonly end: number
  readonly closes: boolean
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, HYPHEN] = [9, 10, 13, 32, 45] as const
const BOUNDARY = /^[\x20-\x7e]{1,70}$/
const FOLD = /\r\n[ \t]/g
const EXTENDED_NAME = /^utf-8'[^']*'(.*)$/i

const encoder = new TextEncoder()
const lineEnd = encoder.encode('\r\n')
const blankLine = encoder.encode('\r\n\r\n')
const NOTHING = new Uint8Array(0)

/**
 * Parses a multipart/form-data body (CNV-009). It accepts any part name, a preamble, an epilogue, and folded
 * and unknown part headers. A part with a file name is a file, any other part is a text field. It ignores the
 * empty file that a browser sends for an empty file input. It refuses a body without its closing boundary,
 * because the upload was cut short.
 */
export function readMultipart(bytes: Uint8Array, boundary: string, limits: MultipartLimits): Read<Multipart> {
  if (!BOUNDARY.test(boundary))
    return unreadable(
      `The boundary of a multipart body must be 1 to 70 printable ASCII characters, got ${quoted(boundary)}`,
    )
  const parts = splitParts(bytes, boundary, limits.partsMax)
  if (!parts.ok) return parts
  const pairs: Pair[] = []
  const files: RequestFile[] = []
  for (const [index, part] of parts.value.entries()) {
    const item = readPart(part, `Part ${index + 1} of the multipart body`, limits)
    if (!item.ok) return item
    if (!('bytes' in item.value)) pairs.push(item.value)
    else if (!isEmptyInput(item.value)) files.push(item.value)
  }
  return read({ pairs, files })
}

function splitParts(bytes: Uint8Array, boundary: string, partsMax: number): Read<readonly Uint8Array[]> {
  const mark = encoder.encode(`--${boundary}`)
  const parts: Uint8Array[] = []
  let from = delimiterAfter(bytes, mark, 0)
  while (from !== undefined && !from.closes) {
    const to = delimiterAfter(bytes, mark, from.end)
    if (to !== undefined) parts.push(bytes.subarray(from.end, to.start))
    if (parts.length > partsMax)
      return unreadable(`The multipart body has more parts than the limit of ${partsMax}`)
    from = to
  }
  if (from === undefined) {
    return unreadable(`The multipart body ends before its closing boundary ${quoted(`--${boundary}--`)}`)
  }
  return read(parts)
}

/**
 * Finds the next delimiter line. It takes linear time for any bytes: a boundary has no carriage return, so
 * two candidates never share a byte.
 */
function delimiterAfter(bytes: Uint8Array, mark: Uint8Array, from: number): Delimiter | undefined {
  const first = from === 0 ? delimiterAt(bytes, mark, 0, 0) : undefined
  if (first !== undefined) return first
  for (let at = bytes.indexOf(CARRIAGE_RETURN, from); at >= 0; at = bytes.indexOf(CARRIAGE_RETURN, at + 1)) {
    if (bytes[at + 1] !== LINE_FEED) continue
    const delimiter = delimiterAt(bytes, mark, at, at + 2)
    if (delimiter !== undefined) return delimiter
  }
  return undefined
}

/** Reads a delimiter line. Only white space may follow the boundary: a longer word is content. */
function delimiterAt(
  bytes: Uint8Array,
  mark: Uint8Array,
  start: number,
  line: number,
): Delimiter | undefined {
  if (!startsWith(bytes, mark, line)) return undefined
  let at = line + mark.length
  const closes = bytes[at] === HYPHEN && bytes[at + 1] === HYPHEN
  if (closes) at += 2
  while (bytes[at] === SPACE || bytes[at] === TAB) at += 1
  const ends = bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED
  return ends || (closes && at === bytes.length) ? { start, end: at + 2, closes } : undefined
}

function startsWith(bytes: Uint8Array, mark: Uint8Array, from: number): boolean {
  for (let index = 0; index < mark.length; index += 1) {
    if (bytes[from + index] !== mark[index]) return false
  }
  return true
}

function readPart(part: Uint8Array, what: string, limits: MultipartLimits): Read<Pair | RequestFile> {
  const { header, content } = splitHeader(part, limits.partHeaderBytesMax)
  if (header.length > limits.partHeaderBytesMax) {
    return overLimit(`The header of ${what}`, header.length, limits.partHeaderBytesMax, 'bytes')
  }
  const headerText = decodeUtf8(header)
  if (headerText === undefined) return unreadable(`${what} has a header that is not UTF-8`)
  const { parameters } = dispositionOf(headerText)
  const name = parameters.get('name')
  const filename = filenameOf(parameters)
  if (filename !== undefined) return read(fileOf(name, filename, content))
  if (name === undefined) return unreadable(`${what} has no name`)
  return readField(decodeQuotes(name), content, limits)
}

/**
 * Splits a part at its first empty line. A part without one is all header. The search ends at twice the
 * longest header, because a longer header is refused in any case.
 */
function splitHeader(part: Uint8Array, bytesMax: number): { header: Uint8Array; content: Uint8Array } {
  const reach = part.subarray(0, 2 * bytesMax)
  if (startsWith(part, lineEnd, 0)) return { header: NOTHING, content: part.subarray(2) }
  for (let at = reach.indexOf(CARRIAGE_RETURN); at >= 0; at = reach.indexOf(CARRIAGE_RETURN, at + 1)) {
    if (startsWith(reach, blankLine, at))
      return { header: part.subarray(0, at), content: part.subarray(at + 4) }
  }
  return { header: part, content: NOTHING }
}

function dispositionOf(header: string): HeaderValue {
  for (const line of header.replace(FOLD, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    if (lowerAscii(line.slice(0, Math.max(colon, 0)).trim()) === 'content-disposition') {
      return readHeader(line.slice(colon + 1))
    }
  }
  return readHeader('')
}

/** Returns the file name. `filename*` has precedence over `filename`, because it can hold any character. */
function filenameOf(parameters: ReadonlyMap<string, string>): string | undefined {
  const extended = EXTENDED_NAME.exec(parameters.get('filename*') ?? '')?.[1]
  const decoded = extended === undefined ? undefined : decodePercents(extended)
  const plain = parameters.get('filename')
  return decoded ?? (plain === undefined ? parameters.get('filename*') : decodeQuotes(plain))
}

/** Decodes the quotes and line ends of a name, the only characters that browsers escape there. */
function decodeQuotes(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

function readField(name: string, content: Uint8Array, limits: MultipartLimits): Read<Pair> {
  const what = `The field ${quoted(name)}`
  const bytesMax = name === 'bytes' ? limits.base64BytesMax : limits.fieldBytesMax
  if (content.length > bytesMax) return overLimit(what, content.length, bytesMax, 'bytes')
  const text = decodeUtf8(content)
  return text === undefined
    ? unreadable(`${what} is not UTF-8; a file needs a file name`)
    : read([name, text])
}

function fileOf(part = '', path: string, content: Uint8Array): RequestFile {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return { part: decodeQuotes(part), name, bytes: new Uint8Array(content) }
}

function isEmptyInput(file: RequestFile): boolean {
  return file.name === '' && file.bytes.length === 0
}
