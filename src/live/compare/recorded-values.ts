import { Inflate } from 'pako'
import { fromBase64 } from '../../engine/values/base64.ts'
import type { Json } from '../../engine/values/guard.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import { parseIso } from '../../service/values/times.ts'
import { isMembers, jsonList, jsonMembers, recordingBounds } from './exchange.ts'

/** Returns headers by name in lower case: from an object, a list of pairs, or a list of names and values. */
export function headersOf(given: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  const add = (name: unknown, value: unknown): void => {
    const text = Array.isArray(value) ? value.map(String).join(', ') : value
    if (typeof name === 'string' && name !== '__proto__' && text !== undefined && text !== null)
      headers[lowerAscii(name)] = String(text)
  }
  if (isMembers(given)) for (const [name, value] of Object.entries(given)) add(name, value)
  const list = jsonList(given)
  if (typeof list[0] === 'string') for (let at = 0; at < list.length; at += 2) add(list[at], list[at + 1])
  else for (const pair of list) add(jsonMembers(pair)['name'], jsonMembers(pair)['value'])
  return headers
}

/** Returns a body as text: JSON is written. */
export const jsonOrText = (body: Json | undefined): string =>
  body === undefined || body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body)

const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b

/** Unpacks bytes. Throws a TypeError if they are too many, or damaged. */
function unpacked(bytes: Uint8Array): Uint8Array {
  const most = recordingBounds.bodyBytesMax
  const stream = new Inflate()
  let size = 0
  stream.onData = (part) => {
    size += part.length
    if (size > most) throw new TypeError(`has a body of more than ${most} bytes when it is unpacked`)
    stream.chunks.push(part)
  }
  if (!stream.push(bytes, true)) throw new TypeError('has a compressed body that cannot be unpacked')
  return stream.result
}

/** Returns bytes as text, unpacked if they are compressed with gzip; undefined if they are no text. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  const plain = isGzip(bytes) ? unpacked(bytes) : bytes
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    return undefined
  }
}

/** Returns Base64 as text. Bytes that are no text stay Base64. */
export function decoded(base64: string): string {
  const bytes = fromBase64(base64)
  return (bytes && textOfBytes(bytes)) ?? base64
}

/** Returns the bytes that hexadecimal digits spell. */
const fromHex = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16))

/** Returns a body of nock: compressed ones are a list of pieces in hexadecimal digits. */
export function nockBody(body: Json | undefined): string {
  const list = jsonList(body)
  const isHex =
    list.length > 0 && list.every((part) => typeof part === 'string' && /^(?:[0-9a-f]{2})+$/.test(part))
  return (isHex ? textOfBytes(fromHex(list.join(''))) : undefined) ?? jsonOrText(body)
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const HTTP_DATE = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?$/

/** Returns a time as Unix milliseconds: ISO 8601, without a zone in UTC, or as headers have it. */
export function recordedTime(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const [, day, month = '', year, clock] = HTTP_DATE.exec(value) ?? []
  const place = MONTHS.indexOf(month)
  if (day !== undefined && place >= 0)
    return parseIso(`${year}-${String(place / 3 + 1).padStart(2, '0')}-${day}T${clock}Z`)
  return parseIso(WITHOUT_ZONE.test(value) ? `${value}Z` : value)
}

/** Returns a status: a number, a text that begins with it, or an object with its code; -1 without. */
export function recordedStatus(value: unknown): number {
  if (isMembers(value)) return recordedStatus(value['code'] ?? value['status'] ?? null)
  const status = typeof value === 'string' && /^\d{3}(?: |$)/.test(value) ? Number(value.slice(0, 3)) : value
  return typeof status === 'number' && Number.isSafeInteger(status) ? status : -1
}
