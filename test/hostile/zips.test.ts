import { constants, deflateRawSync, deflateSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readZip } from '../../src/chapters/ad-images/zip.ts'
import { noCost } from '../../src/chapters/pictures/cost.ts'
import { inflate, inflateZlib } from '../../src/chapters/pictures/inflate.ts'
import { isCallError } from '../../src/service/contract/errors.ts'
import { holds, scale } from '../chance.ts'
import { type Packing, zipOf } from '../chapters/ad-images/zip-samples.ts'
import { jsonOf, multipart } from '../chapters/photos/photo-world.ts'
import { bitmapOfLength } from '../chapters/pictures/bitmaps.ts'
import { begin } from '../service/scene.ts'
import { expectCheap } from './cost.ts'
import { costlyZips } from './costly-pictures.ts'
import { deflatedBlocks } from './deflate-blocks.ts'

const MEBIBYTE = 1024 * 1024

/** Random data, and data that repeats. */
const data = fc.oneof(
  fc.uint8Array({ maxLength: 600 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 2_000 }))
    .map(([unit, count]) =>
      Uint8Array.from({ length: unit.length * count }, (_, at) => unit[at % unit.length] ?? 0),
    ),
)
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  memLevel: fc.integer({ min: 1, max: 9 }),
  strategy: fc.constantFrom(
    constants.Z_DEFAULT_STRATEGY,
    constants.Z_FILTERED,
    constants.Z_HUFFMAN_ONLY,
    constants.Z_RLE,
    constants.Z_FIXED,
  ),
})

// Ten thousand cases take minutes on a busy machine.
const patient = { timeout: 600_000 }

describe('deflated data', patient, () => {
  test('of every zlib setting inflates to the original', () => {
    holds(
      100,
      fc.property(data, options, (bytes, how) => {
        const raw = inflate(new Uint8Array(deflateRawSync(bytes, how)), bytes.length, noCost())
        expect(Buffer.compare(raw ?? Buffer.of(1), bytes)).toBe(0)
        const wrapped = inflateZlib(new Uint8Array(deflateSync(bytes, how)), bytes.length, noCost())
        expect(Buffer.compare(wrapped ?? Buffer.of(1), bytes)).toBe(0)
        if (bytes.length > 0)
          expect(
            inflate(new Uint8Array(deflateRawSync(bytes, how)), bytes.length - 1, noCost()),
          ).toBeUndefined()
      }),
    )
  })

  test('that is broken inflates as in zlib, or is refused', () => {
    holds(
      100,
      fc.property(
        data,
        options,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (bytes, how, changes) => {
          const packed = new Uint8Array(deflateRawSync(bytes, how))
          for (const [at, value] of changes) packed[at % packed.length] = value
          const inflated = inflate(packed, MEBIBYTE, noCost())
          if (inflated) expect(Buffer.compare(inflated, expectedOf(packed))).toBe(0)
          else expect(() => inflateRawSync(packed, { maxOutputLength: MEBIBYTE })).toThrow()
        },
      ),
    )
  })

  test('is refused after as many blocks as the bound on parts', () => {
    const cost = noCost()
    expect(inflate(deflatedBlocks(25_000), 10, cost)).toEqual(new Uint8Array())
    expect(cost.parts).toBe(25_000)
    expect(inflate(deflatedBlocks(1), 10, cost)).toBeUndefined()
  })
})

const expectedOf = (packed: Uint8Array): Buffer => inflateRawSync(packed, { maxOutputLength: MEBIBYTE })

/** Empty blocks in Deflate, each of 23 bytes. */
const emptyBlocks = fc
  .integer({ min: 1, max: 60 })
  .map((blocks) => ({ data: new Uint8Array(), packed: deflatedBlocks(blocks), blocks }))

const packing: fc.Arbitrary<Packing> = fc.record(
  {
    name: fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('a.png', 'd/a.png', '.x', 'd/', '__MACOSX/a'),
    ),
    data,
    method: fc.constantFrom(0, 8, 8, 8, 9),
    described: fc.constantFrom('signed', 'plain'),
    zip64: fc.boolean(),
  },
  { requiredKeys: ['name', 'data'] },
)
const ending = fc.record(
  {
    zip64: fc.boolean(),
    before: fc.uint8Array({ maxLength: 80 }),
    comment: fc.uint8Array({ maxLength: 80 }),
    count: fc.nat(60),
    directoryAt: fc.nat(4_000),
  },
  { requiredKeys: [] },
)
const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 })

test('a hostile zip file has files of the sizes in its directory, or gets code 100', patient, () => {
  holds(
    100,
    fc.property(fc.array(packing, { maxLength: 6 }), ending, changes, (packings, end, changed) => {
      const bytes = zipOf(packings, end)
      for (const [at, value] of changed) bytes[at % bytes.length] = value
      const cost = noCost()
      const files = readZip(bytes, cost)
      if (isCallError(files))
        expect(files).toMatchObject({ code: 100, message: /^The zip file cannot be read: / })
      else
        expect(files.reduce((sum, { bytes: content }) => sum + content.length, 0)).toBeLessThanOrEqual(
          cost.bytes,
        )
      // The shortest block has 10 bits.
      expect(cost.parts).toBeLessThanOrEqual((bytes.length * 8) / 10)
    }),
  )
})

test('the parts of a zip file are its deflated blocks', patient, () => {
  holds(
    100,
    fc.property(fc.array(emptyBlocks, { maxLength: 20 }), (files) => {
      const cost = noCost()
      const zip = zipOf(
        files.map(({ data: content, packed }, at) => ({ name: `${at}`, data: content, packed })),
      )
      expect(readZip(zip, cost)).toHaveLength(files.length)
      expect(cost.parts).toBe(files.reduce((sum, { blocks }) => sum + blocks, 0))
    }),
  )
})

const scene = begin()
const url = `/act_${scene.adAccount}/adimages`

function send(name: string, bytes: Uint8Array) {
  const { headers, body } = multipart({ access_token: scene.userToken }, [{ part: 'filename', name, bytes }])
  return () => scene.world.fork().request({ method: 'POST', url, headers, body })
}

const tooManyParts = `the pictures of one request have at most 25000 segments`

describe('a zip file that is made to be slow', () => {
  test.each(Object.entries(costlyZips))('takes little more time than a plain image: %s', (_, make) => {
    const attack = send('a.zip', make(scale === 1 ? 1_000_000 : 10 * MEBIBYTE))
    expect(jsonOf(attack())['error']).toMatchObject({
      code: 100,
      message: expect.stringContaining(tooManyParts),
    })
    expectCheap(attack, send('a.bmp', bitmapOfLength(10 * MEBIBYTE)), 1.5)
  })
})
