import { zlibSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, joined, setUint16, setUint32, uint32 } from '../../../src/graph/picture/bytes.ts'
import { pngChunk } from '../../../src/graph/picture/chunks.ts'
import { withoutLocation } from '../../../src/graph/picture/location.ts'
import { type PictureFormat, readPicture } from '../../../src/graph/picture/read.ts'
import { sampleMakers, tiffWith } from './samples.ts'

const formats = Object.keys(sampleMakers) as PictureFormat[]
const mutationsPerFormat = 4_000

const samples = new Map<PictureFormat, Uint8Array>()
beforeAll(async () => {
  for (const format of formats) {
    samples.set(format, await sampleMakers[format]({ width: 9, height: 6, orientation: 6, spherical: true }))
  }
})

const sample = (format: PictureFormat): Uint8Array => samples.get(format)?.slice() ?? new Uint8Array()

/** Numbers that are drawn the same way every time, so that a failure can be repeated. */
function drawer(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const edges = [0, 1, 0x7f, 0x80, 0xfe, 0xff]

/** Changes one to eight places: a byte, a 16-bit or 32-bit number at an edge, a stretch copied elsewhere. */
function mutate(bytes: Uint8Array, draw: (below: number) => number): Uint8Array {
  const mutant = bytes.slice()
  for (let change = draw(8); change >= 0; change -= 1) {
    const at = draw(mutant.length)
    const kind = draw(4)
    if (kind === 0) mutant[at] = draw(256)
    else if (kind === 1) mutant[at] = edges[draw(edges.length)] ?? 0
    else if (kind === 2) mutant.fill(edges[draw(edges.length)] ?? 0, at, at + 2 + 2 * draw(2))
    else mutant.copyWithin(at, draw(mutant.length), draw(mutant.length))
  }
  return draw(4) === 0 ? mutant.subarray(0, draw(mutant.length)) : mutant
}

/** What holds of any bytes: nothing throws, and a picture without its location is the same picture. */
function check(bytes: Uint8Array, format: PictureFormat): void {
  const before = bytes.slice()
  const picture = readPicture(bytes)
  const cleaned = withoutLocation(bytes, picture?.format ?? format)
  if (!Buffer.from(bytes).equals(before)) throw new Error('the bytes given changed')
  if (picture === undefined) return
  const { spherical: _spherical, ...lasting } = picture
  expect(readPicture(cleaned)).toMatchObject(lasting)
}

describe('any bytes', () => {
  test.each(formats)('of %s, cut short at every place, are a picture or none', (format) => {
    const bytes = sample(format)
    for (let length = 0; length < bytes.length; length += 1) check(bytes.subarray(0, length), format)
  })

  test.each(formats)('of %s, mutated, are a picture or none', (format) => {
    const draw = drawer(formats.indexOf(format) + 1)
    for (let round = 0; round < mutationsPerFormat; round += 1) check(mutate(sample(format), draw), format)
  })

  test('at random, and of one format taken for another, are cleaned', () => {
    const draw = drawer(99)
    for (let round = 0; round < 500; round += 1) {
      const noise = Uint8Array.from({ length: draw(400) }, () => draw(256))
      for (const format of formats) {
        check(noise, format)
        withoutLocation(sample(formats[draw(formats.length)] ?? 'png'), format)
      }
    }
  })
})

/** Files that invite work that grows with the square of their length. */
const lures: Record<string, (length: number) => Promise<Uint8Array> | Uint8Array> = {
  'JPEG of empty segments': (length) => repeated('\xff\xd8', '\xff\xe1\0\x02', length),
  'JPEG of fill bytes': (length) => repeated('\xff\xd8', '\xff', length),
  'JPEG of scans': (length) => repeated('\xff\xd8', '\xff\xda\0\x02\0', length),
  'PNG of empty texts': async (length) => inPng(length, pngChunk('tEXt', new Uint8Array())),
  'PNG of compressed texts': async (length) =>
    inPng(length, pngChunk('zTXt', bomb('Raw profile type exif\0\0', 1_000))),
  'PNG of texts that inflate a thousandfold': async (length) =>
    inPng(length, pngChunk('zTXt', bomb('XML:com.adobe.xmp\0\0', 4_000_000))),
  'GIF of empty extensions': (length) => repeated('GIF89a\x09\0\x06\0\0\0\0', '\x21\xff\0', length),
  'GIF of XMP without end': (length) =>
    repeated('GIF89a\x09\0\x06\0\0\0\0', '\x21\xff\x0bXMP DataXMP<a ', length),
  'WebP of empty XMP': (length) => repeated('RIFF\xff\xff\xff\x00WEBP', 'XMP \0\0\0\0', length),
  'TIFF of XMP entries for the same bytes': (length) => tiffOf(length, 0x02bc, 1),
  'TIFF of notes of makers over the same bytes': (length) => tiffOf(length, 0x927c, 1),
  'TIFF of lists of directories': (length) => tiffOf(length, 0x014a, 4),
  'XML of open elements': (length) => xmp(repeated('', '<a>', length)),
  'XML of attributes without end': (length) => xmp(repeated('<a', ' b="', length)),
  'XML of comments without end': (length) => xmp(repeated('', '<!--', length)),
  'XML of places in places': (length) =>
    xmp(joined([repeated('', '<City>', length / 2), repeated('', '</City>', length / 2)])),
}

function repeated(head: string, unit: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const whole = bytesOf(unit)
  for (let at = 0; at < length; at += whole.length) bytes.set(whole.subarray(0, length - at), at)
  bytes.set(bytesOf(head))
  return bytes
}

const bomb = (head: string, length: number): Uint8Array =>
  joined([bytesOf(head), zlibSync(new Uint8Array(length).fill(97))])

function inPng(length: number, chunk: Uint8Array): Uint8Array {
  const png = sample('png')
  return joined([
    png.subarray(0, 33),
    ...Array<Uint8Array>(Math.floor(length / chunk.length)).fill(chunk),
    png.subarray(33),
  ])
}

/** A TIFF whose first directory is half of it: entries that each have the other half for their value. */
function tiffOf(length: number, tag: number, type: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(32)
  const count = Math.min(65_535, Math.floor(length / 24))
  bytes.set(bytesOf('II\x2a\0\x08\0\0\0'))
  setUint16(bytes, 8, count, true)
  const valueAt = 10 + 12 * count
  for (let at = 10; at < valueAt; at += 12) {
    setUint16(bytes, at, tag, true)
    setUint16(bytes, at + 2, type, true)
    setUint32(bytes, at + 4, Math.floor((length - valueAt) / type), true)
    setUint32(bytes, at + 8, valueAt, true)
  }
  return bytes
}

async function xmp(packet: Uint8Array): Promise<Uint8Array> {
  const png = sample('png')
  const chunk = pngChunk('iTXt', joined([bytesOf('XML:com.adobe.xmp\0\0\0\0\0'), packet]))
  return joined([png.subarray(0, 33), chunk, png.subarray(33)])
}

describe('bytes made to be slow are answered:', () => {
  // A reader whose time grows with the square of these would run into the runner's limit.
  test.each(Object.entries(lures))('%s', async (_title, make) => {
    const bytes = await make(2_000_000)
    const format = formats.find((candidate) => sample(candidate)[0] === bytes[0]) ?? 'png'
    check(bytes, format)
  })
})

test('a value laid over the tables of a TIFF cannot undo them', async () => {
  const bytes = await tiffWith({ width: 9, height: 6, orientation: 6 })
  const first = uint32(bytes, 4, true)
  const count = bytes[first] ?? 0
  const tags = Array.from({ length: count }, (_, index) => first + 2 + 12 * index)
  const gps = uint32(bytes, (tags.find((at) => bytes[at] === 0x25 && bytes[at + 1] === 0x88) ?? 0) + 8, true)
  setUint32(bytes, gps + 2 + 12 + 4, 1_000, true)
  setUint32(bytes, gps + 2 + 12 + 8, 0, true)
  check(bytes, 'tiff')
  expect(readPicture(withoutLocation(bytes, 'tiff'))).toMatchObject({ width: 6, height: 9 })
})
