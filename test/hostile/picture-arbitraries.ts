import fc from 'fast-check'
import { bytesOf, joined, setUint16, setUint32 } from '../../src/pictures/bytes.ts'
import { pngChunk } from '../../src/pictures/chunks.ts'
import type { PictureFormat } from '../../src/pictures/read.ts'
import { frame, gifEnd, gifHead, jpegHead, latin1, pngEnd, pngHead, scan, webp } from './picture-lures.ts'

/** A place that stands in no part that a cleaned picture keeps. */
export const place = 'Hollowmere'

const short = (value: number): string => String.fromCharCode(value >> 8, value & 255)
const text = fc.string({ maxLength: 24 }).map((value) => value.replaceAll(/[^\x20-\x7e]/g, '_'))
const said = text.map((value) => `${value}${place}`)

const segment = (marker: number, payload: string): string =>
  `\xff${String.fromCharCode(marker)}${short(payload.length + 2)}${payload}`

const jpegPart = fc.oneof(
  fc.constantFrom('\xff', '\xff\xd8', '\xff\xd0', '\xff\xdb\0\x02', frame, `${scan}a\xff\0b`),
  fc
    .tuple(
      fc.constantFrom(0xe0, 0xe1, 0xe2, 0xe3, 0xec, 0xed, 0xee, 0xef, 0xf7, 0xfe, 0x02),
      fc.constantFrom(
        '',
        'JFIF\0',
        'JFXX\0',
        'Exif\0\0MM\0\x2a\0\0\0\x08',
        'http://ns.adobe.com/xap/1.0/\0',
        'Adobe',
      ),
      said,
    )
    .map(([marker, header, value]) => segment(marker, header + value)),
)

const letters = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 4,
  maxLength: 4,
})
const pixelTypes = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'sBIT', 'iCCP', 'fdAT', 'gAMA', 'tRNS', 'pHYs'] as const
const pngPart = fc
  .oneof(
    fc.tuple(fc.constantFrom(...pixelTypes.filter((type) => type !== 'IEND')), text),
    fc.tuple(
      fc.oneof(
        letters.filter((type) => !isPixels(type)),
        fc.constantFrom('tEXt', 'tXMP', 'eXIf'),
      ),
      said,
    ),
    fc.tuple(
      fc.constant('iTXt'),
      said.map((value) => `XML:com.adobe.xmp\0\0\0\0\0<a>${value}</a>`),
    ),
  )
  .map(([type, data]) => latin1(pngChunk(type, bytesOf(data))))

const isPixels = (type: string): boolean =>
  [
    'gAMA',
    'cHRM',
    'sRGB',
    'iCCP',
    'sBIT',
    'cICP',
    'tRNS',
    'bKGD',
    'pHYs',
    'acTL',
    'fcTL',
    ...pixelTypes,
  ].includes(type)

const subBlock = (value: string): string => `${String.fromCharCode(value.length)}${value}`
const gifPart = fc.oneof(
  fc.constantFrom('\x21\xf9\0', '\x21\xf9\x04\0\0\0\0\0', gifEnd.slice(0, -1), '\x21\xff\0'),
  fc
    .tuple(
      fc.constantFrom('\xfe', '\x01', '\xf9', '\xff\x0bXMP DataXMP', '\xff\x0bNETSCAPE2.0', '\x77'),
      said,
    )
    .map(([label, value]) => `\x21${label}${subBlock(value)}\0`),
)

const webpPart = fc
  .oneof(
    fc.tuple(fc.constantFrom('VP8 ', 'ALPH', 'ANIM', 'ICCP'), text),
    fc.tuple(fc.constantFrom('XMP ', 'EXIF', '_PMX', 'META', 'C2PA'), said),
    said.map((value) => ['ANMF', `${'\0'.repeat(16)}${riffChunk('XMP ', value)}`] as const),
  )
  .map(([type, data]) => riffChunk(type, data))

function riffChunk(type: string, data: string): string {
  const length = new Uint8Array(4)
  setUint32(length, 0, data.length, true)
  return `${type}${latin1(length)}${data}${data.length % 2 ? '\0' : ''}`
}

/** A unit of a few parts, and how many bytes of it there are. */
const unitsOf = (part: fc.Arbitrary<string>, length: number) =>
  fc.tuple(
    fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
    fc.integer({ min: 0, max: length }),
  )

const times = (unit: string, length: number): string =>
  unit.repeat(Math.max(1, Math.floor(length / unit.length)))

/** Fields that go, and of those that stay some whose values are too short to name a place. */
const tags = [0x010e, 0x010f, 0x0131, 0x02bc, 0x83bb, 0x8769, 0x8825, 0x9286, 0x0112, 0x0128]

type Field = readonly [tag: number, type: number, count: number, value: number]

/** A TIFF of one small strip and any other fields, whose values lie among bytes that name a place. */
const tiff = (length: number) =>
  fc
    .tuple(
      fc.array(
        fc.tuple(
          fc.constantFrom(...tags),
          fc.integer({ min: 0, max: 13 }),
          fc.oneof(fc.constantFrom(0, 1, 1, 2, 4, 2 ** 32 - 1), fc.nat(length)),
          fc.oneof(fc.constantFrom(0, 8, 10, 2 ** 32 - 1), fc.nat(length)),
        ),
        { maxLength: 40 },
      ),
      fc.nat(length),
    )
    .map(([others, size]) => {
      const pixelsAt = 10 + 12 * (others.length + 4) + 4
      const own: Field[] = [
        [0x0100, 4, 1, 8],
        [0x0101, 4, 1, 8],
        [0x0111, 4, 1, pixelsAt],
        [0x0117, 4, 1, 8],
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
      return joined([bytesOf('II\x2a\0\x08\0\0\0'), table, new Uint8Array(8), values])
    })

const latin1Bytes = (characters: string): Uint8Array => new Uint8Array(Buffer.from(characters, 'latin1'))

/** Pictures of up to about so many bytes, of parts that are right, empty, unknown or full of metadata. */
export const hostilePictures = (
  length: number,
): Readonly<Record<Exclude<PictureFormat, 'bmp'>, fc.Arbitrary<Uint8Array>>> => ({
  jpeg: unitsOf(jpegPart, length).map(([unit, size]) =>
    latin1Bytes(`${jpegHead}${times(unit, size)}${scan}\xff\xd9`),
  ),
  png: unitsOf(pngPart, length).map(([unit, size]) => latin1Bytes(`${pngHead}${times(unit, size)}${pngEnd}`)),
  gif: unitsOf(gifPart, length).map(([unit, size]) => latin1Bytes(`${gifHead}${times(unit, size)}${gifEnd}`)),
  webp: unitsOf(webpPart, length).map(([unit, size]) => webp(unit, size + 100)),
  tiff: tiff(length),
})
