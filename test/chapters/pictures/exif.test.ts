import { describe, expect, test } from 'vitest'
import { bytesOf, setUint32, uint32 } from '../../../src/chapters/pictures/bytes.ts'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { cleanPicture } from '../../../src/chapters/pictures/read.ts'
import { cleanExif } from '../../../src/chapters/pictures/tiff.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import { pixels, plantedIn } from './findings.ts'
import { directory, exifBlock, type Fields, fieldsIn, gpsFields, otherMetadata, planted } from './metadata.ts'
import { fieldsOf, tiffWith } from './samples.ts'

const { short, long, rationals, bytes } = fieldsIn(true)
/** A little-endian EXIF block, or TIFF file, of one directory. */
const block = (fields: Fields) => joined([bytesOf('II\x2a\0\x08\0\0\0'), directory(fields, 8, true)])

describe('EXIF', () => {
  test.each<[string, Uint8Array, number | undefined]>([
    ['orientation', block([short(0x0112, 6)]), 6],
    ['big-endian numbers', exifBlock({ orientation: 8, little: false }), 8],
    ['no orientation of another type', block([long(0x0112, 6)]), 1],
    ['no list of orientations', block([bytes(0x0112, Uint8Array.of(6, 0, 6, 0))]), 1],
    ['nothing in a truncated block', exifBlock({ orientation: 6 }).subarray(0, -30), undefined],
    ['nothing without a byte order', joined([bytesOf('XX'), exifBlock({}).subarray(2)]), undefined],
    ['nothing in an empty block', new Uint8Array(), undefined],
  ])('is read: %s', (_, bytesOfBlock, orientation) => {
    expect(cleanExif(bytesOfBlock, noCost())?.orientation).toBe(orientation)
    expect(cleanExif(joined([bytesOf('Exif\0\0'), bytesOfBlock]), noCost())?.orientation).toBe(orientation)
  })

  test.each([true, false])('stays without its places (little-endian: %s)', (little) => {
    const located = exifBlock({ orientation: 6, little })
    const cleaned = cleanExif(located, noCost())?.bytes ?? located
    expect(plantedIn(located)).not.toEqual([])
    expect(plantedIn(cleaned)).toEqual([])
    expect(cleaned).toHaveLength(located.length)
    for (const text of [otherMetadata.make, otherMetadata.taken])
      expect(Buffer.from(cleaned).includes(text)).toBe(true)
  })

  test('is left out where it could not be emptied without a change of what it says', () => {
    // The directory of places is the first directory itself.
    expect(cleanExif(block([short(0x0112, 6), long(0x8825, 8)]), noCost())?.orientation).toBe(6)
    // The text that is emptied is the header.
    const all = { tag: 0x9286, type: 7, count: 40, data: new Uint8Array(40) }
    const over = block([all])
    setUint32(over, 18, 0, true)
    expect(cleanExif(over, noCost())).toBeUndefined()
  })
})

/** Appends a second page of these fields to a TIFF of one page. */
function withPage(first: Uint8Array, page: Fields, before: Uint8Array): Uint8Array {
  const at = first.length + (first.length % 2)
  const file = joined([
    first,
    new Uint8Array(at - first.length),
    before,
    directory(page, at + before.length, true),
  ])
  const table = uint32(file, 4, true)
  setUint32(file, table + 2 + 12 * (file[table] ?? 0), at + before.length, true)
  return file
}

describe('TIFF', () => {
  test('loses the GPS directory of a second page, and GeoTIFF tags', async () => {
    const first = await tiffWith({ width: 8, height: 8, located: false })
    const gps = directory(gpsFields(true), first.length + (first.length % 2), true)
    // The second page has its own pixels, after its directories.
    const pixelsAt = first.length + (first.length % 2) + gps.length
    const own = fieldsOf(first).map((field) =>
      field.tag === 0x0111 ? long(0x0111, pixelsAt) : field.tag === 0x0117 ? long(0x0117, 16) : field,
    )
    const fields = [...own, rationals(0x8482, [[planted.number, 1]]), long(0x8825, first.length)]
    const sorted = fields.toSorted((one, other) => one.tag - other.tag)
    const file = withPage(first, sorted, joined([gps, new Uint8Array(16)]))
    expect(plantedIn(file)).not.toEqual([])
    const clean = cleanPicture(file, noCost())?.bytes ?? new Uint8Array()
    expect(plantedIn(clean)).toEqual([])
    expect(await pixels(clean)).toEqual(await pixels(first))
  })

  test('has zeros in place of what can hold a place, and the rest as it came', async () => {
    const file = await tiffWith({ width: 8, height: 8 })
    const clean = cleanPicture(file, noCost())?.bytes ?? new Uint8Array()
    expect(clean.length).toBe(file.length)
    const kept = fieldsOf(clean)
    for (const [index, field] of fieldsOf(file).entries()) {
      const isPlace = [0x02bc, 0x83bb].includes(field.tag)
      const data = isPlace ? new Uint8Array(field.data.length) : field.data
      expect(kept[index]).toEqual({ ...field, data })
    }
  })
})
