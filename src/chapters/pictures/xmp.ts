/** The header of an XMP packet in a JPEG segment. */
export const xmpHeader = 'http://ns.adobe.com/xap/1.0/\0'

const PANORAMA_NAMESPACE = 'http://ns.google.com/photos/1.0/panorama/'

// The declaration of a prefix, up to its namespace.
const DECLARATION = /\sxmlns:([A-Za-z_][\w.-]{0,63})\s{0,16}=\s{0,16}["']$/
const DECLARATION_MAX = 128
// An element or attribute whose name has a prefix.
const PART = /<[\w.-]{1,64}:\w|\s[\w.-]{1,64}:[\w.-]{1,64}\s{0,16}=\s{0,16}["']/y

/** Yields every place of `part` in `text`. */
function* placesOf(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) yield at
}

/** The prefix that a packet declares for the panorama namespace. */
function panoramaPrefix(text: string): string | undefined {
  for (const at of placesOf(text, PANORAMA_NAMESPACE)) {
    const before = text.slice(Math.max(0, at - DECLARATION_MAX), at)
    const prefix = DECLARATION.exec(before)?.[1]
    const closingQuote = text[at + PANORAMA_NAMESPACE.length]
    if (prefix !== undefined && closingQuote === before.at(-1)) return prefix
  }
  return undefined
}

/**
 * Whether an XMP packet has an element or attribute of the panorama namespace (GPano), which makes a picture
 * spherical (PHO-078). It searches the text for the prefix of the namespace and parses no XML, so its time is
 * linear for every packet.
 */
export function isSpherical(packet: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(packet)
  const prefix = panoramaPrefix(text)
  if (prefix === undefined) return false
  for (const at of placesOf(text, `${prefix}:`)) {
    PART.lastIndex = at - 1
    if (PART.test(text)) return true
  }
  return false
}
