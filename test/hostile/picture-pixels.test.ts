import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bytesOf, setUint32 } from '../../src/chapters/pictures/bytes.ts'
import { noCost } from '../../src/chapters/pictures/cost.ts'
import { cleanPicture } from '../../src/chapters/pictures/read.ts'
import { joined } from '../../src/engine/values/byte-arrays.ts'
import { scale } from '../chance.ts'
import { pixels } from '../chapters/pictures/findings.ts'
import { plainJpeg } from '../chapters/pictures/samples.ts'
import { gifPart, jpegPart, place, pngPart, webpPart } from './picture-arbitraries.ts'

type Encodable = 'jpeg' | 'png' | 'gif' | 'webp'

/** Where parts are put into a file: after its headers, or for WebP at its end. */
const places: Readonly<Record<Encodable, (bytes: Uint8Array) => number>> = {
  jpeg: () => 2,
  png: () => 33,
  gif: (bytes) => 13 + 6 * 2 ** ((bytes[10] ?? 0) & 7),
  webp: (bytes) => bytes.length,
}
// Of a timing block with a wrong length, and of an application block without a name, decoders read bytes of
// the next block.
const gifPartForDecoders = gifPart.filter(
  (part) => (!part.startsWith('\x21\xf9') || part[2] === '\x04') && !part.startsWith('\x21\xff\x00'),
)
const parts = { jpeg: jpegPart, png: pngPart, gif: gifPartForDecoders, webp: webpPart }

/** Encodes a picture, as an extended file in WebP. */
async function encoded(format: Encodable): Promise<Uint8Array> {
  const picture = sharp(await plainJpeg(24, 16))
  return new Uint8Array(await picture.withIccProfile('srgb').toFormat(format).toBuffer())
}

function inserted(bytes: Uint8Array, at: number, part: string): Uint8Array {
  const file = joined([bytes.subarray(0, at), bytesOf(part), bytes.subarray(at)])
  if (bytes[0] === 0x52) setUint32(file, 4, file.length - 8, true)
  return file
}

test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
  'a decoder shows a cleaned %s with the pixels that it had, whatever parts are added to it [PHO-041]',
  async (format) => {
    const plain = await encoded(format)
    let compared = 0
    await fc.assert(
      fc.asyncProperty(fc.array(parts[format], { minLength: 1, maxLength: 4 }), async (added) => {
        const bytes = inserted(plain, places[format](plain), added.join(''))
        const before = await pixels(bytes).catch(() => undefined)
        // A decoder refuses some parts, like a second frame in a JPEG.
        if (before === undefined) return
        compared += 1
        const cleaned = cleanPicture(bytes, noCost())?.bytes ?? new Uint8Array()
        expect(Buffer.from(cleaned).includes(place)).toBe(false)
        expect((await pixels(cleaned)).equals(before)).toBe(true)
      }),
      { numRuns: 100 * scale },
    )
    expect(compared).toBeGreaterThan(5)
  },
  600_000,
)
