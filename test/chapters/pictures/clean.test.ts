import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bytesOf, setUint16, setUint32, uint32 } from '../../../src/chapters/pictures/bytes.ts'
import {
  checksum,
  pngChunk,
  pngChunksOf,
  webpChunk,
  webpChunksOf,
} from '../../../src/chapters/pictures/chunks.ts'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { segmentsOf } from '../../../src/chapters/pictures/jpeg.ts'
import { cleanPicture, type PictureFormat } from '../../../src/chapters/pictures/read.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import { exifSegment, pixels, plantedIn } from './findings.ts'
import { exifBlock, otherMetadata, xmpPacket } from './metadata.ts'
import { readPicture } from './read-picture.ts'
import { gif, jpegWith, plainJpeg, pngWith, sampleMakers, webpOf, webpWith, withSegments } from './samples.ts'

const formats = Object.keys(sampleMakers) as PictureFormat[]
const withMetadata = ['jpeg', 'png', 'gif', 'tiff', 'webp'] as const
const turnable = ['jpeg', 'png', 'tiff', 'webp'] as const

/** Cleans a picture. Throws if it is refused. */
function cleaned(bytes: Uint8Array): Uint8Array {
  const clean = cleanPicture(bytes, noCost())
  if (!clean) throw new Error('The picture was refused')
  return clean.bytes
}

/** Inserts chunks after the header of a PNG. */
const withChunks = (png: Uint8Array, ...chunks: readonly Uint8Array[]): Uint8Array =>
  joined([png.subarray(0, 33), ...chunks, png.subarray(33)])

/** Inserts blocks after the color table of a GIF. */
function withBlocks(image: Uint8Array, blocks: string): Uint8Array {
  const at = 13 + ((image[10] ?? 0) & 0x80 ? 6 << ((image[10] ?? 0) & 7) : 0)
  return joined([image.subarray(0, at), bytesOf(blocks), image.subarray(at)])
}

const plainPng = async () =>
  new Uint8Array(
    await sharp(await plainJpeg(8, 8))
      .png()
      .toBuffer(),
  )
const plainGif = async () =>
  new Uint8Array(
    await sharp(await plainJpeg(8, 8))
      .gif()
      .toBuffer(),
  )
const chunksOf = (bytes: Uint8Array) => [...webpChunksOf(bytes, noCost())]

describe('cleaning', () => {
  test.each(withMetadata)('removes the metadata of a sample: %s', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16, orientation: 6 })
    expect(plantedIn(bytes).length).toBeGreaterThan(3)
    const clean = Buffer.from(cleaned(bytes))
    expect(plantedIn(clean)).toEqual([])
    for (const text of ['GPano', 'rdf:', '8BIM', otherMetadata.creator])
      expect(clean.includes(text)).toBe(false)
  })

  test.each(formats)('leaves its input unchanged: %s', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16 })
    const copy = bytes.slice()
    cleaned(bytes)
    expect(bytes).toEqual(copy)
  })

  test.each(formats)('changes nothing the second time: %s', async (format) => {
    const once = cleaned(await sampleMakers[format]({ width: 24, height: 16, orientation: 6 }))
    expect(cleaned(once)).toEqual(once)
  })
})

const place = 'Hollowmere'
const xmpOf = (property: string) =>
  `<x xmlns:dwc="http://rs.tdwg.org/dwc/index.htm" xmlns:Geotate="http://ns.geotate.test/" ${property}="${place}"/>`
const xmpHeader = 'http://ns.adobe.com/xap/1.0/\0'

/** An EXIF block in which the offset of the GPS directory has the type SLONG, which few readers follow. */
function signedGps(): Uint8Array {
  const block = exifBlock({ little: true })
  const first = uint32(block, 4, true)
  for (let at = first + 2; at < block.length; at += 12) {
    if (block[at] !== 0x25 || block[at + 1] !== 0x88) continue
    setUint16(block, at + 2, 9, true)
    return block
  }
  throw new Error('The block has no GPS directory')
}

