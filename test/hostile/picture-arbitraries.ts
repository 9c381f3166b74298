import fc from 'fast-check'
import { bytesOf, setUint16, setUint32 } from '../../src/chapters/pictures/bytes.ts'
import { pngChunk } from '../../src/chapters/pictures/chunks.ts'
import type { PictureFormat } from '../../src/chapters/pictures/read.ts'
import { joined } from '../../src/engine/values/byte-arrays.ts'
import { bitmap } from '../chapters/pictures/bitmaps.ts'
import { frame, gifEnd, gifHead, jpegHead, latin1, pngEnd, pngHead, scan, webp } from './costly-pictures.ts'

/** A place that no cleaned picture may have. The generators put it only in parts that are removed. */
export const place = 'Hollowmere'

const short = (value: number): string => String.fromCharCode(value >> 8, value & 255)
const text = fc.string({ maxLength: 24 }).map((value) => value.replaceAll(/[^\x20-\x7e]/g, '_'))
const textWithPlace = text.map((value) => `${value}${place}`)

const segment = (marker: number, payload: string): string =>
  `\xff${String.fromCharCode(marker)}${short(payload.length + 2)}${payload}`

const metadataMarkers = [0xe0, 0xe1, 0xe2, 0xe3, 0xec, 0xed, 0xee, 0xef, 0xf7, 0xfe, 0x02]
/** Markers of tables and of segments with a fixed length. */
const tableMarkers = [0xc4, 0xc8, 0xcc, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xc1]

/** Segments of a JPEG, bytes between them, and restart markers. */
export const jpegPart = fc.oneof(
  fc.constantFrom('\xff', '\xff\xd8', '\xff\xd0', '\xff\xdb\0\x02', frame, `${scan}a\xff\0b`),
  fc
    .tuple(
      fc.constantFrom(...metadataMarkers),
      fc.constantFrom(
        '',
        'JFIF\0',
        'JFXX\0',
        'Exif\0\0MM\0\x2a\0\0\0\x08',
        'http://ns.adobe.com/xap/1.0/\0',
        'Adobe',
        'Adobe\0\x64\0\0\0\0\x01',
      ),
      textWithPlace,
    )
    .map(([marker, header, value]) => segment(marker, header + value)),
  fc.tuple(fc.constantFrom(...tableMarkers), text).map(([marker, value]) => segment(marker, value)),
)
/** The place between two segments. After a scan it would be pixels. */
const jpegGap = textWithPlace.map((value) => `\xff\xdd\0\x04\0\0${value}`)

const letters = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 4,
  maxLength: 4,
})
/** Chunks that a decoder reads. */
const keptTypes = 'IDAT PLTE tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT'.split(' ')

/** Chunks of a PNG. */
export const pngPart = fc
  .oneof(
    fc.tuple(fc.constantFrom(...keptTypes, 'IHDR'), text),
    fc.tuple(
      fc.oneof(
        letters.filter((type) => ![...keptTypes, 'IEND'].includes(type)),
        fc.constantFrom('tEXt', 'tXMP', 'eXIf', 'IHDR'),
      ),
      textWithPlace,
    ),
    fc.tuple(
      fc.constant('iTXt'),
      textWithPlace.map((value) => `XML:com.adobe.xmp\0\0\0\0\0<a>${value}</a>`),
    ),
  )
  .map(([type, data]) => latin1(pngChunk(type, bytesOf(data))))

const subBlock = (value: string): string => `${String.fromCharCode(value.length)}${value}`

/** Blocks of a GIF. */
export const gifPart = fc.oneof(
  fc.constantFrom('\x21\xf9\0', '\x21\xf9\x04\0\0\0\0\0', gifEnd.slice(0, -1), '\x21\xff\0'),
  fc
    .tuple(fc.constantFrom('\xfe', '\x01', '\xff\x0bXMP DataXMP', '\x77'), textWithPlace)
    .map(([label, value]) => `\x21${label}${subBlock(value)}\0`),
  text.map((value) => `\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0${subBlock(value)}\0`),
)

/** Chunks of a WebP, after its pixels. */
export const webpPart = fc
  .oneof(
    fc.tuple(fc.constantFrom('ICCP', 'ALPH', 'ANIM', 'ANMF'), text),
    fc.tuple(fc.constantFrom('XMP ', 'EXIF', '_PMX', 'META', 'C2PA', 'VP8 ', 'VP8L', 'VP8X'), textWithPlace),
  )
  .map(([type, data]) => riffChunk(type, data))

function riffChunk(type: string, data: string): string {
  const length = new Uint8Array(4)
  setUint32(length, 0, data.length, true)
  return `${type}${latin1(length)}${data}${data.length % 2 ? '\0' : ''}`
}

/** What stands before the pixels of a WebP: nothing, the header of a still picture, or that of an animation. */
const webpHead = fc.constantFrom(
  '',
  riffChunk('VP8X', '\0\0\0\0\x08\0\0\x05\0\0'),
  riffChunk('VP8X', '\x02\0\0\0\x08\0\0\x05\0\0') + riffChunk('ANIM', '\0\0\0\0\0\0'),
)

/** A unit of a few parts, and the number of bytes that it fills. */
const unitsOf = (part: fc.Arbitrary<string>, length: number) =>
  fc.tuple(
    fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
    fc.integer({ min: 0, max: length }),
  )

