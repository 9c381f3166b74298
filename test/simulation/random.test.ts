import { describe, expect, test } from 'vitest'
import { exponentialDraw } from '../../src/simulation/load/distributions.ts'
import { randomSource } from '../../src/simulation/load/random-source.ts'

/** Yields given numbers in order. */
const given =
  (...numbers: number[]) =>
  () =>
    numbers.shift() ?? Number.NaN

describe('von Neumann’s comparisons', () => {
  test.each([
    ['a run of one number is accepted', [0.3, 0.4], 0.3],
    ['an equal number ends a run', [0.3, 0.3], 0.3],
    ['a run of two numbers adds 1', [0.5, 0.4, 0.9, 0.2, 0.6], 1.2],
    ['a run of three numbers is accepted, and gives its first', [0.7, 0.6, 0.1, 0.8], 0.7],
    ['two refused runs add 2', [0.5, 0.4, 0.9, 0.5, 0.4, 0.9, 0.25, 0.26], 2.25],
  ])('%s', (_, numbers, expected) => {
    expect(exponentialDraw(given(...numbers))).toBeCloseTo(expected, 12)
  })

  // 100,000 draws: the standard error of each share is at most 0.0016, and of the mean 0.0032.
  const random = randomSource('distribution', 'test')
  const draws = Array.from({ length: 100_000 }, () => exponentialDraw(random.number))

  test.each([0.05, 0.25, 0.5, Math.LN2, 1, 1.5, 2, 3, 5])('P(X ≤ %f) is 1 − e^−x', (limit) => {
    const share = draws.filter((one) => one <= limit).length / draws.length
    expect(Math.abs(share - (1 - Math.exp(-limit)))).toBeLessThan(0.0065)
  })

  test('mean and variance are 1, and it has no memory', () => {
    const mean = draws.reduce((sum, one) => sum + one, 0) / draws.length
    const variance = draws.reduce((sum, one) => sum + (one - mean) ** 2, 0) / draws.length
    expect(Math.abs(mean - 1)).toBeLessThan(0.013)
    expect(Math.abs(variance - 1)).toBeLessThan(0.04)
    const late = draws.filter((one) => one > 1).map((one) => one - 1)
    expect(Math.abs(late.reduce((sum, one) => sum + one, 0) / late.length - 1)).toBeLessThan(0.025)
  })
})

describe('a random stream', () => {
  test('is determined by the seed and the name', () => {
    const first = (seed: string, name: string) => {
      const random = randomSource(seed, name)
      return [random.number(), random.below(1_000_000), random.exponential('1h')]
    }
    expect(first('1', 'a')).toEqual(first('1', 'a'))
    expect(first('1', 'a')).not.toEqual(first('1', 'b'))
    expect(first('1', 'a')).not.toEqual(first('2', 'a'))
  })

  test('draws every number below a limit equally often', () => {
    const random = randomSource('1', 'below')
    const counts = [0, 0, 0, 0, 0, 0]
    for (let draw = 0; draw < 60_000; draw++) {
      const drawn = random.below(6)
      counts[drawn] = (counts[drawn] ?? 0) + 1
    }
    // Five standard errors of 91.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(456)
  })

  test('chance and pick', () => {
    const random = randomSource('1', 'chance')
    const hits = Array.from({ length: 10_000 }, () => random.chance(0.2)).filter(Boolean).length
    expect(Math.abs(hits - 2_000)).toBeLessThan(200)
    expect(random.chance(0)).toBe(false)
    expect(random.chance(1)).toBe(true)
    expect(new Set(Array.from({ length: 50 }, () => random.pick(['a', 'b'])))).toEqual(new Set(['a', 'b']))
  })

  test.each([
    ['below a fraction', () => randomSource('1', 'x').below(1.5), /2\^32, got 1.5/],
    ['below zero', () => randomSource('1', 'x').below(0), /got 0/],
    ['a probability above 1', () => randomSource('1', 'x').chance(1.1), /from 0 to 1, got 1.1/],
    ['a probability that is no number', () => randomSource('1', 'x').chance(Number.NaN), /got NaN/],
    ['a list without items', () => randomSource('1', 'x').pick([]), /one item/],
  ])('refuses %s', (_, draw, message) => {
    expect(draw).toThrow(message)
    expect(draw).toThrow(TypeError)
  })
})
