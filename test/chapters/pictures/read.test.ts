import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bytesOf, setUint16, setUint32, uint32 } from '../../../src/chapters/pictures/bytes.ts'
import { pngChunk, pngSignature } from '../../../src/chapters/pictures/chunks.ts'
import type { PictureFormat, PictureInfo } from '../../../src/chapters/pictures/read.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import { exifBlock } from './metadata.ts'
import { readPicture } from './read-picture.ts'
import {
  bmp,
  gif,
  jpegWith,
  plainJpeg,
  pngWith,
  sampleMakers,
  tiffWith,
  webpWith,
  withSegments,
} from './samples.ts'

const formats = Object.keys(sampleMakers) as PictureFormat[]
const turnable = ['jpeg', 'png', 'tiff', 'webp'] as const

describe('format and size', () => {
  test.each(formats)('reads a plain %s', async (format) => {
    const bytes = await sampleMakers[format]({ width: 31, height: 17 })
    const picture: PictureInfo = { format, width: 31, height: 17, orientation: 1, spherical: false }
    expect(readPicture(bytes)).toEqual(picture)
  })

  test('reads lossless and simple WebP', async () => {
    const lossless = await webpWith({ width: 31, height: 17, lossless: true })
    expect(readPicture(lossless)).toMatchObject({ format: 'webp', width: 31, height: 17 })
    for (const options of [{ lossless: true }, { lossless: false }]) {
      const simple = await sharp(await plainJpeg(300, 200))
        .webp(options)
        .toBuffer()
      expect(readPicture(simple)).toMatchObject({ format: 'webp', width: 300, height: 200 })
    }
  })

  test('reads animated GIF and WebP at the size of one frame', async () => {
    const frames = sharp(new Uint8Array(20 * 30 * 3), {
      raw: { width: 20, height: 30, channels: 3, pageHeight: 10 },
    })
    for (const format of ['gif', 'webp'] as const) {
      const bytes = await frames
        .clone()
        .toFormat(format, { loop: 0, delay: [10, 20, 30] })
        .toBuffer()
      expect(readPicture(bytes)).toMatchObject({ format, width: 20, height: 10 })
    }
  })

  test.each(['progressive', 'mozjpeg'] as const)('reads %s JPEG', async (option) => {
    const bytes = await sharp(await plainJpeg(70, 50))
      .jpeg({ [option]: true })
      .toBuffer()
    expect(readPicture(bytes)).toMatchObject({ format: 'jpeg', width: 70, height: 50 })
  })

  test('reads a BMP with the top row first, and one with the short header of OS/2', async () => {
    const downwards = await bmp({ width: 9, height: 5 })
    setUint32(downwards, 22, 2 ** 32 - 5, true)
    expect(readPicture(downwards)).toMatchObject({ width: 9, height: 5 })
    const short = new Uint8Array(26 + 28 * 5)
    short.set(bytesOf('BM'))
    setUint32(short, 10, 26, true)
    setUint32(short, 14, 12, true)
    for (const [at, value] of [
      [18, 9],
      [20, 5],
      [22, 1],
      [24, 24],
    ] as const)
      setUint16(short, at, value, true)
    expect(readPicture(short)).toMatchObject({ format: 'bmp', width: 9, height: 5 })
  })
})

describe('orientation', () => {
  const table = turnable.flatMap((format) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({ format, orientation })),
  )

  test.each(table)(
    '$orientation of $format gives the displayed size that sharp gives',
    async ({ format, orientation }) => {
      const bytes = await sampleMakers[format]({ width: 40, height: 20, orientation })
      const { autoOrient } = await sharp(bytes).metadata()
      const displayed = orientation >= 5 ? { width: 20, height: 40 } : { width: 40, height: 20 }
      expect(autoOrient).toEqual(displayed)
      expect(readPicture(bytes)).toMatchObject({ ...displayed, orientation })
    },
  )

  test.each([0, 9, 300])('%s is unknown and counts as 1', async (orientation) => {
    expect(readPicture(await jpegWith({ width: 4, height: 2, orientation }))?.orientation).toBe(1)
  })

  test.each([true, false])('is read in both byte orders (little-endian: %s)', async (little) => {
    const exif = joined([bytesOf('Exif\0\0'), exifBlock({ orientation: 8, little })])
    const bytes = withSegments(await plainJpeg(4, 2), [0xe1, exif])
    expect(readPicture(bytes)).toMatchObject({ width: 2, height: 4, orientation: 8 })
  })
})

