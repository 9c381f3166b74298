/*
 * The pictures that `bytes.ts` reads, one of each format and a TIFF of each byte order. They are stored, because
 * encoders differ from machine to machine. They are made again with
 *
 *   FAUXGRAPH_GOLDEN=pictures npx vitest run test/golden/pictures.test.ts
 */
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bytesOf } from '../../src/chapters/pictures/bytes.ts'
import { noCost } from '../../src/chapters/pictures/cost.ts'
import { cleanPicture } from '../../src/chapters/pictures/read.ts'
import { joined } from '../../src/engine/values/byte-arrays.ts'
import { plantedIn } from '../chapters/pictures/findings.ts'
import { directory, type Fields, fieldsIn, gpsFields } from '../chapters/pictures/metadata.ts'
import { sampleMakers } from '../chapters/pictures/samples.ts'
import pictures from './pictures.json' with { type: 'json' }

const [width, height] = [24, 16]

/** A big-endian TIFF of 24 bits per pixel, with a place. */
function bigEndianTiff(): Uint8Array {
  const { short, long } = fieldsIn(false)
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 37) & 0xff)
  const pixelsAt = 8
  const gps = directory(gpsFields(false), pixelsAt + pixels.length, false)
  const gpsAt = pixelsAt + pixels.length
  const bits = { tag: 0x0102, type: 3, count: 3, data: Uint8Array.of(0, 8, 0, 8, 0, 8) }
  const fields: Fields = [
    short(0x0100, width),
    short(0x0101, height),
    bits,
    short(0x0103, 1),
    short(0x0106, 2),
    long(0x0111, pixelsAt),
    short(0x0115, 3),
    short(0x0116, height),
    long(0x0117, pixels.length),
    long(0x8825, gpsAt),
  ]
  const firstAt = gpsAt + gps.length
  const head = joined([bytesOf('MM\0*'), Uint8Array.of(0, 0, firstAt >> 8, firstAt & 0xff)])
  return joined([head, pixels, gps, directory(fields, firstAt, false)])
}

if (process.env['FAUXGRAPH_GOLDEN'] === 'pictures') {
  const made: Record<string, Uint8Array> = { bigEndianTiff: bigEndianTiff() }
  for (const [name, make] of Object.entries(sampleMakers))
    made[name] = await make({ width, height, orientation: 6 })
  const texts = Object.entries(made).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')])
  const file = new URL('pictures.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(texts), undefined, 2)}\n`)
}

test('the stored pictures are of all formats and byte orders, and have a place that is removed', () => {
  expect(Object.keys(pictures).sort()).toEqual([...Object.keys(sampleMakers), 'bigEndianTiff'].sort())
  for (const [name, text] of Object.entries(pictures)) {
    const clean = cleanPicture(new Uint8Array(Buffer.from(text, 'base64')), noCost())
    expect(clean?.picture, name).toMatchObject({ format: name === 'bigEndianTiff' ? 'tiff' : name })
    expect(new Set([clean?.picture.width, clean?.picture.height]), name).toEqual(new Set([width, height]))
    expect(plantedIn(clean?.bytes ?? new Uint8Array()), name).toEqual([])
  }
  const located = Object.entries(pictures).filter(
    ([, text]) => plantedIn(new Uint8Array(Buffer.from(text, 'base64'))).length > 0,
  )
  expect(located.map(([name]) => name).sort()).toEqual([
    'bigEndianTiff',
    'gif',
    'jpeg',
    'png',
    'tiff',
    'webp',
  ])
})
