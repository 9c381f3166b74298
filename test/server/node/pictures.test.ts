import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { checksum as checksumOf } from '../../../src/chapters/pictures/chunks.ts'
import { pictureRenderer } from '../../../src/server/http/pictures.ts'
import { readPicture } from '../../chapters/pictures/read-picture.ts'
import { plainJpeg, sampleMakers } from '../../chapters/pictures/samples.ts'
import { runNatively } from '../../native/run-natively.ts'

const formats = ['jpeg', 'png', 'gif', 'tiff', 'webp'] as const

async function render(bytes: Uint8Array, width: number, height: number) {
  const rendered = await (await pictureRenderer())?.(bytes, { width, height })
  if (rendered === 'busy') throw new Error('No other picture is rendered')
  return rendered
}

describe('a rendered picture', () => {
  test.each(formats)('keeps its format and has exactly the requested size: %s', async (format) => {
    const made = await render(await sampleMakers[format]({ width: 60, height: 40 }), 30, 21)
    expect(made?.contentType).toBe(`image/${format}`)
    expect(readPicture(made?.bytes ?? new Uint8Array())).toMatchObject({ format, width: 30, height: 21 })
  })

  test.each(['jpeg', 'png', 'tiff', 'webp'] as const)(
    'is upright and without metadata: %s',
    async (format) => {
      const bytes = await sampleMakers[format]({ width: 60, height: 40, orientation: 6 })
      const made = await render(bytes, 20, 30)
      const { exif, xmp, iptc, orientation = 1 } = await sharp(made?.bytes).metadata()
      expect({ exif, xmp, iptc, orientation }).toEqual({
        exif: undefined,
        xmp: undefined,
        iptc: undefined,
        orientation: 1,
      })
    },
  )

  test('is turned as EXIF says, so that its top is the top', async () => {
    const halves = joinedHalves(60, 40)
    const stored = await sharp(halves, { raw: { width: 60, height: 40, channels: 3 } })
      .png()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const made = await render(new Uint8Array(stored), 40, 60)
    const { data, info } = await sharp(made?.bytes).raw().toBuffer({ resolveWithObject: true })
    // Orientation 6 means a quarter turn clockwise: the white left half moves to the top.
    expect(data[0]).toBeGreaterThan(250)
    expect(data[data.length - info.channels]).toBeLessThan(5)
  })

  test.each(['gif', 'webp'] as const)('keeps the frames of an animation: %s', async (format) => {
    const raw = Uint8Array.from({ length: 20 * 30 * 3 }, (_, at) => (at < 600 ? 0 : at < 1200 ? 128 : 255))
    const frames = sharp(raw, { raw: { width: 20, height: 30, channels: 3, pageHeight: 10 } })
    const made = await render(new Uint8Array(await frames.toFormat(format).toBuffer()), 10, 5)
    expect(await sharp(made?.bytes).metadata()).toMatchObject({ pages: 3, width: 10, height: 5 })
  })
})

function joinedHalves(width: number, height: number): Uint8Array {
  return Uint8Array.from({ length: width * height * 3 }, (_, at) =>
    Math.floor(at / 3) % width < width / 2 ? 255 : 0,
  )
}

/** A PNG of black pixels, one bit each: a few kilobytes that become gigabytes when they are decoded. */
function pictureBomb(side: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]),
  )
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(checksumOf(named))
  return Buffer.concat([length, named, checksum])
}

describe('a picture whose pixels exceed 256 MiB, at three bytes each,', () => {
  test.each([
    [9_459, 'is rendered'],
    [9_460, 'is not rendered'],
    [16_383, 'is not rendered'],
  ])('with a side of %d pixels %s', async (side, verdict) => {
    expect((await render(pictureBomb(side), 20, 20)) === undefined).toBe(verdict === 'is not rendered')
  })

  test('is not rendered if only the result is that large', async () => {
    expect(await render(pictureBomb(10), 9_460, 9_460)).toBeUndefined()
  })
})

describe('nothing is rendered', () => {
  test('of a BMP, which sharp neither reads nor writes', async () => {
    expect(await render(await sampleMakers.bmp({ width: 60, height: 40 }), 30, 20)).toBeUndefined()
  })

  test('of bytes that are not a picture, or of a truncated picture', async () => {
    expect(await render(new Uint8Array(), 30, 20)).toBeUndefined()
    expect(await render(new Uint8Array(100).fill(7), 30, 20)).toBeUndefined()
    const bytes = await plainJpeg(200, 200)
    expect(await render(bytes.subarray(0, bytes.length / 2), 30, 20)).toBeUndefined()
  })

  test.each([
    [0, 20],
    [20, 0],
    [1.5, 20],
    [-1, 20],
    [16_384, 1],
    [Number.NaN, 1],
  ])('at a size of %s by %s', async (width, height) => {
    expect(await render(await plainJpeg(60, 40), width, height)).toBeUndefined()
  })

  test('of a format outside of the six', async () => {
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')
    const format = readPicture(svg)?.format
    expect(format).toBeUndefined()
    expect(await render(svg, 5, 5)).toBeUndefined()
  })
})

test('without sharp there is no renderer', () => {
  const isMissing = runNatively(`
    import { register } from 'node:module'
    const hooks = 'export const resolve = (specifier, context, next) => {' +
      'if (specifier === "sharp") throw new Error("Cannot find package sharp"); return next(specifier, context) }'
    register('data:text/javascript,' + encodeURIComponent(hooks))
    const { pictureRenderer } = await import('./src/server/http/pictures.ts')
    console.log((await pictureRenderer()) === undefined)
  `)
  expect(isMissing).toBe('true\n')
})