describe('a picture is spherical', () => {
  test.each(['jpeg', 'png', 'gif', 'tiff', 'webp'] as const)(
    'if it is a %s with GPano properties',
    async (format) => {
      const make = sampleMakers[format]
      expect(readPicture(await make({ width: 8, height: 4, spherical: true }))?.spherical).toBe(true)
      expect(readPicture(await make({ width: 8, height: 4 }))?.spherical).toBe(false)
    },
  )

  const description = (declared: string, property: string) => `<r xmlns:p="${declared}"><d ${property}/></r>`
  test.each([
    [
      'yes: an attribute with another prefix',
      'http://ns.google.com/photos/1.0/panorama/',
      'p:ProjectionType="x"',
      true,
    ],
    ['no: another namespace with that prefix', 'http://ns.example.test/pano/', 'p:ProjectionType="x"', false],
    ['no: the namespace declared but not used', 'http://ns.google.com/photos/1.0/panorama/', 'q="x"', false],
    ['yes: an element of it', 'http://ns.google.com/photos/1.0/panorama/', '><p:ProjectionType', true],
    ['no: a prefix without a name', 'http://ns.google.com/photos/1.0/panorama/', '><p: ', false],
    [
      'no: XML that is not well-formed',
      'http://ns.google.com/photos/1.0/panorama/',
      'p:ProjectionType=x',
      false,
    ],
  ])('%s', async (_title, declared, property, spherical) => {
    const packet = bytesOf(`http://ns.adobe.com/xap/1.0/\0${description(declared, property)}`)
    expect(readPicture(withSegments(await plainJpeg(4, 2), [0xe1, packet]))?.spherical).toBe(spherical)
  })
})

function pngOf(width: number, height: number, end: readonly number[] = [8, 0, 0, 0, 0]): Uint8Array {
  const header = new Uint8Array(13)
  setUint32(header, 0, width)
  setUint32(header, 4, height)
  header.set(end, 8)
  return joined([bytesOf(pngSignature), pngChunk('IHDR', header), pngChunk('IDAT', Uint8Array.of(0))])
}

const changed = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
  const copy = bytes.slice()
  copy.set(values, at)
  return copy
}

describe('a size', () => {
  test.each([
    [1, 1, true],
    [65_535, 1, true],
    [1, 65_535, true],
    [16_383, 16_383, true],
    [16_384, 16_384, false],
    [65_536, 1, false],
    [1, 65_536, false],
    [0, 1, false],
    [1, 0, false],
    [2 ** 32 - 1, 1, false],
  ])('of %s by %s pixels is accepted: %s', (width, height, picture) => {
    expect(readPicture(pngOf(width, height)) !== undefined).toBe(picture)
  })
})

describe('refused is', () => {
  test.each([
    ['nothing', ''],
    ['a text', 'BMW and GIF and RIFF are words'],
    ['a page', '<!doctype html><title>404</title>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    ['PDF', '%PDF-1.7\n'],
    ['a sound in RIFF', 'RIFF\x24\0\0\0WAVEfmt '],
    ['BigTIFF', 'II\x2b\0\x08\0\0\0\x10\0\0\0\0\0\0\0'],
    ['an icon', '\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0'],
  ])('%s', (_title, characters) => {
    expect(readPicture(bytesOf(characters))).toBeUndefined()
  })

  test('a PNG header with an invalid checksum, depth, color type, method or length', async () => {
    expect(readPicture(changed(pngOf(3, 3), 19, 4))).toBeUndefined()
    for (const end of [
      [3, 0, 0, 0, 0],
      [16, 3, 0, 0, 0],
      [8, 1, 0, 0, 0],
      [8, 0, 1, 0, 0],
      [8, 0, 0, 1, 0],
      [8, 0, 0, 0, 2],
    ]) {
      expect(readPicture(pngOf(3, 3, end))).toBeUndefined()
    }
    expect(readPicture(changed(pngOf(3, 3), 11, 14))).toBeUndefined()
  })

  test('a JPEG frame with another number of components than it declares', async () => {
    const bytes = await plainJpeg(6, 6)
    const frame = bytes.findIndex(
      (byte, at) => byte === 0xff && (bytes[at + 1] === 0xc0 || bytes[at + 1] === 0xc2),
    )
    expect(readPicture(changed(bytes, frame + 9, 4))).toBeUndefined()
  })

  test('a BMP too short for its rows, or with two planes', async () => {
    const bytes = await bmp({ width: 6, height: 6 })
    expect(readPicture(bytes.subarray(0, -1))).toBeUndefined()
    expect(readPicture(changed(bytes, 26, 2))).toBeUndefined()
  })

  test('a WebP with pixels that do not fill the canvas, or with a missing last byte', async () => {
    const bytes = await webpWith({ width: 20, height: 10 })
    expect(readPicture(changed(bytes, 24, 18))).toBeUndefined()
    expect(readPicture(bytes.subarray(0, -1))).toBeUndefined()
  })

  test('headers without pixels', async () => {
    const png = await pngWith({ width: 5, height: 5 })
    expect(readPicture(png.subarray(0, 33))).toBeUndefined()
    const image = await gif({ width: 5, height: 5 })
    expect(readPicture(joined([image.subarray(0, 13), bytesOf(';')]))).toBeUndefined()
    const tiff = await tiffWith({ width: 5, height: 5 })
    expect(readPicture(tiff.subarray(0, uint32(tiff, 4, true) + 20))).toBeUndefined()
  })
})
