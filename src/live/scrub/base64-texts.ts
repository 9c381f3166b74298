import { fromBase64, toBase64 } from '../../engine/values/base64.ts'
import { utf8 } from './packed.ts'

const BASE64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/
const READABLE = /^[\t\n\r\x20-\x7e\u00a0-\uffff]*$/

/** The header of a part of a form. */
export const CONTENT = /content-disposition: *form-data/i

/** Whether a text has no bytes that only other data than text has. */
export const isReadable = (text: string): boolean => READABLE.test(text)

/** Whether a text may be base64. */
export const isBase64 = (text: string): boolean => BASE64.test(joinedLines(text))

/** Returns base64 without its padding. */
const unpadded = (text: string): string => (text.includes('=') ? text.slice(0, text.indexOf('=')) : text)

/** Joins the lines of base64, as MIME and YAML write it. */
const joinedLines = (text: string): string => text.replace(/[\r\n]+/g, '')

/** Returns the bytes that base64 encodes, with either alphabet; undefined if it encodes none. */
export function base64Bytes(text: string): Uint8Array | undefined {
  if (!isBase64(text)) return undefined
  const standard = unpadded(joinedLines(text)).replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='))
}

/** Returns the readable text of bytes; undefined if they are none. */
export function textIfReadable(bytes: Uint8Array): string | undefined {
  const text = utf8(bytes)
  return text !== undefined && isReadable(text) ? text : undefined
}

/** Returns the text that base64 encodes, with either alphabet; undefined if it encodes none. */
export function base64Text(text: string): string | undefined {
  const bytes = base64Bytes(text)
  return bytes && textIfReadable(bytes)
}

/** The most characters at the beginning of a body that are looked at. */
const HEAD = 4_096

/**
 * Returns a form with files that base64 encodes, each byte as one character, so that its fields can be read
 * and its files stay as they are. Undefined if base64 encodes something else.
 */
export function base64Form(text: string): string | undefined {
  // A form begins with two hyphens.
  if (!/^LS[0-3]/.test(text)) return undefined
  const bytes = fromBase64(text)
  const form = bytes && latin1(bytes)
  return form !== undefined && CONTENT.test(form.slice(0, HEAD)) ? form : undefined
}

/** Returns bytes as text, one character each. */
function latin1(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += HEAD)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + HEAD)))
  return parts.join('')
}

/** Encodes what `base64Form` returned. */
export const asBase64Form = (form: string): string =>
  toBase64(Uint8Array.from(form, (sign) => sign.charCodeAt(0)))

/** Breaks a text into lines as another one is broken. */
function inLinesOf(model: string, text: string): string {
  const [first = ''] = model.split(/\r?\n/, 1)
  if (first.length === model.length) return text
  const lines = Array.from({ length: Math.ceil(text.length / first.length) }, (_, line) =>
    text.slice(line * first.length, (line + 1) * first.length),
  )
  return lines.join('\n') + (model.endsWith('\n') ? '\n' : '')
}

/** Encodes bytes in the alphabet, the padding and the lines of another text. */
export function asBase64Like(model: string, bytes: Uint8Array): string {
  const joined = joinedLines(model)
  const standard = toBase64(bytes)
  const isPadded = joined.length % 4 === 0
  const padded = isPadded ? standard : unpadded(standard)
  const isOfUrls = /[-_]/.test(joined) || (!isPadded && !/[+/]/.test(joined))
  return inLinesOf(model, isOfUrls ? padded.replaceAll('+', '-').replaceAll('/', '_') : padded)
}
