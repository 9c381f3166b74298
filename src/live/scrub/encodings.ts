import { asBase64Like, base64Bytes, textIfReadable } from './base64-texts.ts'
import { nowhere, type TextPlace } from './kinds.ts'
import { kindOfBytes } from './packed.ts'
import type { Inner, Parts } from './parts.ts'
import { scrubEncoded } from './percent.ts'

const encoder = new TextEncoder()

/** The least length of base64 that encodes bytes, as the body of an answer does. Shorter ones are ids. */
const BODY = 200

/** The least bytes that are unpacked: fewer hold no secret. */
const PACKED_BYTES = 20

/** The result of a search in bytes. */
interface Searched {
  /** The bytes in their place; undefined if they stay. */
  readonly changed?: Uint8Array
  readonly isRead: boolean
}

/** Scrubs bytes that are a text, or a compressed one. */
export function scrubBytes(
  bytes: Uint8Array,
  place: TextPlace,
  inner: Inner,
  { unpacker }: Pick<Parts, 'unpacker'>,
): Searched {
  const plain = textIfReadable(bytes)
  const packed = plain === undefined && bytes.length >= PACKED_BYTES ? unpacker.text(bytes) : undefined
  const text = plain ?? packed?.text
  if (text === undefined) return { isRead: false }
  const scrubbed = inner(text, place)
  if (scrubbed === text) return { isRead: true }
  return { isRead: true, changed: packed ? packed.pack(scrubbed) : encoder.encode(scrubbed) }
}

const HEX = /^(?:[0-9a-f]{16,}|[0-9A-F]{16,})$/

/** Returns the bytes that hexadecimal digits spell. Digits without letters are an id. */
const hexBytes = (text: string): Uint8Array | undefined =>
  text.length % 2 === 0 && HEX.test(text) && /[a-fA-F]/.test(text)
    ? Uint8Array.from({ length: text.length / 2 }, (_, index) =>
        Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
      )
    : undefined

/** Spells bytes in hexadecimal digits, in the case of others. */
function asHexLike(model: string, bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return /[A-F]/.test(model) ? digits.toUpperCase() : digits
}

/** Scrubs base64 and hexadecimal digits; undefined if the text is none, or has no secret. */
export function scrubEncodedBytes(
  text: string,
  place: TextPlace,
  inner: Inner,
  parts: Parts,
): string | undefined {
  const ofHex = hexBytes(text)
  const bytes = ofHex ?? base64Bytes(text)
  if (!bytes) return undefined
  const { changed, isRead } = scrubBytes(bytes, place, inner, parts)
  if (!isRead && text.length > BODY) parts.unread(kindOfBytes(bytes))
  return changed && (ofHex ? asHexLike(text, changed) : asBase64Like(text, changed))
}

const DATA = /^data:[\w.+/;=-]{0,200},/i

/** Scrubs a `data:` address; undefined for another one. */
export function scrubData(url: string, inner: Inner, parts: Parts): string | undefined {
  const [front] = DATA.exec(url) ?? []
  if (front === undefined) return undefined
  const content = url.slice(front.length)
  const isBase64 = /;base64,$/i.test(front)
  if (!isBase64) return front + scrubEncoded(content, nowhere, inner)
  return front + (scrubEncodedBytes(content, nowhere, inner, parts) ?? content)
}
