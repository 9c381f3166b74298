/** The header of an XMP packet in a JPEG segment. */
export const xmpHeader = 'http://ns.adobe.com/xap/1.0/\0'

const PANORAMA = 'http://ns.google.com/photos/1.0/panorama/'

// A declaration of a prefix, up to the namespace that it stands for.
const DECLARED = /\sxmlns:([A-Za-z_][\w.-]{0,63})\s{0,16}=\s{0,16}["']$/
const DECLARATION_MAX = 128
const ATTRIBUTE = /^[\w.-]{1,64}\s{0,16}=\s{0,16}["']/
const ATTRIBUTE_MAX = 128

/** The places of a text within another, from the first on. */
function* places(text: string, wanted: string): Generator<number> {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) yield at
}

/** The prefix that a packet binds to the panorama namespace. */
function panoramaPrefix(text: string): string | undefined {
  for (const at of places(text, PANORAMA)) {
    const before = text.slice(Math.max(0, at - DECLARATION_MAX), at)
    const prefix = DECLARED.exec(before)?.[1]
    if (prefix !== undefined && text[at + PANORAMA.length] === before.at(-1)) return prefix
  }
  return undefined
}

/**
 * Whether an XMP packet has a property of the panorama namespace (GPano), which makes a picture spherical. It
 * looks for the prefix that stands for the namespace, then for an element or attribute with that prefix; no
 * tree is built, so the cost is linear whatever the packet holds.
 */
export function isSpherical(packet: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(packet)
  const prefix = panoramaPrefix(text)
  if (prefix === undefined) return false
  for (const at of places(text, `${prefix}:`)) {
    const before = text[at - 1] ?? ''
    const name = text.slice(at + prefix.length + 1, at + prefix.length + 1 + ATTRIBUTE_MAX)
    if (before === '<' && /^\w/.test(name)) return true
    if (/^\s$/.test(before) && ATTRIBUTE.test(name)) return true
  }
  return false
}