const times = (unit: string, length: number): string =>
  unit.repeat(Math.max(1, Math.floor(length / unit.length)))

const jpeg = (length: number): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.option(jpegGap, { nil: '' }), unitsOf(jpegPart, length))
    .map(([gap, [unit, size]]) => latin1Bytes(`${jpegHead}${gap}${times(unit, size)}${scan}\xff\xd9`))
const png = (length: number): fc.Arbitrary<Uint8Array> =>
  unitsOf(pngPart, length).map(([unit, size]) => latin1Bytes(`${pngHead}${times(unit, size)}${pngEnd}`))

/** Tags of fields that are removed, and of fields that stay with values too short for the place. */
const tags = [
  ...[0x010e, 0x010f, 0x0131, 0x02bc, 0x83bb, 0x8769, 0x8825, 0x9286, 0x0112, 0x0128],
  ...[0x0100, 0x0101, 0x0111, 0x0117, 0x0106, 0x0118, 0x0141, 0x0150, 0x0152, 0x0153, 0x0154, 0x0155],
]

type Field = readonly [tag: number, type: number, count: number, value: number]

const otherFields = (length: number) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...tags),
      fc.integer({ min: 0, max: 13 }),
      fc.oneof(fc.constantFrom(0, 1, 1, 2, 4, 2 ** 32 - 1), fc.nat(length)),
      fc.oneof(fc.constantFrom(0, 8, 10, 2 ** 32 - 1), fc.nat(length)),
    ),
    { maxLength: 40 },
  )

/** A strip and its compression: pixels, pixels with the place behind them, or a file of another format. */
const strips = (length: number): fc.Arbitrary<readonly [compression: number, strip: Uint8Array]> =>
  fc.oneof(
    fc.constant([1, new Uint8Array(8)] as const),
    textWithPlace.map((value) => [1, bytesOf(`${'\0'.repeat(8)}${value}`)] as const),
    fc.tuple(fc.constantFrom(6, 7), jpeg(length)),
    fc.tuple(
      fc.constantFrom(6, 7),
      jpeg(length).map((bytes) => joined([Uint8Array.of(0), bytes])),
    ),
    fc.tuple(fc.constantFrom(34_933, 50_001, 34_712), png(length)),
  )

/** A TIFF of one strip, with other fields whose values lie among bytes that name the place. */
const tiff = (length: number) =>
  fc
    .tuple(otherFields(length), fc.nat(length), strips(length))
    .map(([others, size, [compression, strip]]) => {
      const pixelsAt = 10 + 12 * (others.length + 5) + 4
      const own: Field[] = [
        [0x0100, 4, 1, 8],
        [0x0101, 4, 1, 8],
        [0x0103, 3, 1, compression],
        [0x0111, 4, 1, pixelsAt],
        [0x0117, 4, 1, strip.length],
      ]
      const table = new Uint8Array(pixelsAt - 8)
      setUint16(table, 0, others.length + own.length, true)
      for (const [index, [tag, type, count, value]] of [...own, ...others].entries()) {
        const at = 2 + 12 * index
        setUint16(table, at, tag, true)
        setUint16(table, at + 2, type, true)
        setUint32(table, at + 4, count, true)
        setUint32(table, at + 8, value, true)
      }
      const values = latin1Bytes(place.repeat(Math.ceil(size / place.length)))
      return joined([bytesOf('II\x2a\0\x08\0\0\0'), table, strip, values])
    })

const endOfBitmap = '\0\x01'

/** A BMP with the place between palette and pixels, after the pixels, or in a profile. */
const bmp = (length: number) =>
  fc
    .record({
      bits: fc.constantFrom(1, 4, 8, 16, 24, 32),
      compression: fc.constantFrom(0, 0, 1, 2, 3, 4, 5, 6),
      header: fc.constantFrom(40 as const, 124 as const),
      colors: fc.nat(300),
      gap: textWithPlace,
      profile: textWithPlace,
      embedded: fc.boolean(),
      runs: fc.constantFrom(
        endOfBitmap,
        `\x08\x01${endOfBitmap}`,
        `\0\x02\x01\x01${endOfBitmap}`,
        '\x08\x01',
      ),
      tail: textWithPlace,
      size: fc.nat(length),
    })
    .map(({ gap, profile, runs, tail, size, ...options }) => {
      const isEncoded = options.compression === 1 || options.compression === 2
      const pixels = isEncoded ? { pixels: bytesOf(`${runs}${tail}`) } : {}
      const file = bitmap({ ...options, ...pixels, gap: bytesOf(gap), profile: bytesOf(profile) })
      return joined([file, latin1Bytes(times(tail, size))])
    })

const latin1Bytes = (characters: string): Uint8Array => new Uint8Array(Buffer.from(characters, 'latin1'))

/** Pictures of up to about this length, of parts that are valid, empty, unknown or full of metadata. */
export const hostilePictures = (
  length: number,
): Readonly<Record<PictureFormat, fc.Arbitrary<Uint8Array>>> => ({
  jpeg: jpeg(length),
  png: png(length),
  gif: unitsOf(gifPart, length).map(([unit, size]) => latin1Bytes(`${gifHead}${times(unit, size)}${gifEnd}`)),
  webp: fc
    .tuple(webpHead, unitsOf(webpPart, length))
    .map(([head, [unit, size]]) => webp(unit, size + 100, head)),
  tiff: tiff(length),
  bmp: bmp(length),
})
