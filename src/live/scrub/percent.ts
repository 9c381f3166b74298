import type { TextPlace } from './kinds.ts'
import type { Inner } from './parts.ts'

/** Returns the text of a well-formed percent encoding. */
export function decodedPercents(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const ENCODED = /%[0-9a-fA-F]{2}/

/** Scrubs a percent-encoded value. A value without secrets stays as it was spelled. */
export function scrubEncoded(raw: string, place: TextPlace, inner: Inner): string {
  const hasPlus = raw.includes('+')
  const decoded = decodedPercents(hasPlus ? raw.replaceAll('+', ' ') : raw)
  if (decoded === undefined || decoded === raw) return inner(raw, place)
  const scrubbed = inner(decoded, place)
  if (scrubbed === decoded) return raw
  const encoded = encodeURIComponent(scrubbed)
  return hasPlus ? encoded.replaceAll('%20', '+') : encoded
}

/** Whether a whole text is percent-encoded. */
export const isEncodedWhole = (text: string): boolean =>
  ENCODED.test(text) && !/\s/.test(text) && !text.includes('://')
