import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bounds } from '../../src/graph/contract/bounds.ts'
import { noCost } from '../../src/pictures/cost.ts'
import { cleanPicture, readPicture } from '../../src/pictures/read.ts'
import { begin, jsonOf, multipart } from '../areas/photos/photo-world.ts'
import { holds, scale } from '../chance.ts'
import { bmp } from '../pictures/samples.ts'
import { expectCheap } from './cost.ts'
import { hostilePictures, place } from './picture-arbitraries.ts'
import { pictureLures } from './picture-lures.ts'

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

const tooManyParts =
  '(#324) Missing or invalid image file: the pictures of one request have at most ' +
  `${bounds.picturePartsMax} segments, chunks, blocks and entries together, got ${bounds.picturePartsMax + 1} or more`

// Ten thousand cases of each take minutes on a busy machine.
const options = { timeout: 600_000 }

describe.each(Object.entries(hostilePictures(4_000)))('any %s', options, (_, pictures) => {
  test('is a picture without a place, the same when it is cleaned again, or none', () => {
    holds(
      100,
      fc.property(pictures, (bytes) => {
        const clean = cleanPicture(bytes, noCost())
        if (clean === undefined) return
        expect(Buffer.from(clean.bytes).includes(place)).toBe(false)
        const again = cleanPicture(clean.bytes, noCost())
        expect(again?.picture).toEqual({ ...clean.picture, spherical: false })
        expect(Buffer.compare(again?.bytes ?? new Uint8Array(), clean.bytes)).toBe(0)
      }),
    )
  })

  test('is answered as the contract says, by code 324 or with ids', () => {
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

  test('takes no more steps than it has bytes, and few beyond the bound', () => {
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

describe.each(Object.entries(hostilePictures(200_000)).filter(([format]) => format !== 'tiff'))(
  'a %s of more parts than the bound',
  (_, pictures) => {
    test('is refused by a message that names it, after as many steps', () => {
      holds(
        5,
        fc.property(pictures, (bytes) => {
          const cost = noCost()
          const clean = cleanPicture(bytes, cost)
          expect(cost.parts).toBeLessThanOrEqual(bounds.picturePartsMax + 1)
          if (cost.parts > bounds.picturePartsMax) expect(clean).toBeUndefined()
        }),
      )
    })
  },
)

const size = scale === 1 ? 200_000 : 10 * MEBIBYTE

/** Those whose parts are too many at 200 KB, and those that are read for what they are. */
const refused = [
  'JPEG of segments of two bytes, in its scan',
  'JPEG of segments of two bytes',
  'JPEG of empty tables',
  'GIF of empty extensions',
]

describe('made to be slow,', () => {
  const plain = bmp({ width: 64, height: 64 })

  test.each(Object.entries(pictureLures))(
    'a %s costs little more than a plain picture',
    async (name, make) => {
      const attack = send(make(size))
      const whole = new Uint8Array(size)
      whole.set(await plain)
      const answer = jsonOf(attack())
      if (refused.includes(name)) expect(answer['error']).toMatchObject({ code: 324, message: tooManyParts })
      else if ('error' in answer) expect(answer['error']).toMatchObject({ code: 324 })
      // A plain picture takes 200 ms where this was measured: what is below it is cheap by any measure.
      expectCheap(attack, send(whole), 2)
    },
  )
})

test('parts are counted over all pictures of a request', () => {
  const half = pictureLures['GIF of empty extensions']?.(bounds.picturePartsMax * 3 * 0.6) ?? new Uint8Array()
  expect(readPicture(half)).toBeDefined()
  const cost = noCost()
  expect(cleanPicture(half, cost)).toBeDefined()
  expect(cleanPicture(half, cost)).toBeUndefined()
})
