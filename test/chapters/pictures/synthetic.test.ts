import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pngChunksOf } from '../../../src/chapters/pictures/chunks.ts'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { syntheticPicture, syntheticSize } from '../../../src/chapters/pictures/synthetic.ts'
import { anyUrl } from '../../any-text.ts'
import { readPicture } from './read-picture.ts'

const url = 'https://img.test/a.png'

describe('syntheticSize', () => {
  test('is between 200 and 2400 pixels and the same every time, for every url', () => {
    fc.assert(
      fc.property(anyUrl, (any) => {
        const { width, height } = syntheticSize(any)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(200)
        expect(Math.max(width, height)).toBeLessThanOrEqual(2400)
        expect(syntheticSize(any)).toEqual({ width, height })
      }),
    )
  })

  test('differs from url to url', () => {
    const sizes = Array.from({ length: 100 }, (_, index) => syntheticSize(`https://img.test/${index}.png`))
    expect(new Set(sizes.map(({ width }) => width)).size).toBeGreaterThan(80)
    expect(new Set(sizes.map(({ height }) => height)).size).toBeGreaterThan(80)
  })
})

describe('syntheticPicture', () => {
  test.each([
    [1, 1],
    [7, 3],
    [8, 8],
    [9, 1000],
    [2400, 2400],
  ])('of %s by %s is a PNG in exactly two colors that decodes', async (width, height) => {
    const bytes = syntheticPicture({ url, width, height })
    expect(readPicture(bytes)).toMatchObject({ format: 'png', width, height })
    const { data, info } = await sharp(bytes, { failOn: 'warning' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width, height })
    const colors = new Set<string>()
    for (let at = 0; at < data.length; at += info.channels)
      colors.add(data.subarray(at, at + 3).toString('hex'))
    expect(colors.size).toBe(width > 64 ? 2 : colors.size)
    expect(colors.size).toBeLessThanOrEqual(2)
  })

  test('is the same every time for a url, and different for different urls', () => {
    const drawn = (any: string) => syntheticPicture({ url: any, width: 300, height: 200 })
    expect(drawn(url)).toEqual(drawn(url))
    const bytes = Array.from({ length: 200 }, (_, index) =>
      Buffer.from(drawn(`${url}?${index}`)).toString('hex'),
    )
    expect(new Set(bytes).size).toBe(200)
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 7])('is a checkerboard of a dark and a light color: %i', async (index) => {
    const [width, height] = [150, 140]
    const bytes = syntheticPicture({ url: `${url}?${index}`, width, height })
    const colors = [...pngChunksOf(bytes, noCost())].find(({ type }) => type === 'PLTE')?.data
    const [dark = [], light = []] = [colors?.slice(0, 3), colors?.slice(3)].map((color) => [...(color ?? [])])
    expect(Math.max(...dark)).toBeLessThan(128)
    expect(Math.min(...light)).toBeGreaterThanOrEqual(128)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const isLight = (x: number, y: number) => data[(y * width + x) * info.channels] === light[0]
    const field = [8, 16, 32, 64].find((side) => isLight(side, 0)) ?? 0
    const wrong = Array.from(
      { length: width * height },
      (_, at) => [at % width, Math.floor(at / width)] as const,
    ).filter(([x, y]) => isLight(x, y) !== (Math.floor(x / field) % 2 !== Math.floor(y / field) % 2))
    expect(wrong).toEqual([])
  })

  test('of the largest size takes less than 100 KB', () => {
    const bytes = syntheticPicture({ url, width: 2400, height: 2400 })
    expect(bytes.length).toBeLessThan(100_000)
  })
})
