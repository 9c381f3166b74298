import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displaySizes, fitted } from '../../../src/chapters/pictures/sizes.ts'

describe('displaySizes', () => {
  test.each([
    [4000, 3000, ['4000x3000', '2048x1536', '960x720', '720x540', '480x360', '320x240']],
    [1500, 3000, ['1500x3000', '1024x2048', '480x960', '360x720', '240x480', '160x320']],
    [2048, 10, ['2048x10', '960x5', '720x4', '480x2', '320x2']],
    [500, 500, ['500x500', '480x480', '320x320']],
    [321, 1, ['321x1', '320x1']],
    [320, 200, ['320x200']],
    [1, 1, ['1x1']],
  ])('of %s by %s are %j', (width, height, expected) => {
    expect(displaySizes(width, height).map((size) => `${size.width}x${size.height}`)).toEqual(expected)
  })
})

describe('fitted', () => {
  test.each([
    [2160, 1080, 1080, 1080, 540],
    [1081, 1, 1080, 1080, 1],
    [128, 128, 128, 128, 128],
    [64, 10, 128, 64, 10],
    [65_535, 1, 128, 128, 1],
    [300, 200, 128, 128, 85],
  ])('%s by %s into %s is %s by %s', (width, height, side, fittedWidth, fittedHeight) => {
    expect(fitted(width, height, side)).toEqual({ width: fittedWidth, height: fittedHeight })
  })

  test('never enlarges, never exceeds the side, and is at least one pixel', () => {
    const length = fc.integer({ min: 1, max: 65_535 })
    fc.assert(
      fc.property(length, length, length, (width, height, side) => {
        const size = fitted(width, height, side)
        expect(Math.max(size.width, size.height)).toBe(Math.min(side, Math.max(width, height)))
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
        expect(size.width).toBeLessThanOrEqual(width)
        expect(size.height).toBeLessThanOrEqual(height)
      }),
    )
  })
})