describe('no place is left after cleaning', () => {
  test.each<[string, () => Promise<Uint8Array>]>([
    ...['dwc:locality', 'Geotate:POI', 'cell:mcc', 'x:Anything'].map(
      (property): [string, () => Promise<Uint8Array>] => [
        `a JPEG with the XMP property ${property}`,
        async () => withSegments(await plainJpeg(8, 8), [0xe1, bytesOf(xmpHeader + xmpOf(property))]),
      ],
    ),
    [
      'a JPEG with a GPS directory at an offset of type SLONG',
      async () => withSegments(await plainJpeg(8, 8), exifSegment(signedGps())),
    ],
    [
      'a JPEG with EXIF in a JFXX thumbnail',
      async () => {
        const thumbnail = withSegments(await plainJpeg(8, 8), exifSegment(exifBlock({})))
        const jfxx = joined([bytesOf('JFXX\0\x10'), thumbnail])
        return withSegments(await plainJpeg(16, 16), [0xe0, jfxx])
      },
    ],
    [
      'a JPEG with extra bytes in its JFIF header',
      async () =>
        withSegments(await plainJpeg(8, 8), [
          0xe0,
          bytesOf(`JFIF\0\x01\x02\0\0\x01\0\x01\x02\x02${place}  `),
        ]),
    ],
    [
      'a JPEG with extra bytes in its Adobe header',
      async () => withSegments(await plainJpeg(8, 8), [0xee, bytesOf(`Adobe\0\x64\0\0\0\0\0${place}`)]),
    ],
    ...[0xe1, 0xe2, 0xe5, 0xec, 0xef, 0xfe].map((marker): [string, () => Promise<Uint8Array>] => [
      `a JPEG with an unknown segment 0x${marker.toString(16)}`,
      async () => withSegments(await plainJpeg(8, 8), [marker, bytesOf(`GoPro\0${place}`)]),
    ]),
    ['a JPEG with bytes after its end', async () => joined([await plainJpeg(8, 8), bytesOf(place)])],
    [
      'a JPEG with an EXIF thumbnail',
      async () =>
        withSegments(
          await plainJpeg(16, 16),
          exifSegment(exifBlock({ thumbnail: await jpegWith({ width: 8, height: 8 }) })),
        ),
    ],
    ...['tEXt', 'iTXt', 'tXMP', 'caBX', 'zxIf', 'dSIG'].map((type): [string, () => Promise<Uint8Array>] => [
      `a PNG with a chunk ${type}`,
      async () => withChunks(await plainPng(), pngChunk(type, bytesOf(`Comment\0\0${place}`))),
    ]),
    ['a PNG with bytes after its end', async () => joined([await plainPng(), bytesOf(place)])],
    ...['XMP ', '_PMX', 'C2PA', 'META'].map((type): [string, () => Promise<Uint8Array>] => [
      `a WebP with a chunk ${type}`,
      async () => {
        const chunks = chunksOf(await webpWith({ width: 8, height: 8, located: false }))
        return webpOf([
          ...chunks.map((chunk) => webpChunk(chunk.type, chunk.data)),
          webpChunk(type, bytesOf(place)),
        ])
      },
    ]),
    ['a GIF with a comment', async () => withBlocks(await plainGif(), `\x21\xfe\x0a${place}\0`)],
    [
      'a GIF with a text',
      async () => withBlocks(await plainGif(), `\x21\x01\x0c${'\0'.repeat(12)}\x0a${place}\0`),
    ],
    [
      'a GIF with an unknown application block',
      async () => withBlocks(await plainGif(), `\x21\xff\x0bGARMIN  1.0\x0a${place}\0`),
    ],
    ['a GIF with bytes after its end', async () => joined([await plainGif(), bytesOf(place)])],
  ])('in %s [PHO-041]', async (_, make) => {
    const bytes = await make()
    expect(plantedIn(bytes)).not.toEqual([])
    const clean = cleaned(bytes)
    expect(plantedIn(clean)).toEqual([])
    expect(await pixels(clean)).toEqual(await pixels(bytes))
  })
})

