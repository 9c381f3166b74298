import { beforeAll, describe, expect, test } from 'vitest'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { cleanPicture, type PictureFormat } from '../../../src/chapters/pictures/read.ts'
import { sampleMakers } from './samples.ts'

const formats = Object.keys(sampleMakers) as PictureFormat[]
const mutationsPerFormat = 4_000

const samples = new Map<PictureFormat, Uint8Array>()
beforeAll(async () => {
  for (const format of formats) {
    samples.set(format, await sampleMakers[format]({ width: 9, height: 6, orientation: 6, spherical: true }))
  }
})

const sample = (format: PictureFormat): Uint8Array => samples.get(format)?.slice() ?? new Uint8Array()

/** Makes a pseudo-random generator with a fixed seed, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const edges = [0, 1, 0x7f, 0x80, 0xfe, 0xff]

/** Makes one to eight changes: a byte, an extreme 16-bit or 32-bit number, or a range copied elsewhere. May
 * truncate the file. */
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

/** Asserts that nothing throws, that the input is unchanged, and that a cleaned picture is the same picture
 * and stays the same when it is cleaned again. */
function expectSound(bytes: Uint8Array): void {
  const before = bytes.slice()
  const clean = cleanPicture(bytes, noCost())
  if (!Buffer.from(bytes).equals(before)) throw new Error('the input changed')
  if (clean === undefined) return
  const again = cleanPicture(clean.bytes, noCost())
  expect(again?.picture).toEqual({ ...clean.picture, spherical: false })
  if (!Buffer.from(again?.bytes ?? []).equals(clean.bytes))
    throw new Error('cleaning twice gives another file')
}

describe('cleaning is sound', () => {
  test.each(formats)('for a %s truncated at every place', (format) => {
    const bytes = sample(format)
    for (let length = 0; length < bytes.length; length += 1) expectSound(bytes.subarray(0, length))
  })

  test.each(formats)('for a %s with random changes', (format) => {
    const draw = randomFrom(formats.indexOf(format) + 1)
    for (let round = 0; round < mutationsPerFormat; round += 1) expectSound(mutate(sample(format), draw))
  })

  test('for random bytes', () => {
    const draw = randomFrom(99)
    for (let round = 0; round < 500; round += 1)
      expectSound(Uint8Array.from({ length: draw(400) }, () => draw(256)))
  })
})
