import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { joined } from '../../src/engine/values/byte-arrays.ts'
import { bytesOf, uint32 } from '../../src/pictures/bytes.ts'
import { pngChunk, webpChunk, webpChunksOf } from '../../src/pictures/chunks.ts'
import { noCost } from '../../src/pictures/cost.ts'
import { cleanPicture } from '../../src/pictures/read.ts'
import { bitmap, embeddedProfile } from './bitmaps.ts'
import { exifSegment, pixels, plantedIn } from './findings.ts'
import { directory, exifBlock, type Fields, fieldsIn, xmpPacket } from './metadata.ts'
import { jpegWith, plainJpeg, pngWith, webpOf, webpWith, withSegments } from './samples.ts'

const place = 'Hollowmere'
const placeBytes = bytesOf(place)
const clean = (bytes: Uint8Array) => cleanPicture(bytes, noCost())?.bytes

type Row = readonly [title: string, make: () => Promise<Uint8Array> | Uint8Array]

const { short, long, bytes: undefinedField, ascii } = fieldsIn(true)

/** A TIFF of one strip of these bytes, eight by eight pixels, one byte each. */
function tiff(compression: number, strip: Uint8Array, more: Fields = []): Uint8Array {
  const fields = (at: number) =>
    [
      long(0x0100, 8),
      long(0x0101, 8),
      short(0x0102, 8),
      short(0x0103, compression),
      short(0x0106, 1),
      long(0x0111, at),
      short(0x0115, 1),
      long(0x0116, 8),
      long(0x0117, strip.length),
      ...more,
    ].toSorted((one, other) => one.tag - other.tag)
  const pixelsAt = 8 + directory(fields(0), 8, true).length
  return joined([bytesOf('II\x2a\0\x08\0\0\0'), directory(fields(pixelsAt), 8, true), strip])
}

const gray = Uint8Array.from({ length: 64 }, (_, at) => at * 3)

const grayJpeg = async () =>
  new Uint8Array(
    await sharp(gray, { raw: { width: 8, height: 8, channels: 1 } })
      .toColorspace('b-w')
      .jpeg()
      .toBuffer(),
  )

const withChunk = (png: Uint8Array, chunk: Uint8Array): Uint8Array =>
  joined([png.subarray(0, 33), chunk, png.subarray(33)])

const plainPng = async () =>
  new Uint8Array(
    await sharp(await plainJpeg(8, 8))
      .png()
      .toBuffer(),
  )

const plainWebpChunks = async () => [
  ...webpChunksOf(await webpWith({ width: 8, height: 8, located: false }), noCost()),
]

const bitmapRows: Row[] = [
  ['a BMP, after the pixels', () => joined([bitmap({}), xmpPacket({})])],
  ['a BMP, between palette and pixels', () => bitmap({ gap: xmpPacket({}) })],
  ['a BMP, between masks and pixels', () => bitmap({ bits: 16, compression: 3, gap: exifBlock({}) })],
  ['a BMP, after a palette that no pixel uses', () => bitmap({ colors: 4, gap: exifBlock({}) })],
  ['a BMP, in the path of a linked profile', () => bitmap({ header: 124, profile: bytesOf(`C:\\${place}`) })],
  [
    'a BMP, in an embedded profile that is none',
    () => bitmap({ header: 124, embedded: true, profile: exifBlock({}) }),
  ],
  [
    'a BMP, after run-length encoded pixels',
    () => joined([bitmap({ bits: 8, compression: 1, pixels: bytesOf('\x08\x01\0\x01') }), placeBytes]),
  ],
]

describe('a cleaned BMP has no place and the same pixels, where the place was in', () => {
  test.each(bitmapRows)('%s [PHO-041]', async (_, make) => {
    const bytes = await make()
    expect(plantedIn(bytes)).not.toEqual([])
    const cleaned = clean(bytes) ?? bytes
    expect(plantedIn(cleaned)).toEqual([])
    expect(clean(cleaned)).toEqual(cleaned)
    const [before, after] = [bytes, cleaned].map((file) => file.subarray(uint32(file, 10, true)))
    expect(after).toEqual(before?.subarray(0, after?.length))
    expect(after?.length).toBe(uint32(cleaned, 34, true))
    expect(uint32(cleaned, 2, true)).toBe(cleaned.length)
  })
})

