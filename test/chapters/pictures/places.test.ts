import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bytesOf, uint32 } from '../../../src/chapters/pictures/bytes.ts'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { cleanPicture } from '../../../src/chapters/pictures/read.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import { bitmap, embeddedProfile } from './bitmaps.ts'
import { pixels, plantedIn } from './findings.ts'
import { directory, type Fields, fieldsIn, xmpPacket } from './metadata.ts'
import { jpegWith, plainJpeg, pngWith, webpWith } from './samples.ts'

const clean = (bytes: Uint8Array) => cleanPicture(bytes, noCost())?.bytes

type Row = readonly [title: string, make: () => Promise<Uint8Array> | Uint8Array]

const { short, long } = fieldsIn(true)

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

describe('a BMP, which has no field for a place, keeps', () => {
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
