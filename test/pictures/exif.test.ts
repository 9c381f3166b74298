import { describe, expect, test } from 'vitest'
import { joined } from '../../src/engine/values/byte-arrays.ts'
import { bytesOf, setUint32, uint32 } from '../../src/pictures/bytes.ts'
import { noCost } from '../../src/pictures/cost.ts'
import { minimalExif, readExif } from '../../src/pictures/exif.ts'
import { cleanPicture } from '../../src/pictures/read.ts'
import { pixels, plantedIn } from './findings.ts'
import { directory, exifBlock, type Fields, fieldsIn, gpsFields, planted } from './metadata.ts'
import { fieldsOf, jpegWith, tiffWith } from './samples.ts'

const { short, long, rationals, bytes, ascii } = fieldsIn(true)
/** A little-endian EXIF block, or TIFF file, of one directory. */
const block = (fields: Fields) => joined([bytesOf('II\x2a\0\x08\0\0\0'), directory(fields, 8, true)])
const noFields = { orientation: 1, resolutions: [], unit: undefined }

describe('EXIF', () => {
  test.each<[string, Uint8Array, object]>([
    ['orientation', block([short(0x0112, 6)]), { ...noFields, orientation: 6 }],
    [
      'resolution',
      block([rationals(0x011a, [[300, 1]]), rationals(0x011b, [[150, 2]]), short(0x0128, 2)]),
      {
        orientation: 1,
        resolutions: [
          [0x011a, [300, 1]],
          [0x011b, [150, 2]],
        ],
        unit: 2,
      },
    ],
    ['big-endian numbers', exifBlock({ orientation: 8, little: false }), { ...noFields, orientation: 8 }],
    ['no orientation of another type', block([long(0x0112, 6)]), noFields],
    ['no list of orientations', block([bytes(0x0112, Uint8Array.of(6, 0, 6, 0))]), noFields],
    ['no resolution past the end', block([rationals(0x011a, [[1, 1]])]).subarray(0, -4), noFields],
    ['nothing in a truncated block', exifBlock({ orientation: 6 }).subarray(0, -30), noFields],
    ['nothing without a byte order', joined([bytesOf('XX'), exifBlock({}).subarray(2)]), noFields],
    ['nothing in an empty block', new Uint8Array(), noFields],
  ])('is read: %s', (_, bytesOfBlock, expected) => {
    expect(readExif(bytesOfBlock)).toEqual(expected)
    expect(readExif(joined([bytesOf('Exif\0\0'), bytesOfBlock]))).toEqual(expected)
  })

  test.each<[string, Fields]>([
    ['orientation', [short(0x0112, 6)]],
    ['resolution', [rationals(0x011a, [[300, 1]]), rationals(0x011b, [[150, 2]]), short(0x0128, 2)]],
    ['both', [short(0x0112, 3), rationals(0x011a, [[72, 1]])]],
  ])('is written again with %s alone', (_, fields) => {
    const exif = readExif(block([...fields, ascii(0x0131, planted.texts[0] ?? '')]))
    const written = minimalExif(exif)
    expect(written && readExif(written)).toEqual(exif)
    expect(plantedIn(written ?? new Uint8Array())).toEqual([])
  })

  test('is not written if it has neither orientation nor resolution', () => {
    expect(minimalExif(readExif(exifBlock({})))).toBeUndefined()
    expect(minimalExif(readExif(block([short(0x0112, 1), short(0x0128, 2)])))).toBeUndefined()
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

  test('has zeros in place of removed metadata', async () => {
    const file = await tiffWith({ width: 8, height: 8 })
    const clean = cleanPicture(file, noCost())?.bytes ?? new Uint8Array()
    expect(clean.length).toBe(file.length)
    expect(fieldsOf(clean).map(({ tag }) => tag)).not.toEqual(expect.arrayContaining([0x8769]))
    expect(fieldsOf(clean).some(({ tag }) => [0x010f, 0x02bc, 0x83bb, 0x8825].includes(tag))).toBe(false)
  })

  test.each<[string, number, [offset: number, length: number]]>([
    ['strip', 7, [0x0111, 0x0117]],
    ['strip of the older kind', 6, [0x0111, 0x0117]],
    ['picture of the older kind', 6, [0x0201, 0x0202]],
  ])('loses the metadata of a JPEG %s', async (_, compression, [offsetTag, lengthTag]) => {
    const jpeg = joined([await jpegWith({ width: 8, height: 8 }), bytesOf(planted.texts[0] ?? '')])
    const fields = (at: number) => [
      long(0x0100, 8),
      long(0x0101, 8),
      short(0x0103, compression),
      long(offsetTag, at),
      long(lengthTag, jpeg.length),
    ]
    const at = block(fields(0)).length
    const file = joined([block(fields(at)), jpeg])
    expect(plantedIn(file)).not.toEqual([])
    const clean = cleanPicture(file, noCost())?.bytes ?? file
    expect(plantedIn(clean)).toEqual([])
    expect(await pixels(clean.subarray(at))).toEqual(await pixels(jpeg))
  })

  test.each<[string, (file: Uint8Array, table: number) => void]>([
    ['if its strips overlap its directory', (file, table) => setStrip(file, table, 0x0117, file.length)],
    ['if its strips are past its end', (file, table) => setStrip(file, table, 0x0111, file.length + 1)],
  ])('has no place after cleaning, or is refused, %s', async (_, change) => {
    const file = await tiffWith({ width: 8, height: 8 })
    change(file, uint32(file, 4, true))
    const clean = cleanPicture(file, noCost())
    expect(plantedIn(clean?.bytes ?? new Uint8Array())).toEqual([])
  })
})

function setStrip(file: Uint8Array, table: number, tag: number, value: number): void {
  for (let at = table + 2; at < table + 2 + 12 * (file[table] ?? 0); at += 12) {
    if ((file[at] ?? 0) + (file[at + 1] ?? 0) * 256 === tag) setUint32(file, at + 8, value, true)
  }
}
