import { decodeUtf8 } from '../../engine/values/utf8.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { readJson } from './form-json.ts'
import { isParams, type Params, readPairs, type SpellingLimits, spellOut } from './form-text.ts'
import { type MultipartLimits, type RequestFile, readMultipart } from './multipart.ts'
import { type HeaderValue, readHeader } from './multipart-header.ts'
import { overLimit, quoted, type Read, read, type Unreadable, unreadable } from './read-result.ts'

/** The bounds of a request. Their names include the unit. */
export interface BodyLimits extends MultipartLimits, SpellingLimits {
  readonly urlCharactersMax: number
  /** Bytes of a url-encoded or a JSON body, without the Base64 text in it. */
  readonly textBytesMax: number
  readonly multipartBytesMax: number
  readonly jsonDepthMax: number
  readonly jsonValuesMax: number
  readonly headersMax: number
  /** Characters of the names and values of all headers together. */
  readonly headerCharactersMax: number
}

/**
 * The default limits. The limit of a multipart body bounds its files. Files and a Base64 text may be larger
 * than the service accepts, so that the service can answer with its own error.
 */
export const bodyLimits: BodyLimits = bounds

/** A parsed body. `count` is the number of sent pairs: several pairs may spell one parameter. */
export interface RequestBody {
  readonly params: Params
  readonly files: readonly RequestFile[]
  readonly count: number
  /** The names of the parameters that a multipart body sent as empty texts. */
  readonly blanks: readonly string[]
  /** The names of the parameters that were sent several times. */
  readonly repeats: readonly string[]
}

/** The parsed form of a body that is absent, empty or ignored. */
export const emptyBody: RequestBody = { params: {}, files: [], count: 0, blanks: [], repeats: [] }

/** The content type of url-encoded bodies. */
export const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const JSON_TYPE = 'application/json'
const UTF_8 = /^utf-?8$/i

const encoder = new TextEncoder()

/**
 * Parses a body by its content type (CNV-007, CNV-008, CNV-009). JSON is accepted too, because the official
 * SDK sends it (SIL-007). A body without a content type is url-encoded.
 */
export function readBody(
  contentType: string | undefined,
  body: string | Uint8Array | undefined,
  limits: BodyLimits,
): Read<RequestBody> {
  if (body === undefined || body.length === 0) return read(emptyBody)
  const type = readHeader(contentType ?? '')
  const charset = type.parameters.get('charset')
  if (charset !== undefined && !UTF_8.test(charset)) {
    return unreadable(`The charset ${quoted(charset)} is not supported: send utf-8`)
  }
  if (type.value === MULTIPART) return readMultipartBody(type, body, limits)
  if (type.value === JSON_TYPE || type.value.endsWith('+json')) return readJsonBody(body, limits)
  if (type.value === FORM || type.value === '') return readFormBody(body, limits)
  return unreadable(
    `The content type ${quoted(type.value)} is not supported: send ${FORM}, ${MULTIPART} or ${JSON_TYPE}`,
  )
}

function readFormBody(body: string | Uint8Array, limits: BodyLimits): Read<RequestBody> {
  const text = textOf(body, 'url-encoded', limits)
  return text.ok ? readForm(text.value, 'body', limits) : text
}

/** Parses url-encoded text of a query or a body (CNV-006, CNV-008). */
export function readForm(text: string, place: string, limits: SpellingLimits): Read<RequestBody> {
  if (text === '') return read(emptyBody)
  const pairs = readPairs(text, place, limits.paramsMax)
  if (!pairs.ok) return pairs
  const spelled = spellOut(pairs.value, limits)
  return spelled.ok ? read({ ...spelled.value, files: [], count: pairs.value.length, blanks: [] }) : spelled
}

function readJsonBody(body: string | Uint8Array, limits: BodyLimits): Read<RequestBody> {
  const text = textOf(body, 'JSON', limits)
  if (!text.ok) return text
  if (text.value.trim() === '') return read(emptyBody)
  const json = readJson(text.value, limits.jsonDepthMax, limits.jsonValuesMax)
  if (!json.ok) return json
  const params = json.value
  if (!isParams(params)) {
    return unreadable(`The JSON body must be an object of parameters, got ${kindOf(params)}`)
  }
  return read({ params, files: [], count: Object.keys(params).length, blanks: [], repeats: [] })
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

function readMultipartBody(
  type: HeaderValue,
  body: string | Uint8Array,
  limits: BodyLimits,
): Read<RequestBody> {
  const bytes = bytesOf(body, 'multipart', limits.multipartBytesMax)
  if (!bytes.ok) return bytes
  const boundary = type.parameters.get('boundary')
  if (boundary === undefined) return unreadable('The content type multipart/form-data has no boundary')
  const multipart = readMultipart(bytes.value, boundary, limits)
  if (!multipart.ok) return multipart
  const { pairs, files } = multipart.value
  const spelled = spellOut(pairs, limits)
  if (!spelled.ok) return spelled
  const blanks = pairs.flatMap(([name, value]) => (value === '' ? [name] : []))
  return read({ ...spelled.value, files, count: pairs.length, blanks })
}

const BASE64_KEY = /"bytes"\s{0,8}:\s{0,8}"/
const BASE64_NAME = /(?:^|&)bytes=/

/** Returns the length of the Base64 text under the name `bytes`, as the body spells it. */
function base64LengthIn(text: string, kind: 'JSON' | 'url-encoded'): number {
  const [name, end] = kind === 'JSON' ? [BASE64_KEY, '"'] : [BASE64_NAME, '&']
  const match = name.exec(text)
  if (!match) return 0
  const start = match.index + match[0].length
  const stop = text.indexOf(end, start)
  return (stop < 0 ? text.length : stop) - start
}

/**
 * Decodes the text of a body. One Base64 text under the name `bytes` has a limit of its own, because it is a
 * single value, while the rest may be many values.
 */
function textOf(body: string | Uint8Array, kind: 'JSON' | 'url-encoded', limits: BodyLimits): Read<string> {
  const { textBytesMax, base64BytesMax } = limits
  const bytes = bytesOf(body, kind, textBytesMax + base64BytesMax)
  if (!bytes.ok) return bytes
  const text = typeof body === 'string' ? body : decodeUtf8(bytes.value)
  if (text === undefined) return unreadable(`The ${kind} body is not UTF-8`)
  if (bytes.value.length <= textBytesMax) return read(text)
  const length = base64LengthIn(text, kind)
  if (length > base64BytesMax)
    return overLimit(`The field ${quoted('bytes')}`, length, base64BytesMax, 'bytes')
  const rest = bytes.value.length - length
  return rest > textBytesMax ? tooLong(kind, rest, textBytesMax) : read(text)
}

/** Returns the bytes of a body. It checks the length of a text first: no character takes less than a byte. */
function bytesOf(body: string | Uint8Array, kind: string, bytesMax: number): Read<Uint8Array> {
  if (body.length > bytesMax) return tooLong(kind, body.length, bytesMax)
  if (typeof body !== 'string') return read(new Uint8Array(body.buffer, body.byteOffset, body.byteLength))
  if (!body.isWellFormed()) return unreadable(`The ${kind} body has half of a surrogate pair`)
  const bytes = encoder.encode(body)
  return bytes.length > bytesMax ? tooLong(kind, bytes.length, bytesMax) : read(bytes)
}

function tooLong(kind: string, length: number, bytesMax: number): Unreadable {
  return overLimit(`The ${kind} body`, length, bytesMax, 'bytes')
}
