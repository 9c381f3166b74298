/** The header of an XMP packet in a JPEG segment. */
export const xmpHeader = 'http://ns.adobe.com/xap/1.0/\0'

const panoramaPrefix =
  /\sxmlns:([A-Za-z_][\w.-]{0,63})\s*=\s*(["'])http:\/\/ns\.google\.com\/photos\/1\.0\/panorama\/\2/

/**
 * Whether an XMP packet has a property of the panorama namespace (GPano), which makes a picture spherical. It
 * looks for the prefix that stands for the namespace, then for an element or attribute with that prefix; no
 * tree is built, so the cost is linear whatever the packet holds.
 */
export function isSpherical(packet: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(packet)
  const prefix = panoramaPrefix.exec(text)?.[1]?.replaceAll('.', String.raw`\.`)
  if (prefix === undefined) return false
  return new RegExp(`<${prefix}:\\w|\\s${prefix}:[\\w.-]{1,64}\\s*=\\s*["']`).test(text)
}
