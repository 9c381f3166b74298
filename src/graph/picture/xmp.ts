import { lowerAscii } from '../letter-case.ts'
import { fillRanges, hasText, type Range } from './bytes.ts'
import { walkXml } from './xml.ts'

const panoramaNamespace = 'http://ns.google.com/photos/1.0/panorama/'
const space = 0x20

const placeNames: ReadonlySet<string> = new Set([
  ...['city', 'state', 'province', 'provincestate', 'country', 'countrycode', 'countryname', 'worldregion'],
  ...['sublocation', 'shotlocation', 'latitude', 'longitude', 'longtitude', 'altitude'],
  ...['absolutealtitude', 'relativealtitude', 'lat', 'long', 'lat_long', 'alt', 'geotag'],
])

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

/** Whether a property tells where a picture was taken or what place it shows. The prefix does not count,
 * since a packet may bind any prefix to a namespace; `HasExtendedXMP` points to what is dropped. */
export function isLocationName(name: string): boolean {
  if (name.startsWith('xmlns:')) return false
  const local = localName(name)
  const lower = lowerAscii(local)
  return lower.startsWith('gps') || lower.startsWith('location') || placeNames.has(lower)
}

const isBlanked = (name: string): boolean => isLocationName(name) || localName(name) === 'HasExtendedXMP'

/** The packet with its location properties turned into spaces, elements and attributes alike, at the same
 * length. Undefined when the packet cannot be parsed, for then nobody can say what it holds. */
export function xmpWithoutLocation(packet: Uint8Array): Uint8Array | undefined {
  const blanks: Range[] = []
  let depth = 0
  let outermost: { depth: number; start: number } | undefined
  const parsed = walkXml(packet, {
    opened(name, start) {
      depth += 1
      if (outermost === undefined && isBlanked(name)) outermost = { depth, start }
    },
    attribute(name, whole) {
      if (isBlanked(name)) blanks.push(whole)
    },
    closed(end) {
      if (outermost?.depth === depth) {
        blanks.push({ start: outermost.start, end })
        outermost = undefined
      }
      depth -= 1
    },
  })
  if (!parsed) return undefined
  const cleaned = packet.slice()
  fillRanges(cleaned, blanks, space)
  return cleaned
}

const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(':')))

/** Whether the packet has properties of the panorama namespace (GPano), which make a picture spherical. */
export function isSpherical(packet: Uint8Array): boolean {
  const used = new Set<string>()
  const panorama = new Set<string>()
  const parsed = walkXml(packet, {
    opened: (name) => used.add(prefixOf(name)),
    attribute(name, _whole, value) {
      if (prefixOf(name) !== 'xmlns') used.add(prefixOf(name))
      else if (value.end - value.start === panoramaNamespace.length) {
        if (hasText(packet, value.start, panoramaNamespace)) panorama.add(localName(name))
      }
    },
    closed() {},
  })
  return parsed && [...panorama].some((prefix) => used.has(prefix))
}

/** The header of an XMP packet in a JPEG segment. */
export const xmpHeader = 'http://ns.adobe.com/xap/1.0/\0'

/** The header of a part of an extended XMP packet, too long for one JPEG segment. */
export const extendedXmpHeader = 'http://ns.adobe.com/xmp/extension/\0'