test('unknown segments and chunks are removed, even if no decoder reads them [PHO-041]', async () => {
  const [jpeg, png] = [await plainJpeg(8, 8), await plainPng()]
  expect(cleaned(withSegments(jpeg, [0xf7, bytesOf(place)]))).toEqual(cleaned(jpeg))
  expect(cleaned(withChunks(png, pngChunk('GPSa', bytesOf(place))))).toEqual(cleaned(png))
})

/** An animated WebP of three pages. */
async function animated(): Promise<Uint8Array> {
  const raw = { width: 20, height: 30, channels: 3, pageHeight: 10 } as const
  const made = await sharp(
    Uint8Array.from({ length: 20 * 30 * 3 }, (_, at) => (at * 7) & 255),
    { raw },
  )
    .webp({ loop: 3, delay: [10, 20, 30] })
    .toBuffer()
  return new Uint8Array(made)
}

describe('cleaning keeps', () => {
  test.each(withMetadata)('the pixels of %s', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16 })
    expect(await pixels(cleaned(bytes))).toEqual(await pixels(bytes))
  })

  test('every byte of a BMP that has headers and pixels alone', async () => {
    const bytes = await sampleMakers.bmp({ width: 24, height: 16 })
    expect(cleaned(bytes)).toEqual(bytes)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'every byte of a %s without metadata',
    async (format) => {
      const bytes = new Uint8Array(
        await sharp(await plainJpeg(24, 16))
          .toFormat(format)
          .toBuffer(),
      )
      expect(cleaned(bytes)).toEqual(bytes)
    },
  )

  test.each(formats)('size and orientation of %s', async (format) => {
    const bytes = await sampleMakers[format]({ width: 24, height: 16, orientation: 6 })
    expect(readPicture(cleaned(bytes))).toEqual(readPicture(bytes))
  })

  test.each(turnable)(
    'orientation, resolution and color profile of %s, as sharp reads them',
    async (format) => {
      const bytes = await sharp(await plainJpeg(24, 16))
        .withMetadata({ orientation: 6, density: 300, icc: 'p3' })
        .toFormat(format)
        .toBuffer()
      const before = await sharp(bytes).metadata()
      const after = await sharp(cleaned(new Uint8Array(bytes))).metadata()
      expect(after).toMatchObject({ orientation: 6, icc: before.icc })
      expect([after.density, before.density]).toEqual(Array(2).fill(format === 'webp' ? undefined : 300))
      expect(before.icc?.length).toBeGreaterThan(100)
    },
  )

  test.each(['gif', 'webp', 'png'] as const)('the animation of %s', async (format) => {
    const bytes = format === 'png' ? await animatedPng() : await animationOf(format)
    const clean = cleaned(bytes)
    if (format === 'png') {
      expect([...pngChunksOf(clean, noCost())].map(({ type }) => type)).toEqual([
        'IHDR',
        'acTL',
        'fcTL',
        'IDAT',
        'fcTL',
        'fdAT',
        'IEND',
      ])
    } else {
      const { pages, loop, delay } = await sharp(bytes).metadata()
      expect(await sharp(clean).metadata()).toMatchObject({ pages, loop, delay })
      expect(pages).toBe(3)
    }
  })

  test('the checksums of PNG chunks and the length of a WebP correct', async () => {
    const png = cleaned(await pngWith({ width: 24, height: 16, orientation: 6 }))
    const chunks = [...pngChunksOf(png, noCost())]
    expect(chunks.map(({ type }) => type)).toContain('eXIf')
    expect(chunks.at(-1)).toMatchObject({ type: 'IEND', end: png.length })
    for (const { start, end } of chunks)
      expect(uint32(png, end - 4)).toBe(checksum(png.subarray(start + 4, end - 4)))
    const webp = cleaned(await webpWith({ width: 24, height: 16 }))
    expect(uint32(webp, 4, true)).toBe(webp.length - 8)
  })
})

