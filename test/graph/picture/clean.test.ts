import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bytesOf, joined, uint32 } from '../../../src/graph/picture/bytes.ts'
import { checksum } from '../../../src/graph/picture/checksum.ts'
import { pngChunk, pngChunksOf, webpChunksOf } from '../../../src/graph/picture/chunks.ts'
import { directoriesOf } from '../../../src/graph/picture/directories.ts'
import { withoutLocation } from '../../../src/graph/picture/location.ts'
import { type PictureFormat, readPicture } from '../../../src/graph/picture/read.ts'
import { segmentsOf } from '../../../src/graph/picture/segments.ts'
import { exifOf, exifSegment, pixels, plantedIn } from './findings.ts'
import { exifBlock, kept } from './metadata.ts'
import { jpegWith, plainJpeg, pngWith, sampleMakers, webpWith, withSegments } from './samples.ts'

const formats = Object.keys(sampleMakers) as PictureFormat[]
const withMetadata = ['jpeg', 'png', 'gif', 'tiff', 'webp'] as const
const turnable = ['jpeg', 'png', 'tiff', 'webp'] as const

describe('location', () => {
  test.each(withMetadata)('is planted in %s samples, and gone afterwards', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16 })
    expect(plantedIn(bytes).length).toBeGreaterThan(3)
    expect(plantedIn(withoutLocation(bytes, format))).toEqual([])
  })

  test.each(turnable)('leaves no GPS directory in %s, and the rest of EXIF', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16, orientation: 6 })
    const tagsOf = (block: Uint8Array) => directoriesOf(block)?.first.entries.map(({ tag }) => tag) ?? []
    const before = tagsOf(await exifOf(bytes, format))
    const exif = await exifOf(withoutLocation(bytes, format), format)
    expect(before).toContain(0x8825)
    expect(tagsOf(exif)).toEqual(before.filter((tag) => tag !== 0x8825))
    expect(directoriesOf(exif)?.location.size).toBe(0)
    for (const text of [kept.make, kept.taken]) expect(Buffer.from(exif).includes(text)).toBe(true)
  })

  test.each(formats)('goes from %s without touching the bytes given', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16 })
    const copy = bytes.slice()
    const cleaned = withoutLocation(bytes, format)
    expect(bytes).toEqual(copy)
    expect(cleaned.buffer).not.toBe(bytes.buffer)
  })

  test.each(formats)('gone from %s, a second time changes nothing', async (format) => {
    const once = withoutLocation(await sampleMakers[format]({ width: 24, height: 16 }), format)
    expect(withoutLocation(once, format)).toEqual(once)
  })
})

describe('what stays', () => {
  test.each(['jpeg', 'png', 'gif', 'tiff', 'webp'] as const)('are the pixels of %s', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16 })
    expect(await pixels(withoutLocation(bytes, format))).toEqual(await pixels(bytes))
  })

  test('is every byte of a BMP', async () => {
    const bytes = await sampleMakers.bmp({ width: 24, height: 16 })
    expect(withoutLocation(bytes, 'bmp')).toEqual(bytes)
  })

  test.each(formats)('is every byte of a %s that has no location', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16, orientation: 6, located: false })
    expect(withoutLocation(bytes, format)).toEqual(bytes)
  })

  test.each(formats)('are size, orientation and panorama of %s', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16, orientation: 6, spherical: true })
    expect(readPicture(withoutLocation(bytes, format))).toEqual(readPicture(bytes))
  })

  test.each(withMetadata)('is the creator in XMP of %s', async (format) => {
    const cleaned = withoutLocation(await sampleMakers[format]({ width: 24, height: 16 }), format)
    expect(Buffer.from(cleaned).includes(`<rdf:li>${kept.creator}</rdf:li>`)).toBe(true)
  })

  test('are right checksums in PNG and a right length in WebP', async () => {
    const png = withoutLocation(await pngWith({ width: 24, height: 16 }), 'png')
    const chunks = [...pngChunksOf(png)]
    expect(chunks.map(({ type }) => type)).toContain('zTXt')
    expect(chunks.at(-1)).toMatchObject({ type: 'IEND', end: png.length })
    for (const { at, end } of chunks)
      expect(uint32(png, end - 4)).toBe(checksum(png.subarray(at + 4, end - 4)))
    const webp = withoutLocation(await webpWith({ width: 24, height: 16 }), 'webp')
    expect(uint32(webp, 4, true)).toBe(webp.length - 8)
  })
})

describe('JPEG', () => {
  test('loses application segments that nobody can parse, and keeps colour and density', async () => {
    const plain = await plainJpeg(8, 8)
    const gopro = [0xe6, bytesOf('GoPro\0DEVC GPS5')] as const
    const profile = [0xe2, bytesOf('ICC_PROFILE\0\x01\x01colours')] as const
    const comment = [0xfe, bytesOf('a comment')] as const
    const cleaned = withoutLocation(withSegments(plain, gopro, profile, comment), 'jpeg')
    expect(cleaned).toEqual(withSegments(plain, profile, comment))
  })

  test('loses what follows its end: further pictures with positions of their own', async () => {
    const bytes = await jpegWith({ width: 8, height: 8, located: false })
    expect(withoutLocation(joined([bytes, await jpegWith({ width: 8, height: 8 })]), 'jpeg')).toEqual(bytes)
  })

  test('loses EXIF between the scans of a progressive picture', async () => {
    const bytes = new Uint8Array(
      await sharp(await plainJpeg(32, 32))
        .jpeg({ progressive: true })
        .toBuffer(),
    )
    const scans = [...segmentsOf(bytes)].filter(({ marker }) => marker === 0xda)
    const between = scans[0]?.scanEnd ?? 0
    const extra = withSegments(Uint8Array.of(0xff, 0xd8), exifSegment(exifBlock({}))).subarray(2)
    const cleaned = withoutLocation(
      joined([bytes.subarray(0, between), extra, bytes.subarray(between)]),
      'jpeg',
    )
    expect(scans.length).toBeGreaterThan(1)
    expect(plantedIn(cleaned)).toEqual([])
    expect(await pixels(cleaned)).toEqual(await pixels(bytes))
  })
})

describe('WebP', () => {
  test('whose EXIF and XMP go whole no longer says that it has them', async () => {
    const bytes = await webpWith({ width: 8, height: 8 })
    for (const { type, data } of webpChunksOf(bytes)) if (type === 'EXIF' || type === 'XMP ') data.fill(1)
    const cleaned = withoutLocation(bytes, 'webp')
    expect([...webpChunksOf(cleaned)].map(({ type }) => type)).toEqual(['VP8X', 'VP8 '])
    expect(cleaned[20]).toBe(0)
    expect(await pixels(cleaned)).toEqual(await pixels(bytes))
  })
})

describe('PNG', () => {
  test.each([
    ['a compressed text too large to inflate', 'zTXt', 'Raw profile type exif'],
    ['a raw profile of a kind nobody knows', 'tEXt', 'Raw profile type secret'],
    ['a text whose keyword names a place', 'tEXt', 'exif:GPSLatitude'],
    ['content credentials', 'caBX', 'jumb'],
  ])('loses %s', async (_title, type, keyword) => {
    const png = await pngWith({ width: 8, height: 8, located: false })
    const chunk = pngChunk(type, bytesOf(`${keyword}\0\0Hollowmere`))
    expect(withoutLocation(joined([png.subarray(0, 33), chunk, png.subarray(33)]), 'png')).toEqual(png)
  })
})
