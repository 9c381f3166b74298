import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noCost } from '../../src/chapters/pictures/cost.ts'
import { cleanPicture } from '../../src/chapters/pictures/read.ts'
import { holds, scale } from '../chance.ts'
import { begin, jsonOf, multipart } from '../chapters/photos/photo-world.ts'
import { bitmapOfLength } from '../chapters/pictures/bitmaps.ts'
import { readPicture } from '../chapters/pictures/read-picture.ts'
import { expectCheap } from './cost.ts'
import { costlyPictures } from './costly-pictures.ts'
import { hostilePictures, place } from './picture-arbitraries.ts'

const start = begin()
const { page, pageToken } = start
const MEBIBYTE = 1024 * 1024

function send(bytes: Uint8Array) {
  const { headers, body } = multipart({ access_token: pageToken }, [{ name: 'a.jpg', bytes }])
  return () =>
    start.world
      .fork()
      .request({ method: 'POST', url: `https://graph.test/v26.0/${page}/photos`, headers, body })
}

/** The message of a picture with one part more than the bound. */
const tooManyParts =
  '(#324) Missing or invalid image file: the pictures of one request have at most ' +
  `25000 segments, chunks, blocks and entries together, got 25001 or more`

// Ten thousand cases of each take minutes on a busy machine.
const options = { timeout: 600_000 }

// Generated places are in unknown parts of a file. A BMP has no field for one, and a TIFF in some fields alone.
const inParts = ['jpeg', 'png', 'gif', 'webp']

describe.each(Object.entries(hostilePictures(4_000)))('a hostile %s', options, (format, pictures) => {
  test('has no place after cleaning, is the same when cleaned again, or is refused', () => {
    holds(
      100,
      fc.property(pictures, (bytes) => {
        const clean = cleanPicture(bytes, noCost())
        if (clean === undefined) return
        if (inParts.includes(format)) expect(Buffer.from(clean.bytes).includes(place)).toBe(false)
        const again = cleanPicture(clean.bytes, noCost())
        expect(again?.picture).toEqual({ ...clean.picture, spherical: false })
        expect(Buffer.compare(again?.bytes ?? new Uint8Array(), clean.bytes)).toBe(0)
      }),
    )
  })

  test('gets an id or code 324', () => {
    holds(
      20,
      fc.property(pictures, (bytes) => {
        const response = send(bytes)()
        const answer = jsonOf(response)
        if (readPicture(bytes)) expect([response.status, typeof answer['id']]).toEqual([200, 'string'])
        else
          expect([response.status, answer['error']]).toMatchObject([
            400,
            { code: 324, type: 'OAuthException' },
          ])
      }),
    )
  })

  test('has no more parts than bytes', () => {
    holds(
      100,
      fc.property(pictures, (bytes) => {
        const cost = noCost()
        cleanPicture(bytes, cost)
        expect(cost.parts).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })
})

describe.each(
  Object.entries(hostilePictures(200_000))
    // These two have one strip, or no parts at all.
    .filter(([format]) => format !== 'tiff' && format !== 'bmp'),
)('a %s with more parts than the bound', (_, pictures) => {
  test('is refused after one part more than the bound', () => {
    holds(
      5,
      fc.property(pictures, (bytes) => {
        const cost = noCost()
        const clean = cleanPicture(bytes, cost)
        expect(cost.parts).toBeLessThanOrEqual(25_001)
        if (cost.parts > 25_000) expect(clean).toBeUndefined()
      }),
    )
  })
})

const size = scale === 1 ? 200_000 : 10 * MEBIBYTE

/** Pictures that have too many parts at 200 KB. The others are read to their end. */
const refused = [
  'JPEG of segments of two bytes, in its scan',
  'JPEG of segments of two bytes',
  'JPEG of empty tables',
  'GIF of empty extensions',
]

describe('a picture that is made to be slow', () => {
  test.each(Object.entries(costlyPictures))('takes little more time than a plain one: %s', (name, make) => {
    const attack = send(make(size))
    const answer = jsonOf(attack())
    if (refused.includes(name)) expect(answer['error']).toMatchObject({ code: 324, message: tooManyParts })
    else if ('error' in answer) expect(answer['error']).toMatchObject({ code: 324 })
    // The plain picture of 10 MiB took 200 ms of CPU where this was measured.
    expectCheap(attack, send(bitmapOfLength(size)), 2)
  })
})

test('the parts of all pictures of a request are counted together', () => {
  const half = costlyPictures['GIF of empty extensions']?.(45_000) ?? new Uint8Array()
  expect(readPicture(half)).toBeDefined()
  const cost = noCost()
  expect(cleanPicture(half, cost)).toBeDefined()
  expect(cleanPicture(half, cost)).toBeUndefined()
})