describe('a cleaned BMP keeps', () => {
  test.each([1, 4, 8])('the palette of %i bits', (bits) => {
    const bytes = bitmap({ bits })
    expect(clean(bytes)).toEqual(bytes)
    expect(bytes.length).toBeGreaterThan(54 + 4 * 2 ** bits)
  })

  test('the bit masks after its header', () => {
    const bytes = bitmap({ bits: 16, compression: 3 })
    expect(clean(bytes)).toEqual(bytes)
    expect(uint32(bytes, 10, true)).toBe(54 + 12)
  })

  test('its embedded color profile, after the pixels', () => {
    const bytes = bitmap({ header: 124, embedded: true, profile: embeddedProfile })
    expect(clean(bytes)).toEqual(bytes)
    const withGap = bitmap({ header: 124, embedded: true, profile: embeddedProfile, gap: placeBytes })
    expect(clean(withGap)).toEqual(bytes)
  })
})

describe('a cleaned file has no place and the same pixels, where the place was in', () => {
  test.each<Row>([
    [
      'a JPEG strip of a TIFF, between two segments',
      async () => {
        const jpeg = await grayJpeg()
        return tiff(7, joined([jpeg.subarray(0, 2), placeBytes, jpeg.subarray(2)]))
      },
    ],
    [
      'a JPEG strip of a TIFF, after the Adobe header',
      async () => tiff(7, withSegments(await grayJpeg(), [0xee, bytesOf(`Adobe\0\x64\0\0\0\0\0${place}`)])),
    ],
    [
      'a JPEG strip of a TIFF, in EXIF',
      async () => tiff(7, withSegments(await grayJpeg(), exifSegment(exifBlock({})))),
    ],
    ['a TIFF, after the pixels of a strip', () => tiff(1, joined([gray, placeBytes]))],
    ['a TIFF, in a number of many bytes', () => tiff(1, gray, [undefinedField(0x0118, exifBlock({}))])],
    ['a TIFF, in a text for a number', () => tiff(1, gray, [ascii(0x0153, place)])],
    ['a TIFF, in a second field of the same tag', () => tiff(1, gray, [ascii(0x0111, place)])],
    ...[
      ...['gAMA', 'pHYs', 'sRGB', 'bKGD', 'sBIT', 'cICP', 'cHRM', 'acTL', 'fcTL', 'tRNS', 'PLTE', 'IHDR'],
      'IEND',
    ].map(
      (type): Row => [
        `a PNG, in a chunk ${type} of another length`,
        async () => {
          const png = await plainPng()
          const data = bytesOf(`\0\0\0\x08\0\0\0\x08\x08\x02\0\0\0${place}`)
          if (type === 'IEND') return joined([png.subarray(0, -12), pngChunk(type, placeBytes)])
          return withChunk(png, pngChunk(type, data))
        },
      ],
    ),
    [
      'a JPEG, in a restart interval of another length',
      async () => withSegments(await plainJpeg(8, 8), [0xdd, bytesOf(`\0\0${place}`)]),
    ],
    ...[0xc8, 0xdc, 0xdf].map(
      (marker): Row => [
        `a JPEG, in a segment 0x${marker.toString(16)} of any length`,
        async () => withSegments(await plainJpeg(8, 8), [marker, placeBytes]),
      ],
    ),
    [
      'a WebP, in a header of animations of another length',
      async () => {
        const chunks = await plainWebpChunks()
        const [first, ...rest] = chunks.map(({ type, data }) => webpChunk(type, data))
        return webpOf([
          first ?? new Uint8Array(),
          webpChunk('ANIM', bytesOf(`\0\0\0\0\0\0${place}`)),
          ...rest,
        ])
      },
    ],
    [
      'a WebP, in a second picture',
      async () => {
        const chunks = await plainWebpChunks()
        const own = chunks.map(({ type, data }) => webpChunk(type, data))
        return webpOf([...own, webpChunk('VP8 ', placeBytes)])
      },
    ],
    [
      'a GIF, in a loop with one block',
      async () => {
        const gif = new Uint8Array(
          await sharp(await plainJpeg(8, 8))
            .gif()
            .toBuffer(),
        )
        const at = 13 + 6 * 2 ** ((gif[10] ?? 0) & 7)
        const loop = bytesOf(`\x21\xff\x0bNETSCAPE2.0\x09${place.slice(0, 9)}\0`)
        return joined([gif.subarray(0, at), loop, gif.subarray(at)])
      },
    ],
  ])('%s [PHO-041]', async (_, make) => {
    const bytes = await make()
    const name = place.slice(0, 9)
    const holdsPlace = (file: Uint8Array) => Buffer.from(file).includes(name) || plantedIn(file).length > 0
    expect(holdsPlace(bytes)).toBe(true)
    const cleaned = clean(bytes) ?? bytes
    expect(holdsPlace(cleaned)).toBe(false)
    expect(clean(cleaned)).toEqual(cleaned)
    // Decoders refuse some of these files. Then the cleaned file must be one that they decode.
    const decoded = await pixels(bytes).catch(() => undefined)
    const decodedClean = await pixels(cleaned)
    if (decoded) expect(decodedClean).toEqual(decoded)
  })
})

