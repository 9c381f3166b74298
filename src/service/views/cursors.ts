import { fromBase64, toBase64 } from '../../engine/values/guard.ts'
import { bounds } from '../contract/bounds.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BEYOND_ASCII = /[\u0080-\uffff]/

/** Encodes ASCII text as unpadded base64url. For a text as short as a cursor, coders of bytes cost more. */
function encodeAscii(text: string): string {
  let encoded = ''
  for (let at = 0; at < text.length; at += 3) {
    // Beyond the end there is no code, and the last group has zeros.
    const group = (text.charCodeAt(at) << 16) | (text.charCodeAt(at + 1) << 8) | text.charCodeAt(at + 2)
    encoded += DIGITS.charAt(group >> 18) + DIGITS.charAt((group >> 12) & 63)
    if (at + 1 < text.length) encoded += DIGITS.charAt((group >> 6) & 63)
    if (at + 2 < text.length) encoded += DIGITS.charAt(group & 63)
  }
  return encoded
}

const encodeBytes = (text: string): string =>
  toBase64(encoder.encode(text)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Returns plain JSON as the text of a cursor, in the alphabet of base64url. */
export function encodeCursor(value: unknown): string {
  const text = JSON.stringify(value)
  return BEYOND_ASCII.test(text) ? encodeBytes(text) : encodeAscii(text)
}

/** Returns the JSON value in a cursor, or undefined for a text that is no cursor. */
export function decodeCursor(cursor: string): unknown {
  if (cursor.length > bounds.cursorCharactersMax || !/^[\w-]+$/.test(cursor)) return undefined
  const digits = cursor.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = fromBase64(digits.padEnd(Math.ceil(digits.length / 4) * 4, '='))
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}