async function animationOf(format: 'gif' | 'webp'): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(await animated(), { animated: true })
      .toFormat(format)
      .toBuffer(),
  )
}

/** An animated PNG of two equal frames. */
async function animatedPng(): Promise<Uint8Array> {
  const chunks = [...pngChunksOf(await plainPng(), noCost())].filter(({ type }) =>
    ['IHDR', 'IDAT', 'IEND'].includes(type),
  )
  const control = (sequence: number) => {
    const data = new Uint8Array(26)
    setUint32(data, 0, sequence)
    setUint32(data, 4, 8)
    setUint32(data, 8, 8)
    return pngChunk('fcTL', data)
  }
  const [header, image, end] = chunks.map(({ type, data }) => pngChunk(type, data))
  if (!header || !image || !end) throw new Error('The PNG has not one chunk of pixels')
  const frame = pngChunk('fdAT', joined([Uint8Array.of(0, 0, 0, 2), chunks[1]?.data ?? new Uint8Array()]))
  const animation = pngChunk('acTL', Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0))
  return joined([bytesOf('\x89PNG\r\n\x1a\n'), header, animation, control(0), image, control(1), frame, end])
}

describe('a cleaned JPEG', () => {
  test('has no EXIF between the scans of a progressive picture', async () => {
    const bytes = new Uint8Array(
      await sharp(await plainJpeg(32, 32))
        .jpeg({ progressive: true })
        .toBuffer(),
    )
    const scans = [...segmentsOf(bytes, noCost())].filter(({ marker }) => marker === 0xda)
    const between = scans[0]?.scanEnd ?? 0
    const extra = withSegments(Uint8Array.of(0xff, 0xd8), exifSegment(exifBlock({}))).subarray(2)
    const clean = cleaned(joined([bytes.subarray(0, between), extra, bytes.subarray(between)]))
    expect(scans.length).toBeGreaterThan(1)
    expect(plantedIn(clean)).toEqual([])
    expect(await pixels(clean)).toEqual(await pixels(bytes))
  })

  test('has its color profile of several segments, and the color transform of Adobe', async () => {
    const plain = await plainJpeg(8, 8)
    const profiles = ['\x01\x02col', '\x02\x02ours'].map(
      (text) => [0xe2, bytesOf(`ICC_PROFILE\0${text}`)] as const,
    )
    const adobe = [0xee, bytesOf('Adobe\0\x64\0\0\0\0\x01')] as const
    const bytes = withSegments(plain, ...profiles, adobe)
    expect(cleaned(bytes)).toEqual(bytes)
  })
})

describe('a cleaned WebP', () => {
  test.each([
    ['with EXIF', [], 0x08, ['VP8X', 'VP8 ', 'EXIF']],
    ['without EXIF', ['EXIF'], 0, ['VP8X', 'VP8 ']],
  ])('%s declares no XMP, and EXIF only if it has some', async (_, without, flags, types) => {
    const chunks = chunksOf(await webpWith({ width: 8, height: 8 }))
      .filter(({ type }) => !without.includes(type))
      .map(({ type, data }) => webpChunk(type, data))
    const clean = cleaned(webpOf(chunks))
    expect(chunksOf(clean).map(({ type }) => type)).toEqual(types)
    expect(clean[20]).toBe(flags)
  })
})

test('a panorama is read as spherical before its XMP is removed [PHO-078]', async () => {
  const bytes = await gif({ width: 8, height: 4, spherical: true })
  expect(readPicture(bytes)?.spherical).toBe(true)
  expect(readPicture(cleaned(bytes))?.spherical).toBe(false)
  expect(Buffer.from(cleaned(bytes)).includes(Buffer.from(xmpPacket({}).subarray(0, 9)))).toBe(false)
})
