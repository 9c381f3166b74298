import { zlibSync } from 'fflate'
import sharp, { type Sharp } from 'sharp'
import { bytesOf, setUint16, setUint32, uint16, uint32 } from '../../../src/chapters/pictures/bytes.ts'
import { pngChunk, webpChunk, webpChunksOf } from '../../../src/chapters/pictures/chunks.ts'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { xmpHeader } from '../../../src/chapters/pictures/xmp.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import {
  directory,
  exifBlock,
  type Fields,
  fieldsIn,
  gpsFields,
  iptcDatasets,
  otherMetadata,
  photoshopResources,
  xmpPacket,
} from './metadata.ts'

/** The properties of a sample. `width` and `height` are those of its stored pixels, before orientation turns
 * them. `located`, on by default, plants a place in every kind of metadata of the format (see `planted`). */
export type SampleOptions = {
  width: number
  height: number
  orientation?: number
  located?: boolean
  spherical?: boolean
}

const noise = (width: number, height: number): Sharp => {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 37 + (at >> 5) * 11) & 0xff)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

const segment = (marker: number, payload: Uint8Array): Uint8Array => {
  const head = Uint8Array.of(0xff, marker, 0, 0)
  setUint16(head, 2, payload.length + 2)
  return joined([head, payload])
}

/** Inserts segments after the start of a JPEG. */
export function withSegments(
  jpeg: Uint8Array,
  ...segments: readonly (readonly [number, Uint8Array])[]
): Uint8Array {
  const made = segments.map(([marker, payload]) => segment(marker, payload))
  return joined([jpeg.subarray(0, 2), ...made, jpeg.subarray(2)])
}

/** A JPEG without any metadata. */
export async function plainJpeg(width: number, height: number): Promise<Uint8Array> {
  return new Uint8Array(await noise(width, height).jpeg().toBuffer())
}

/** A JPEG with EXIF, XMP, and IPTC in Photoshop resources. */
export async function jpegWith({ width, height, ...options }: SampleOptions): Promise<Uint8Array> {
  return withSegments(
    await plainJpeg(width, height),
    [0xe1, joined([bytesOf('Exif\0\0'), exifBlock({ ...options, little: false })])],
    [0xe1, joined([bytesOf(xmpHeader), xmpPacket(options)])],
    ...(options.located === false
      ? []
      : [[0xed, joined([bytesOf('Photoshop 3.0\0'), photoshopResources()])] as const]),
  )
}

const rawProfile = (name: string, data: Uint8Array): Uint8Array => {
  const hex = Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const lines = hex.match(/.{1,72}/g) ?? []
  return bytesOf(`\n${name}\n${String(data.length).padStart(8)}\n${lines.join('\n')}\n`)
}

/** The metadata chunks of PNG samples: EXIF, XMP, and raw profiles of EXIF and IPTC. */
function pngMetadata(options: Omit<SampleOptions, 'width' | 'height'>): Uint8Array[] {
  const exif = exifBlock(options)
  const iptc = photoshopResources()
  const old = joined([
    bytesOf('Raw profile type exif\0\0'),
    zlibSync(rawProfile('exif', joined([bytesOf('Exif\0\0'), exif]))),
  ])
  const older = joined([bytesOf('Raw profile type iptc\0'), rawProfile('iptc', iptc)])
  return [
    pngChunk('eXIf', exif),
    pngChunk('iTXt', joined([bytesOf('XML:com.adobe.xmp\0\0\0\0\0'), xmpPacket(options)])),
    pngChunk('tEXt', bytesOf(`Author\0${otherMetadata.creator}`)),
    ...(options.located === false ? [] : [pngChunk('zTXt', old), pngChunk('tEXt', older)]),
  ]
}

/** A PNG with EXIF, XMP, and raw profiles of EXIF and IPTC. */
export async function pngWith({ width, height, ...options }: SampleOptions): Promise<Uint8Array> {
  const png = new Uint8Array(await noise(width, height).png().toBuffer())
  const headerEnd = 33
  return joined([png.subarray(0, headerEnd), ...pngMetadata(options), png.subarray(headerEnd)])
}

/** A WebP file of these chunks. */
export function webpOf(chunks: readonly Uint8Array[]): Uint8Array {
  const file = joined([bytesOf('RIFF\0\0\0\0WEBP'), ...chunks])
  setUint32(file, 4, file.length - 8, true)
  return file
}

