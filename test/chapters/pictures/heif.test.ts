import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bytesOf, setUint32, uint32 } from '../../../src/chapters/pictures/bytes.ts'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { cleanHeif, isHeif } from '../../../src/chapters/pictures/heif.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import { pixels, plantedIn } from './findings.ts'
import { exifBlock, xmpPacket } from './metadata.ts'

// The boxes are those of ISO/IEC 14496-12 and 23008-12.

const number = (value: number, width: 1 | 2 | 4): Uint8Array => {
  const bytes = new Uint8Array(4)
  setUint32(bytes, 0, value)
  return bytes.subarray(4 - width)
}

const box = (type: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const content = joined(parts)
  return joined([number(content.length + 8, 4), bytesOf(type), content])
}

const full = (type: string, version: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  box(type, number(version, 1), new Uint8Array(3), ...parts)

interface Made {
  readonly brand?: string
  /** The quarters by which the picture is turned. */
  readonly quarters?: number
  /** The size of a thumbnail, which stands before the size of the picture. */
  readonly thumbnail?: boolean
  readonly inIdat?: boolean
  /** Boxes beside those of the picture. */
  readonly more?: readonly Uint8Array[]
  readonly moreInMeta?: readonly Uint8Array[]
  readonly properties?: readonly Uint8Array[]
  readonly itemName?: string
  /** The newer boxes, whose ids and counts are wider. */
  readonly wide?: boolean
  /** The oldest box iloc, whose items are all in the file, and which has no indexes of extents. */
  readonly old?: boolean
  /** The number of bytes of a base offset, 4 if left out. */
  readonly base?: number
  /** True if the item of the pixels has no length, so that it takes the rest of the file. */
  readonly rest?: boolean
  /** The text that ends the name of an item. */
  readonly terminator?: string
  /** The form of the last length: 64 bits behind the header, or none; in the header if left out. */
  readonly length?: 'large' | 'rest'
  /** True if each item has two extents, which begin at the place of the first. */
  readonly extents?: boolean
}

const pixelBytes = bytesOf('the pixels of the picture')
const exif = joined([number(0, 4), exifBlock({ little: false })])
const ispe = (width: number, height: number) => full('ispe', 0, number(width, 4), number(height, 4))

/** Makes a picture of 40 by 30 pixels: item 1 its pixels, item 2 its Exif, item 3 a thumbnail. */
function heif({ brand = 'heic', quarters, inIdat = false, ...made }: Made = {}): Uint8Array {
  const { more = [], moreInMeta = [], properties = [], itemName = '', wide = false, old = false } = made
  const { length, extents = false, base = 4, rest = false, terminator = '\0' } = made
  const id = (value: number) => number(value, wide ? 4 : 2)
  const ftyp = box('ftyp', bytesOf(brand), number(0, 4), bytesOf('mif1'))
  const entry = (item: number, type: string) =>
    full('infe', wide ? 3 : 2, id(item), number(0, 2), bytesOf(`${type}${itemName}${terminator}`))
  const turn = quarters === undefined ? [] : [box('irot', number(quarters, 1))]
  const own = [2, ...(quarters === undefined ? [] : [3])]
  const ipma = box(
    'ipma',
    number(wide ? 0x0100_0001 : 0, 4),
    number(2, 4),
    ...[id(3), number(1, 1), number(1, wide ? 2 : 1)],
    ...[id(1), number(own.length, 1), ...own.map((index) => number(index, wide ? 2 : 1))],
  )
  const meta = (at: number) => {
    const item = (own: number, start: number, whole: number) => {
      const parts = extents ? [[5, whole - 5] as const, [0, 5] as const] : [[0, whole] as const]
      return joined([
        ...[id(own), ...(old ? [] : [number(inIdat ? 1 : 0, 2)]), number(0, 2)],
        ...[new Uint8Array(base - 4), number(start, 4)],
        number(parts.length, 2),
        ...parts.flatMap(([from, count]) => [
          ...(wide ? [number(1, 4)] : []),
          ...[number(from, 4), number(rest && own === 1 ? 0 : count, 4)],
        ]),
      ])
    }
    return full(
      'meta',
      0,
      full('hdlr', 0, bytesOf('\0\0\0\0pict'), new Uint8Array(13)),
      full('pitm', wide ? 1 : 0, id(1)),
      full('iinf', wide ? 1 : 0, id(2), entry(1, 'hvc1'), entry(2, 'Exif')),
      full(
        'iloc',
        wide ? 2 : old ? 0 : 1,
        number(0x4400 + base * 16 + (wide || old ? 4 : 0), 2),
        id(2),
        item(1, at + exif.length, pixelBytes.length),
        item(2, at, exif.length),
      ),
      ...moreInMeta,
      box('iprp', box('ipco', ispe(8, 6), ispe(40, 30), ...turn, ...properties), ipma),
      ...(inIdat ? [box('idat', exif, pixelBytes)] : []),
    )
  }
  const start = inIdat ? 0 : ftyp.length + meta(0).length + (length === 'large' ? 16 : 8)
  const content = joined([exif, pixelBytes, bytesOf(rest ? '' : 'Cinderquay')])
  const mdat =
    length === undefined
      ? box('mdat', content)
      : length === 'rest'
        ? joined([number(0, 4), bytesOf('mdat'), content])
        : joined([number(1, 4), bytesOf('mdat'), number(0, 4), number(content.length + 16, 4), content])
  return joined([ftyp, meta(start), ...(inIdat ? [] : [mdat]), ...more])
}

const read = (bytes: Uint8Array) => cleanHeif(bytes, noCost())
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1')

describe('the size of a HEIC or HEIF picture', () => {
  test.each<[string, Made, number, number]>([
    ['is the property ispe of its primary item, not that of a thumbnail', {}, 40, 30],
    ['is turned by a quarter', { quarters: 1 }, 30, 40],
    ['is turned by two quarters', { quarters: 2 }, 40, 30],
    ['is turned by three quarters', { quarters: 3 }, 30, 40],
    ['is that of HEIF', { brand: 'mif1' }, 40, 30],
    ['is that of a picture whose bytes are in idat', { inIdat: true }, 40, 30],
    ['is that of boxes with wide ids', { wide: true, quarters: 1 }, 30, 40],
    ['is that of the oldest boxes', { old: true }, 40, 30],
  ])('%s', (_, made, width, height) => {
    const picture = { format: 'heic', width, height, orientation: 1, spherical: false }
    expect(read(heif(made))?.picture).toEqual(picture)
  })
})

describe('a cleaned HEIC or HEIF picture', () => {
  test.each<[string, Made]>([
    ['in mdat', {}],
    ['in idat', { inIdat: true }],
    ['in another box', { more: [box('uuid', xmpPacket({})), box('udta', bytesOf('Cinderquay'))] }],
    ['in another box of meta', { moreInMeta: [full('xml ', 0, xmpPacket({}))] }],
    ['in another property', { properties: [full('udes', 0, bytesOf('Cinderquay\0'))] }],
    ['in the name of an item', { itemName: 'Cinderquay' }],
    ['in the name of an item, with wide ids', { itemName: 'Cinderquay', wide: true }],
    ['in mdat, with wide ids', { wide: true }],
    ['in idat, with wide ids', { wide: true, inIdat: true }],
    ['in mdat, of which the oldest boxes tell', { old: true }],
    ['in a last box of 64 bits', { length: 'large' }],
    ['in a last box without a length', { length: 'rest' }],
    ['in an empty box more', { more: [box('skip')] }],
    ['before a picture without a length', { rest: true }],
    ['before a picture without a length in idat', { rest: true, inIdat: true }],
    ['in the name of an item that nothing ends', { itemName: 'Cinderquay', terminator: '' }],
    ['where bases have 8 bytes', { base: 8 }],
    ['between two extents', { extents: true }],
    ['between two extents in idat', { extents: true, inIdat: true }],
  ])('has its pixels at their place, and no location %s', (_, made) => {
    const bytes = heif(made)
    expect(plantedIn(bytes)).not.toEqual([])
    const clean = read(bytes)?.bytes
    expect(plantedIn(clean ?? bytes)).toEqual([])
    expect(clean).toHaveLength(bytes.length)
    expect(textOf(clean).indexOf('the pixels of the picture')).toBe(textOf(bytes).indexOf('the pixels'))
    // The result is still a picture, and cleaning it again changes nothing.
    expect(read(clean ?? bytes)).toEqual({ picture: read(bytes)?.picture, bytes: clean })
  })

  test('keeps what ends the name of an item', () => {
    expect(textOf(read(heif({ itemName: 'Cinderquay' }))?.bytes)).toContain(`Exif${' '.repeat(10)}\0`)
  })

  test('is one that libheif writes and reads, with the same pixels', async () => {
    const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c84' } })
      .jpeg()
      .toBuffer()
    const made = await sharp(jpeg)
      .withExif({
        IFD0: { Make: 'Ashgrove Optics' },
        IFD3: { GPSLatitude: '59/1 19/1 48231/1000', GPSLatitudeRef: 'N' },
      })
      .heif({ compression: 'av1' })
      .toBuffer()
    // The brand of AVIF becomes that of HEIF, which is the same file but for its pixels.
    made.write('mif1', 8, 'latin1')
    const bytes = new Uint8Array(made)
    const clean = read(bytes)
    expect(clean?.picture).toMatchObject({ width: 64, height: 48 })
    expect(textOf(bytes)).toContain('Ashgrove Optics')
    expect(textOf(clean?.bytes)).not.toContain('Ashgrove Optics')
    expect(await pixels(clean?.bytes ?? bytes)).toEqual(await pixels(bytes))
  })
})

describe('refused is', () => {
  test.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['AVIF, which has a brand of its own', () => heif({ brand: 'avif' })],
    ['a picture that is cut short', (bytes) => bytes.subarray(0, -1)],
    ['a box that is shorter than its header', (bytes) => joined([bytes, number(4, 4), bytesOf('free')])],
    ['a box of 4 bytes before another', (bytes) => joined([bytes, number(4, 4), box('free')])],
    ['a box that ends behind the file', (bytes) => joined([bytes, number(99, 4), bytesOf('free')])],
    ['a picture without the box meta', (bytes) => bytes.subarray(0, uint32(bytes, 0))],
  ])('%s', (_, change) => {
    expect(read(change(heif()))).toBeUndefined()
  })

  test.each<[string, Made, number, number]>([
    ['a version of iloc that is not known, with wide ids', { wide: true }, 4, 3],
    ['a second extent beyond the file', { extents: true }, 33, 0xff],
    ['a picture in idat beyond that box', { inIdat: true }, 20, 2],
    ['an item more, in the box behind', { moreInMeta: [box('free', new Uint8Array(24))] }, 11, 3],
  ])('%s', (_, made, offset, value) => {
    const bytes = heif(made)
    bytes[textOf(bytes).indexOf('iloc') + offset] = value
    expect(read(bytes)).toBeUndefined()
  })

  test.each<[string, Made, string, number, number]>([
    ['an entry of iinf that is too long', {}, 'infe', -2, 0xff],
    ['a box of more than 4 gigabytes', { length: 'large' }, 'mdat', 7, 1],
  ])('%s', (_, made, type, offset, value) => {
    const bytes = heif(made)
    bytes[textOf(bytes).indexOf(type) + offset] = value
    expect(read(bytes)).toBeUndefined()
  })

  test('a picture whose bases have 9 bytes', () => {
    expect(read(heif({ base: 9 }))).toBeUndefined()
  })

  // Each is one byte of a box: the kind of place, the version, and the widths of numbers.
  test.each<[string, number, number]>([
    ['items made of other items', 15, 2],
    ['a version of iloc that is not known', 4, 3],
    ['numbers of 9 bytes', 8, 0x94],
    ['an item beyond the file', 20, 0xff],
    ['more items than there are', 10, 0xff],
    ['more extents than there are', 22, 0xff],
  ])('a picture with %s', (_, offset, value) => {
    const bytes = heif()
    const at = textOf(bytes).indexOf('iloc')
    bytes[at + offset] = value
    expect(read(bytes)).toBeUndefined()
  })

  test('a size that is shorter than its two numbers', () => {
    const bytes = heif()
    const at = textOf(bytes).lastIndexOf('ispe')
    // The box ends before the height, and the rest is a box of its own.
    setUint32(bytes, at - 4, 12)
    setUint32(bytes, at + 8, 8)
    expect(read(bytes)).toBeUndefined()
  })

  test.each(['pitm', 'iinf', 'iloc', 'iprp', 'ispe', 'ipma'])('a picture without the box %s', (type) => {
    const bytes = heif()
    const text = textOf(bytes)
    for (let at = text.indexOf(type); at >= 0; at = text.indexOf(type, at + 4)) bytes.set(bytesOf('free'), at)
    expect(read(bytes)).toBeUndefined()
  })

  test('every beginning of a picture, without an error', () => {
    const bytes = heif({ quarters: 1 })
    for (let length = 0; length < bytes.length; length += 1)
      expect(read(bytes.subarray(0, length))).toBeUndefined()
  })

  test('more boxes than the pictures of a request may have parts', () => {
    const boxes = Array.from({ length: 25_001 }, () => box('free'))
    expect(read(heif({ more: boxes }))).toBeUndefined()
  })
})

test('a HEIC picture is known by its brand', () => {
  expect([isHeif(heif()), isHeif(bytesOf('\0\0\0\x18ftypisom')), isHeif(new Uint8Array())]).toEqual([
    true,
    false,
    false,
  ])
})
