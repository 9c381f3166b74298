import { bytesOf, setUint16, setUint32 } from '../../../src/chapters/pictures/bytes.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'

/** The place in the metadata of the samples. No cleaned picture may have any of it. */
export const planted = {
  /** The numerator of the GPS latitude, whose bytes differ from all others in both byte orders. */
  number: 0x05ea_f00d,
  texts: ['Hollowmere', 'Eastmarch', 'Veldonia', 'Cinderquay', '59,19.48231N', '017,37.9954E', 'WGS-QX'],
}

/** Other metadata of the samples, which goes too. */
export const otherMetadata = { make: 'Ashgrove Optics', taken: '2024:05:06 07:08:09', creator: 'Maren Oduya' }

type Field = { tag: number; type: number; count: number; data: Uint8Array }

/** Fields of a TIFF directory, in ascending order of tags. */
export type Fields = readonly Field[]

const byteOrder = (little: boolean) => ({
  short: (value: number) => number(2, value, little),
  long: (value: number) => number(4, value, little),
})

function number(width: 2 | 4, value: number, little: boolean): Uint8Array {
  const data = new Uint8Array(width)
  if (width === 2) setUint16(data, 0, value, little)
  else setUint32(data, 0, value, little)
  return data
}

/** Makes fields of the usual EXIF types in one byte order. */
export function fieldsIn(little: boolean) {
  const { short, long } = byteOrder(little)
  return {
    ascii: (tag: number, value: string): Field => {
      const data = bytesOf(`${value}\0`)
      return { tag, type: 2, count: data.length, data }
    },
    short: (tag: number, value: number): Field => ({ tag, type: 3, count: 1, data: short(value) }),
    long: (tag: number, value: number): Field => ({ tag, type: 4, count: 1, data: long(value) }),
    bytes: (tag: number, data: Uint8Array): Field => ({ tag, type: 7, count: data.length, data }),
    rationals: (tag: number, pairs: readonly (readonly [number, number])[]): Field => ({
      tag,
      type: 5,
      count: pairs.length,
      data: joined(pairs.flatMap(([above, below]) => [long(above), long(below)])),
    }),
  }
}

/** Writes a directory for the offset `at`: entries, the offset of the next directory, and the long values. */
export function directory(fields: Fields, at: number, little: boolean, next = 0): Uint8Array {
  const { short, long } = byteOrder(little)
  const values: Uint8Array[] = []
  let valueAt = at + 2 + 12 * fields.length + 4
  const table = fields.map(({ tag, type, count, data }) => {
    const inline = data.length <= 4
    const padded = joined([data, new Uint8Array(inline ? 4 - data.length : data.length % 2)])
    const place = inline ? padded : long(valueAt)
    if (!inline) {
      values.push(padded)
      valueAt += padded.length
    }
    return joined([short(tag), short(type), long(count), place])
  })
  return joined([short(fields.length), ...table, long(next), ...values])
}

const header = (little: boolean, first: number): Uint8Array => {
  const { short, long } = byteOrder(little)
  return joined([bytesOf(little ? 'II' : 'MM'), short(42), long(first)])
}

/** The fields of a GPS directory with the planted latitude. */
export function gpsFields(little: boolean): Fields {
  const { ascii, rationals, bytes } = fieldsIn(little)
  const minutes: [number, number] = [30, 1]
  return [
    ascii(1, 'N'),
    rationals(2, [[59, 1], minutes, [planted.number, 10_000]]),
    ascii(3, 'E'),
    rationals(4, [[17, 1], minutes, [planted.number, 10_000]]),
    bytes(27, bytesOf('ASCII\0\0\0Cinderquay')),
    ascii(18, 'WGS-QX'),
  ].sort((one, other) => one.tag - other.tag)
}

export type ExifOptions = {
  orientation?: number
  located?: boolean
  little?: boolean
  thumbnail?: Uint8Array
}

/** An EXIF block with make, orientation, time, and by default a GPS directory. */
export function exifBlock(options: ExifOptions): Uint8Array {
  const { orientation = 1, located = true, little = true, thumbnail } = options
  const fields = fieldsIn(little)
  const exifAt = 8
  const exif = directory([fields.ascii(0x9003, otherMetadata.taken)], exifAt, little)
  const gpsAt = exifAt + exif.length
  const gps = located ? directory(gpsFields(little), gpsAt, little) : new Uint8Array()
  const thumbnailAt = gpsAt + gps.length
  const picture = thumbnail ?? new Uint8Array()
  const secondAt = thumbnailAt + picture.length
  const thumbnailFields = [fields.long(0x0201, thumbnailAt), fields.long(0x0202, picture.length)]
  const second = thumbnail ? directory(thumbnailFields, secondAt, little) : new Uint8Array()
  const firstAt = secondAt + second.length
  const firstFields = [
    fields.ascii(0x010f, otherMetadata.make),
    fields.short(0x0112, orientation),
    fields.long(0x8769, exifAt),
    ...(located ? [fields.long(0x8825, gpsAt)] : []),
  ]
  const first = directory(firstFields, firstAt, little, thumbnail ? secondAt : 0)
  return joined([header(little, firstAt), exif, gps, picture, second, first])
}

/** An XMP packet with places in attributes and elements. The prefixes of EXIF and IPTC are deliberately
 * unusual. */
export function xmpPacket({ located = true, spherical = false }: { located?: boolean; spherical?: boolean }) {
  const attributes = `photoshop:City="Hollowmere" photoshop:State='Eastmarch' photoshop:Country="Veldonia"
    e:GPSLatitude="59,19.48231N" core:Location="Cinderquay" core:CountryCode="VEL"`
  const elements = `<e:GPSLongitude>017,37.9954E</e:GPSLongitude>
   <ext:LocationCreated><rdf:Bag><rdf:li ext:City="Hollowmere" ext:CountryName="Veldonia"/></rdf:Bag></ext:LocationCreated>
   <ext:LocationShown><rdf:Bag><rdf:li rdf:parseType="Resource"><ext:City>Hollowmere</ext:City></rdf:li></rdf:Bag></ext:LocationShown>`
  const panorama = `<GPano:ProjectionType>equirectangular</GPano:ProjectionType>`
  return bytesOf(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
 <rdf:Description rdf:about="" xmlns:e="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"
    ${located ? attributes : ''}>
   ${located ? elements : ''}${spherical ? panorama : ''}
   <dc:creator><rdf:Seq><rdf:li>${otherMetadata.creator}</rdf:li></rdf:Seq></dc:creator>
 </rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`)
}

const dataset = (id: number, value: string): Uint8Array =>
  joined([Uint8Array.of(0x1c, 2, id), number(2, value.length, false), bytesOf(value)])

/** IPTC datasets: a byline, and city, sublocation, province and country. */
export const iptcDatasets = (): Uint8Array =>
  joined([
    dataset(80, otherMetadata.creator),
    dataset(90, 'Hollowmere'),
    dataset(92, 'Cinderquay'),
    dataset(95, 'Eastmarch'),
    dataset(101, 'Veldonia'),
  ])

/** The Photoshop resources of a picture, with the IPTC datasets in one of them. */
export function photoshopResources(): Uint8Array {
  const data = iptcDatasets()
  const padding = new Uint8Array(data.length % 2)
  return joined([
    bytesOf('8BIM'),
    number(2, 0x0404, false),
    Uint8Array.of(0, 0),
    number(4, data.length, false),
    data,
    padding,
  ])
}
