import { describe, expect, test } from 'vitest'
import { bytesOf, joined, uint32 } from '../../../src/graph/picture/bytes.ts'
import { pngChunk } from '../../../src/graph/picture/chunks.ts'
import { directoriesOf } from '../../../src/graph/picture/directories.ts'
import { withoutLocation } from '../../../src/graph/picture/location.ts'
import { exifOf, exifSegment, pixels, plantedIn } from './findings.ts'
import { directory, exifBlock, fieldsIn, gpsFields, planted } from './metadata.ts'
import { fieldsOf, plainJpeg, pngWith, tiffWith, withSegments } from './samples.ts'

describe('EXIF', () => {
  test('has a thumbnail whose own EXIF goes and whose pixels stay', async () => {
    const inner = withSegments(await plainJpeg(8, 8), exifSegment(exifBlock({})))
    const bytes = withSegments(
      await plainJpeg(16, 16),
      exifSegment(exifBlock({ thumbnail: inner, located: false })),
    )
    expect(plantedIn(bytes)).not.toEqual([])
    const cleaned = withoutLocation(bytes, 'jpeg')
    expect(plantedIn(cleaned)).toEqual([])
    const start = Buffer.from(cleaned).indexOf(Buffer.from(inner.subarray(0, 4)), 10)
    expect(await pixels(cleaned.subarray(start, start + inner.length))).toEqual(await pixels(inner))
  })

  test('keeps the second directory in the chain, where its thumbnail is', async () => {
    const block = exifBlock({ thumbnail: await plainJpeg(8, 8) })
    const cleaned = withoutLocation(withSegments(await plainJpeg(16, 16), exifSegment(block)), 'jpeg')
    const tree = directoriesOf(await exifOf(cleaned, 'jpeg'))
    expect([...(tree?.kept.values() ?? [])].filter(({ chained }) => chained)).toHaveLength(2)
  })

  test.each([
    ['is cut short', exifBlock({}).subarray(0, -30)],
    ['has no byte order', joined([bytesOf('XX'), exifBlock({}).subarray(2)])],
  ])('that %s goes whole', async (_title, block) => {
    const plain = await plainJpeg(16, 16)
    expect(withoutLocation(withSegments(plain, exifSegment(block)), 'jpeg')).toEqual(plain)
    const png = await pngWith({ width: 8, height: 8, located: false })
    const spoilt = joined([png.subarray(0, 33), pngChunk('eXIf', block), png.subarray(33)])
    expect(withoutLocation(spoilt, 'png')).toEqual(png)
  })

  test('whose tables overlap goes whole', async () => {
    const { long } = fieldsIn(true)
    const plain = await plainJpeg(4, 4)
    const table = directory([long(0x8769, 30), long(0x9003, 0)], 8, true)
    const block = joined([bytesOf('II\x2a\0\x08\0\0\0'), table, new Uint8Array(200)])
    block.set([1, 0], 30)
    expect(withoutLocation(withSegments(plain, exifSegment(block)), 'jpeg')).toEqual(plain)
  })

  test('loses what the maker noted, which nobody can parse', async () => {
    const { bytes } = fieldsIn(true)
    const table = directory([bytes(0x927c, bytesOf('City: Hollowmere'))], 8, true)
    const block = joined([bytesOf('II\x2a\0\x08\0\0\0'), table])
    expect(
      plantedIn(withoutLocation(withSegments(await plainJpeg(4, 4), exifSegment(block)), 'jpeg')),
    ).toEqual([])
  })

  test('that holds nothing but location goes whole', async () => {
    const plain = await plainJpeg(4, 4)
    const gps = directory(gpsFields(true), 8, true)
    const pointer = directory([fieldsIn(true).long(0x8825, 8)], 8 + gps.length, true)
    const block = joined([bytesOf('II\x2a\0'), Uint8Array.of(8 + gps.length, 0, 0, 0), gps, pointer])
    expect(withoutLocation(withSegments(plain, exifSegment(block)), 'jpeg')).toEqual(plain)
  })

  test('with pointers in a circle ends, without the one to GPS', async () => {
    const { long } = fieldsIn(true)
    const table = directory([long(0x8769, 8), long(0x8825, 8)], 8, true, 8)
    const block = joined([bytesOf('II\x2a\0\x08\0\0\0'), table])
    const cleaned = withoutLocation(withSegments(await plainJpeg(4, 4), exifSegment(block)), 'jpeg')
    const tree = directoriesOf(await exifOf(cleaned, 'jpeg'))
    expect(tree?.first.entries.map(({ tag }) => tag)).toEqual([0x8769])
  })
})

describe('TIFF', () => {
  test('loses the GPS directory of a second page, and GeoTIFF tags', async () => {
    const bytes = await tiffWith({ width: 8, height: 8, located: false })
    const { long, rationals } = fieldsIn(true)
    const at = bytes.length
    const gps = directory(gpsFields(true), at, true)
    const geo = rationals(0x8482, [[planted.number, 1]])
    const fields = [...fieldsOf(bytes), geo, long(0x8825, at)].sort((one, other) => one.tag - other.tag)
    const page = directory(fields, at + gps.length, true)
    const file = joined([bytes, gps, page])
    const first = uint32(file, 4, true)
    const count = file[first] ?? 0
    new DataView(file.buffer).setUint32(first + 2 + 12 * count, at + gps.length, true)
    expect(plantedIn(file)).not.toEqual([])
    const cleaned = withoutLocation(file, 'tiff')
    expect(plantedIn(cleaned)).toEqual([])
    expect(await pixels(cleaned)).toEqual(await pixels(bytes))
  })
})