describe('a file is refused, because its pixels are another file with metadata of its own:', () => {
  test.each<Row>([
    [
      'a BMP of a JPEG',
      async () => bitmap({ compression: 4, pixels: await jpegWith({ width: 8, height: 8 }) }),
    ],
    [
      'a BMP of a PNG',
      async () => bitmap({ compression: 5, pixels: await pngWith({ width: 8, height: 8 }) }),
    ],
    ['a TIFF of a PNG', async () => tiff(34_933, await pngWith({ width: 8, height: 8 }))],
    ['a TIFF of a WebP', async () => tiff(50_001, await webpWith({ width: 8, height: 8 }))],
    ['a TIFF of JPEG 2000', () => tiff(34_712, xmpPacket({}))],
    [
      'a TIFF of a JPEG after another byte',
      async () => tiff(7, joined([Uint8Array.of(0), await jpegWith({ width: 8, height: 8 })])),
    ],
    [
      'a TIFF of an older JPEG after another byte',
      async () => tiff(6, joined([Uint8Array.of(0), await jpegWith({ width: 8, height: 8 })])),
    ],
    [
      'a TIFF of JPEG tables after another byte',
      async () => {
        const tables = joined([Uint8Array.of(0), await jpegWith({ width: 8, height: 8 })])
        return tiff(7, await grayJpeg(), [undefinedField(0x015b, tables)])
      },
    ],
  ])('%s [PHO-041]', async (_, make) => {
    const bytes = await make()
    expect(plantedIn(bytes)).not.toEqual([])
    expect(clean(bytes)).toBeUndefined()
  })
})

describe('a TIFF with pixels of another compression keeps them', () => {
  test.each(['none', 'jpeg', 'deflate', 'packbits', 'lzw'] as const)('%s', async (compression) => {
    for (const tile of [false, true]) {
      const bytes = new Uint8Array(
        await sharp(await plainJpeg(40, 30))
          .tiff({ compression, tile, tileWidth: 16, tileHeight: 16, pyramid: false })
          .toBuffer(),
      )
      expect(await pixels(clean(bytes) ?? new Uint8Array())).toEqual(await pixels(bytes))
    }
  })

  test('without compression, where they begin like a JPEG', async () => {
    const strip = joined([Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 9), gray.subarray(6)])
    const bytes = tiff(1, strip)
    expect(await pixels(clean(bytes) ?? new Uint8Array())).toEqual(await pixels(bytes))
  })
})