/** A WebP with the extended header, EXIF and XMP. */
export async function webpWith(options: SampleOptions & { lossless?: boolean }): Promise<Uint8Array> {
  const { width, height, lossless = false } = options
  const plain = new Uint8Array(await noise(width, height).webp({ lossless }).toBuffer())
  const extended = new Uint8Array(10)
  extended[0] = 0x0c
  setUint16(extended, 4, width - 1, true)
  setUint16(extended, 7, height - 1, true)
  return webpOf([
    webpChunk('VP8X', extended),
    ...[...webpChunksOf(plain, noCost())].map(({ type, data }) => webpChunk(type, data)),
    webpChunk('EXIF', exifBlock(options)),
    webpChunk('XMP ', xmpPacket(options)),
  ])
}

const magicTrailer = joined([
  Uint8Array.of(1),
  Uint8Array.from({ length: 255 }, (_, at) => 255 - at),
  Uint8Array.of(0, 0),
])

/** A GIF with XMP. GIF has no orientation. */
export async function gif({ width, height, ...options }: SampleOptions): Promise<Uint8Array> {
  const plain = new Uint8Array(await noise(width, height).gif().toBuffer())
  const packed = plain[10] ?? 0
  const tableEnd = 13 + (packed & 0x80 ? 6 << (packed & 7) : 0)
  const extension = joined([bytesOf('\x21\xff\x0bXMP DataXMP'), xmpPacket(options), magicTrailer])
  return joined([plain.subarray(0, tableEnd), extension, plain.subarray(tableEnd)])
}

/** A BMP of 24 bits per pixel, without metadata. */
export async function bmp({ width, height }: SampleOptions): Promise<Uint8Array> {
  const rowLength = Math.ceil((width * 3) / 4) * 4
  const file = new Uint8Array(54 + rowLength * height)
  file.set(bytesOf('BM'))
  for (const [at, value] of [
    [2, file.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
    [34, rowLength * height],
  ] as const) {
    setUint32(file, at, value, true)
  }
  setUint16(file, 26, 1, true)
  setUint16(file, 28, 24, true)
  for (let at = 54; at < file.length; at += 1) file[at] = (at * 37) & 0xff
  return file
}

/** Reads the fields of the first directory of a little-endian TIFF. Their values keep their places. */
export function fieldsOf(tiff: Uint8Array): Fields {
  const at = uint32(tiff, 4, true)
  const widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8]
  return Array.from({ length: uint16(tiff, at, true) }, (_, index) => {
    const place = at + 2 + 12 * index
    const [type, count] = [uint16(tiff, place + 2, true), uint32(tiff, place + 4, true)]
    const length = count * (widths[type] ?? 0)
    const start = length > 4 ? uint32(tiff, place + 8, true) : place + 8
    return { tag: uint16(tiff, place, true), type, count, data: tiff.subarray(start, start + length) }
  })
}

/** A TIFF with EXIF and GPS directories, XMP and IPTC. Its first directory follows the pixels. */
export async function tiffWith({ width, height, ...options }: SampleOptions): Promise<Uint8Array> {
  const { orientation = 1, located = true } = options
  const plain = new Uint8Array(await noise(width, height).tiff({ compression: 'lzw' }).toBuffer())
  const fields = fieldsIn(true)
  const exifAt = plain.length + (plain.length % 2)
  const exif = directory([fields.ascii(0x9003, otherMetadata.taken)], exifAt, true)
  const gpsAt = exifAt + exif.length
  const gps = located ? directory(gpsFields(true), gpsAt, true) : new Uint8Array()
  const added = [
    fields.ascii(0x010f, otherMetadata.make),
    fields.short(0x0112, orientation),
    fields.bytes(0x02bc, xmpPacket(options)),
    fields.long(0x8769, exifAt),
    ...(located ? [fields.bytes(0x83bb, iptcDatasets()), fields.long(0x8825, gpsAt)] : []),
  ]
  const old = fieldsOf(plain).filter(({ tag }) => !added.some((field) => field.tag === tag))
  const all = [...old, ...added].sort((one, other) => one.tag - other.tag)
  const first = directory(all, gpsAt + gps.length, true)
  const file = joined([plain, new Uint8Array(exifAt - plain.length), exif, gps, first])
  setUint32(file, 4, gpsAt + gps.length, true)
  return file
}

/** A function for each format that makes a sample. */
export const sampleMakers = {
  jpeg: jpegWith,
  png: pngWith,
  gif,
  bmp,
  tiff: tiffWith,
  webp: webpWith,
} as const
