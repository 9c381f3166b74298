import { zlibSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bytesOf } from '../../../src/chapters/pictures/bytes.ts'
import { pngChunk, pngSignature, webpChunk, webpChunksOf } from '../../../src/chapters/pictures/chunks.ts'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { segmentsOf } from '../../../src/chapters/pictures/jpeg.ts'
import { cleanPicture } from '../../../src/chapters/pictures/read.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import { pixels } from './findings.ts'
import { exifBlock, xmpPacket } from './metadata.ts'
import { readPicture } from './read-picture.ts'
import { plainJpeg, webpOf, webpWith, withSegments } from './samples.ts'

const cleaned = (bytes: Uint8Array) => cleanPicture(bytes, noCost())?.bytes

const changed = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
  const copy = bytes.slice()
  copy.set(values, at)
  return copy
}

const place = 'Hollowmere'

const spherical = (bytes: Uint8Array) => readPicture(bytes)?.spherical

async function plain(format: 'png' | 'gif' | 'webp', options = {}): Promise<Uint8Array> {
  const made = await sharp(await plainJpeg(8, 8))
    .toFormat(format, options)
    .toBuffer()
  return new Uint8Array(made)
}

describe('JPEG', () => {
  const start = [0xff, 0xd8]
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 4, 0, 6, 1, 1, 0x11, 0]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x55]
  const end = [0xff, 0xd9]

  test('of a frame, a scan and an end is the least that there is', () => {
    expect(readPicture(Uint8Array.of(...start, ...frame, ...scan, ...end))).toMatchObject({
      width: 6,
      height: 4,
    })
  })

  test.each<[string, readonly number[]]>([
    ['a scan', [...start, ...frame, ...end]],
    ['a frame', [...start, ...scan, ...end]],
    ['a frame before the scan', [...start, ...scan, ...frame, ...scan, ...end]],
    ['a component', [...start, 0xff, 0xc0, 0, 8, 8, 0, 4, 0, 6, 0, ...scan, ...end]],
  ])('without %s is none', (_, bytes) => {
    expect(readPicture(Uint8Array.from(bytes))).toBeUndefined()
  })

  test('keeps the restarts between its pixels', () => {
    const restarts = Array.from({ length: 8 }, (_, at) => [0xff, 0xd0 + at, at]).flat()
    const bytes = Uint8Array.of(...start, ...frame, ...scan, ...restarts, ...end)
    expect(cleaned(bytes)).toEqual(bytes)
  })

  test('loses what stands between its segments', async () => {
    const jpeg = await plainJpeg(8, 8)
    const [first] = segmentsOf(jpeg, noCost())
    const at = first?.end ?? 0
    const bytes = joined([jpeg.subarray(0, at), bytesOf(place), jpeg.subarray(at)])
    expect(cleaned(bytes)).toEqual(cleaned(jpeg))
  })

  test.each([0xe1, 0xed, 0xfe])('loses a segment 0x%x that begins like a color profile', async (marker) => {
    const jpeg = await plainJpeg(8, 8)
    const bytes = withSegments(jpeg, [marker, bytesOf(`ICC_PROFILE\0\x01\x01${place}`)])
    expect(cleaned(bytes)).toEqual(cleaned(jpeg))
  })
})

describe('PNG', () => {
  const header = (type = 'IHDR') => pngChunk(type, Uint8Array.of(0, 0, 0, 3, 0, 0, 0, 2, 8, 0, 0, 0, 0))
  const png = (signature = pngSignature, type = 'IHDR') =>
    joined([bytesOf(signature), header(type), pngChunk('IDAT', Uint8Array.of(0))])
  const withText = async (...text: readonly (string | Uint8Array)[]) => {
    const bytes = await plain('png')
    const parts = text.map((part) => (typeof part === 'string' ? bytesOf(part) : part))
    return joined([bytes.subarray(0, 33), pngChunk('iTXt', joined(parts)), bytes.subarray(33)])
  }
  const keyword = 'XML:com.adobe.xmp\0'
  const packet = xmpPacket({ spherical: true })

  test('begins with its signature and its header', () => {
    expect(readPicture(png())).toMatchObject({ width: 3, height: 2 })
    // The signature finds out transfers that change the ends of lines.
    expect(readPicture(png('\x89PNG\n\x1a\n\n'))).toBeUndefined()
    expect(readPicture(png(pngSignature, 'IHDX'))).toBeUndefined()
  })

  test.each<[string, readonly (string | Uint8Array)[], boolean]>([
    ['plain', [keyword, '\0\0\0\0', packet], true],
    ['with a language and a translation', [keyword, '\0\0en\0Metadata\0', packet], true],
    ['compressed', [keyword, '\x01\0\0\0', zlibSync(packet)], true],
    ['compressed, as the header says, and not in fact', [keyword, '\x01\0\0\0', packet], false],
    ['behind a language that does not end', [keyword, '\0\x01', packet], false],
    ['behind a translation that does not end', [keyword, '\0\0en\0', packet], false],
    ['under another keyword', ['XML:com.example.xmp\0', '\0\0\0\0', packet], false],
  ])('is spherical by an XMP packet %s: %3$s', async (_, text, expected) => {
    expect(spherical(await withText(...text))).toBe(expected)
  })
})

