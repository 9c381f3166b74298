import { fromBase64, toBase64 } from '../engine/values/base64.ts'
import type { Json } from '../engine/values/guard.ts'
import { valueText } from '../engine/values/json-text.ts'
import { decodeUtf8 } from '../engine/values/utf8.ts'
import { FORM } from '../machine/wire/body.ts'
import { readMultipart } from '../machine/wire/multipart.ts'
import { readHeader } from '../machine/wire/multipart-header.ts'
import { isJsonObject } from '../scenario/read/json-kinds.ts'
import { lowerAscii, upperAscii } from '../service/values/letter-case.ts'
import type { WorldStep } from '../world/history/world-step.ts'

type Pair = readonly [name: string, value: string]

/** A file of a request, with its content as Base64 text. */
export interface SentFile {
  readonly part: string
  readonly name: string
  readonly base64: string
}

/** The body of a request in the form in which a person reads it best. */
export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'form'; readonly pairs: readonly Pair[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parts'; readonly pairs: readonly Pair[]; readonly files: readonly SentFile[] }
  | { readonly kind: 'bytes'; readonly base64: string }

/** A request as a client sends it. */
export interface CopiedRequest {
  readonly method: string
  /** The path with its query, from the first slash on, in printable ASCII. */
  readonly target: string
  /** The headers that the service reads. Those that a client makes of the body are left out. */
  readonly headers: readonly Pair[]
  readonly body: SentBody
  /** The address of the service at which it came, if the service tells its two addresses apart. */
  readonly address: 'base' | 'web' | undefined
}

const readHeaders = ['authorization', 'content-type', 'content-encoding', 'if-none-match']

const methodsWithBody = ['POST', 'PUT', 'DELETE']

/** Characters that a client would not send as they are in the target of a request. */
const UNSENDABLE = /[^\x21-\x7e]|["<>^`{|}]/gu

/** Returns the target of a URL: without its origin and its fragment. */
function targetOf(url: string): string {
  const [address = ''] = url.replace(/^https?:\/\/[^/\\?#]*/i, '').split('#')
  const path = address.startsWith('/') ? address : `/${address}`
  return path.replaceAll(UNSENDABLE, (character) => encodeURIComponent(character.toWellFormed()))
}

const withQuery = (target: string, pairs: readonly Pair[]): string =>
  pairs.length === 0
    ? target
    : `${target}${target.includes('?') ? '&' : '?'}${new URLSearchParams(pairs.map((pair) => [...pair]))}`

/** Whether a name of a parameter, a part or a file is written as it is by every client. */
export const isPlainName = (name: string): boolean => /^[\w.[\]-]{1,200}$/.test(name)

/** Reads a url-encoded text; undefined if another client might write it so that it means something else. */
function formPairs(text: string): readonly Pair[] | undefined {
  if (/%(?![0-9a-f]{2})|^&|&&|&$/i.test(text)) return undefined
  const pairs = [...new URLSearchParams(text)]
  const isPlain = pairs.every(([name, value]) => isPlainName(name) && !/[\ufffd\0]/.test(value))
  return isPlain ? pairs : undefined
}

/** Reads a multipart body; undefined if another client might write it so that it means something else. */
function partsOf(bytes: Uint8Array, boundary: string): SentBody | undefined {
  const most = bytes.length
  const limits = { partsMax: 100, partHeaderBytesMax: most, fieldBytesMax: most, base64BytesMax: most }
  const read = readMultipart(bytes, boundary, limits)
  if (!read.ok) return undefined
  const { pairs, files } = read.value
  const names = [...pairs.map(([name]) => name), ...files.flatMap(({ part, name }) => [part, name])]
  const isPlain = names.every((name) => /^[^%"\\\p{Cc}]*$/u.test(name))
  if (!isPlain || pairs.some(([, value]) => /\p{Cc}/u.test(value.replaceAll(/[\t\r\n]/g, ''))))
    return undefined
  const sent = files.map(({ part, name, bytes: content }) => ({ part, name, base64: toBase64(content) }))
  return { kind: 'parts', pairs, files: sent }
}

/** The body as it came: as text, or as bytes if it is none. */
function rawBody(bytes: Uint8Array): SentBody {
  const text = decodeUtf8(bytes)
  return text === undefined || /[\0\ufeff]/.test(text)
    ? { kind: 'bytes', base64: toBase64(bytes) }
    : { kind: 'text', text }
}

/** Returns a body, and whether its form says its content type. */
function bodyOf(sent: Json | undefined, contentType: string): readonly [body: SentBody, isTyped: boolean] {
  const base64 = isJsonObject(sent) ? sent['$base64'] : undefined
  const bytes =
    typeof sent === 'string'
      ? new TextEncoder().encode(sent)
      : typeof base64 === 'string'
        ? fromBase64(base64)
        : undefined
  if (!bytes || bytes.length === 0) return [{ kind: 'none' }, true]
  const { value: type, parameters } = readHeader(contentType)
  const charset = parameters.get('charset')
  if (type === 'multipart/form-data' && charset === undefined) {
    const parts = partsOf(bytes, parameters.get('boundary') ?? '')
    return parts ? [parts, true] : [rawBody(bytes), false]
  }
  const raw = rawBody(bytes)
  const isForm = type === '' || type === FORM
  const isUtf8 = charset === undefined || /^utf-?8$/i.test(charset)
  const pairs = isForm && isUtf8 && raw.kind === 'text' ? formPairs(raw.text) : undefined
  return pairs ? [{ kind: 'form', pairs }, true] : [raw, false]
}

/** A request that was made with a URL and a body. */
function rawRequest(input: WorldStep['input'], method: string): CopiedRequest {
  const sent = isJsonObject(input['headers']) ? input['headers'] : {}
  const headers = Object.entries(sent).flatMap(([name, value]): Pair[] =>
    readHeaders.includes(lowerAscii(name)) ? [[lowerAscii(name), String(value)]] : [],
  )
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const [body, isTyped]: ReturnType<typeof bodyOf> = methodsWithBody.includes(method)
    ? bodyOf(input['body'], contentType)
    : [{ kind: 'none' }, true]
  return {
    method,
    target: targetOf(String(input['url'])),
    headers: isTyped ? headers.filter(([name]) => name !== 'content-type') : headers,
    body,
    address: undefined,
  }
}

/** Reads the files of an input. */
export const filesOf = (files: Json | undefined): readonly SentFile[] =>
  (Array.isArray(files) ? files : []).filter(isJsonObject).map(({ part, name, bytes }) => ({
    part: String(part),
    name: String(name),
    base64: isJsonObject(bytes) ? String(bytes['$base64']) : '',
  }))

/** A request that was made with parameters and files as values. */
function valuesRequest(
  method: string,
  target: string,
  params: Readonly<Record<string, Json>>,
  files: readonly SentFile[],
): Pick<CopiedRequest, 'method' | 'target' | 'headers' | 'body'> {
  const pairs = Object.entries(params).map(([name, value]): Pair => [name, valueText(value)])
  if (method !== 'POST')
    return { method, target: withQuery(target, pairs), headers: [], body: { kind: 'none' } }
  if (files.length > 0) return { method, target, headers: [], body: { kind: 'parts', pairs, files } }
  // A form has no null, and not every text of a form is read as the value that it was.
  if (Object.values(params).some((value) => value === null)) {
    const headers: Pair[] = [['content-type', 'application/json']]
    return { method, target, headers, body: { kind: 'text', text: JSON.stringify(params) } }
  }
  return { method, target, headers: [], body: pairs.length > 0 ? { kind: 'form', pairs } : { kind: 'none' } }
}

const quoted = (name: string): string =>
  `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`

/** Returns a boundary that no part has. */
function boundaryFor(texts: readonly string[]): string {
  let boundary = 'part'
  for (let index = 1; texts.some((text) => text.includes(boundary)); index += 1) boundary = `part${index}`
  return boundary
}

/** Returns a request whose parts are the bytes of a multipart body. */
export function withBytes(
  request: CopiedRequest,
  { pairs, files }: SentBody & { kind: 'parts' },
): CopiedRequest {
  const contents = [
    ...pairs.map(([name, value]) => [`name=${quoted(name)}`, new TextEncoder().encode(value)] as const),
    ...files.map(({ part, name, base64 }) => {
      const head = `name=${quoted(part)}; filename=${quoted(name)}`
      return [head, fromBase64(base64) ?? new Uint8Array()] as const
    }),
  ]
  const boundary = boundaryFor(contents.map(([, bytes]) => new TextDecoder('latin1').decode(bytes)))
  const pieces = contents.flatMap(([head, bytes]) => [
    new TextEncoder().encode(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    bytes,
    new TextEncoder().encode('\r\n'),
  ])
  const all = [...pieces, new TextEncoder().encode(`--${boundary}--\r\n`)]
  const bytes = new Uint8Array(all.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of all) {
    bytes.set(piece, at)
    at += piece.length
  }
  const headers: Pair[] = [...request.headers, ['content-type', `multipart/form-data; boundary=${boundary}`]]
  return { ...request, headers, body: { kind: 'bytes', base64: toBase64(bytes) } }
}

/** Returns a step as a request; undefined if it is no call, or if its input is too long to be shown. */
export function copiedRequest({ input, sent }: WorldStep): CopiedRequest | undefined {
  const { type, method, url, params, files, address, token } = input
  if (input['cut'] !== undefined) return undefined
  if (type === 'call' && sent) {
    const all = { ...sent.params, ...(token !== '' && token !== undefined && { access_token: token }) }
    return { ...valuesRequest(sent.method, sent.path, all, filesOf(files)), address: undefined }
  }
  if (type !== 'request' || typeof method !== 'string' || typeof url !== 'string') return undefined
  const at = address === 'base' || address === 'web' ? address : undefined
  const raw = rawRequest(input, upperAscii(method))
  if (!isJsonObject(params) && files === undefined) return { ...raw, address: at }
  const values = valuesRequest(raw.method, raw.target, isJsonObject(params) ? params : {}, filesOf(files))
  return { ...values, headers: [...raw.headers, ...values.headers], address: at }
}