describe('GIF', () => {
  test('without its last byte gets it back, and cut within a block does not', async () => {
    const gif = await plain('gif')
    expect(cleaned(gif.subarray(0, -1))).toEqual(gif)
    expect(cleaned(gif.subarray(0, -4))).toEqual(gif.subarray(0, -4))
  })

  test('loses a picture behind its end', async () => {
    const gif = await plain('gif')
    const behind = bytesOf(`\x2c\0\0\0\0\x01\0\x01\0\0\x02\x0a${place}\0;`)
    expect(cleaned(joined([gif, behind]))).toEqual(gif)
  })

  test('loses a comment that begins like a color profile', async () => {
    const gif = await plain('gif')
    const at = 13 + ((gif[10] ?? 0) & 0x80 ? 6 << ((gif[10] ?? 0) & 7) : 0)
    const comment = bytesOf(`\x21\xfe\x0bICCRGBG1012\x0a${place}\0`)
    expect(cleaned(joined([gif.subarray(0, at), comment, gif.subarray(at)]))).toEqual(gif)
  })
})

describe('TIFF', () => {
  test('keeps the pixels of all its tiles', async () => {
    const options = { tile: true, tileWidth: 16, tileHeight: 16, compression: 'none' } as const
    const tiff = new Uint8Array(
      await sharp(await plainJpeg(48, 40))
        .tiff(options)
        .toBuffer(),
    )
    expect(await pixels(cleaned(tiff) ?? new Uint8Array())).toEqual(await pixels(tiff))
  })
})

describe('WebP', () => {
  /** The extended header of an animation, 3 by 2 pixels. */
  const extended = webpChunk('VP8X', Uint8Array.of(2, 0, 0, 0, 2, 0, 0, 1, 0, 0))
  const frameHeader = new Uint8Array(16)

  test('of lossless pixels begins them with their signature', async () => {
    const webp = await plain('webp', { lossless: true })
    expect(readPicture(webp)).toMatchObject({ width: 8, height: 8 })
    expect(readPicture(changed(webp, 20, 0x2e))).toBeUndefined()
  })

  test.each([
    [15, undefined],
    [16, { width: 3, height: 2 }],
  ])('of an animation whose frame has a header of %i bytes is %o', (length, size) => {
    const webp = webpOf([extended, webpChunk('ANMF', frameHeader.subarray(0, length))])
    const picture = readPicture(webp)
    expect(picture && { width: picture.width, height: picture.height }).toEqual(size)
  })

  test('reads a chunk behind one of an odd length', async () => {
    const chunks = [...webpChunksOf(await webpWith({ width: 8, height: 4 }), noCost())]
      .filter(({ type }) => type === 'VP8X' || type === 'VP8 ')
      .map(({ type, data }) => webpChunk(type, data))
    const odd = webpChunk('META', bytesOf('odd'))
    const turned = webpOf([...chunks, odd, webpChunk('EXIF', exifBlock({ orientation: 6 }))])
    expect(readPicture(turned)).toMatchObject({ orientation: 6, width: 4, height: 8 })
  })

  test('is spherical by its XMP and by no other chunk', async () => {
    const chunks = [...webpChunksOf(await webpWith({ width: 8, height: 4 }), noCost())].map(
      ({ type, data }) => webpChunk(type, data),
    )
    expect(spherical(webpOf([...chunks, webpChunk('META', xmpPacket({ spherical: true }))]))).toBe(false)
  })
})

test('an XMP packet is spherical by a namespace that is declared behind a mention of it', async () => {
  const panorama = 'http://ns.google.com/photos/1.0/panorama/'
  const packet = `http://ns.adobe.com/xap/1.0/\0<r a="${panorama}" xmlns:p="${panorama}"><d p:Type="x"/></r>`
  expect(spherical(withSegments(await plainJpeg(4, 2), [0xe1, bytesOf(packet)]))).toBe(true)
})
