import { describe, expect, test } from 'vitest'
import { type RandomSource, randomSource } from '../../src/simulation/load/random-source.ts'
import { exactMath, poisoned, poisons } from '../poison.ts'

const DRAWS = 20_000

/** The share of draws that do not exceed a value, in thousands of milliseconds. */
const sample = (draw: (random: RandomSource) => number) => {
  const random = randomSource('1', 'distributions')
  return Array.from({ length: DRAWS }, () => draw(random) / 1_000)
}

const S = 1_000

interface Row {
  readonly draw: (random: RandomSource) => number
  readonly mean: number
  readonly deviation: number
  /** Values, and the probability of at most that value. */
  readonly shares: readonly (readonly [value: number, probability: number])[]
}

// The probabilities are those of textbooks: Φ(1) = 0.8413, Φ(2) = 0.9772; P(χ² ≤ 1) = 0.6827 and P(χ² ≤ 3.841) = 0.95
// with one degree of freedom; 1 − e^−x Σ xⁿ/n! of Erlang; 1 − e^−(x/scale)^shape of Weibull.
const table: Record<string, Row> = {
  'uniform from 2 to 8': {
    draw: (random) => random.uniform(2 * S, 8 * S),
    ...{ mean: 5, deviation: Math.sqrt(3) },
    shares: [
      [1.99, 0],
      [3.5, 0.25],
      [8, 1],
    ],
  },
  'normal, mean 60 and deviation 10': {
    draw: (random) => random.normal({ mean: 60 * S, deviation: 10 * S }),
    ...{ mean: 60, deviation: 10 },
    shares: [
      [40, 0.0228],
      [50, 0.1587],
      [60, 0.5],
      [70, 0.8413],
      [80, 0.9772],
    ],
  },
  'normal with half of it below 0: the upper half is left': {
    draw: (random) => random.normal({ mean: 0, deviation: 10 * S }),
    ...{ mean: 10 * Math.sqrt(2 / Math.PI), deviation: 10 * Math.sqrt(1 - 2 / Math.PI) },
    shares: [
      [10, 0.6827],
      [20, 0.9545],
    ],
  },
  'lognormal: deviation 3/4 of the mean, so that the variance of the logarithm is ln 25/16': {
    draw: (random) => random.lognormal({ mean: 10 * S, deviation: 7.5 * S }),
    ...{ mean: 10, deviation: 7.5 },
    shares: [
      [8, 0.5],
      [8 * Math.exp(Math.sqrt(Math.log(25 / 16))), 0.8413],
    ],
  },
  'triangular from 0 over 1 to 4': {
    draw: (random) => random.triangular({ least: 0, mode: S, greatest: 4 * S }),
    ...{ mean: 5 / 3, deviation: Math.sqrt(13 / 18) },
    shares: [
      [1, 1 / 4],
      [2, 2 / 3],
      [4, 1],
    ],
  },
  'gamma with shape 1/2 and mean 1: chi-squared': {
    draw: (random) => random.gamma({ shape: 0.5, mean: S }),
    ...{ mean: 1, deviation: Math.SQRT2 },
    shares: [
      [1, 0.6827],
      [3.841, 0.95],
    ],
  },
  'gamma with shape 2 and mean 2': {
    draw: (random) => random.gamma({ shape: 2, mean: 2 * S }),
    ...{ mean: 2, deviation: Math.SQRT2 },
    shares: [[2, 1 - 3 * Math.exp(-2)]],
  },
  'Erlang with three phases and mean 3': {
    draw: (random) => random.erlang({ phases: 3, mean: 3 * S }),
    ...{ mean: 3, deviation: Math.sqrt(3) },
    shares: [[3, 1 - 8.5 * Math.exp(-3)]],
  },
  'Weibull with shape 2 and scale 4': {
    draw: (random) => random.weibull({ shape: 2, scale: 4 * S }),
    ...{ mean: 2 * Math.sqrt(Math.PI), deviation: 4 * Math.sqrt(1 - Math.PI / 4) },
    shares: [
      [2, 1 - Math.exp(-0.25)],
      [4, 1 - Math.exp(-1)],
    ],
  },
}

describe.each(Object.entries(table))('%s', (_, { draw, mean, deviation, shares }) => {
  const draws = sample(draw)

  test.each(shares)('P(X ≤ %f) is %f', (value, probability) => {
    const share = draws.filter((one) => one <= value).length / DRAWS
    // Four standard errors, and the half millisecond of rounding.
    const error = 4 * Math.sqrt((probability * (1 - probability)) / DRAWS) + 0.0005
    expect(Math.abs(share - probability)).toBeLessThan(error)
  })

  test('its mean and its deviation', () => {
    const found = draws.reduce((sum, one) => sum + one, 0) / DRAWS
    expect(Math.abs(found - mean)).toBeLessThan((4 * deviation) / Math.sqrt(DRAWS))
    const variance = draws.reduce((sum, one) => sum + (one - found) ** 2, 0) / (DRAWS - 1)
    // Heavy tails estimate their deviation badly: 20 %.
    expect(Math.abs(Math.sqrt(variance) / deviation - 1)).toBeLessThan(0.2)
  })
})

test('weighted draws each item in proportion to its weight, and none without weight', () => {
  const random = randomSource('1', 'weighted')
  const items = [
    ['never', 0],
    ['mail', 3],
    ['phone', 1],
    ['nor', 0],
  ] as const
  const drawn = Array.from({ length: DRAWS }, () => random.weighted(items))
  expect(new Set(drawn)).toEqual(new Set(['mail', 'phone']))
  const share = drawn.filter((item) => item === 'mail').length / DRAWS
  expect(Math.abs(share - 0.75)).toBeLessThan(4 * Math.sqrt(0.1875 / DRAWS))
})

test('no draw uses a function whose last bits differ between engines', () => {
  const all = () => Object.values(table).map(({ draw }) => draw(randomSource('1', 'poisoned')))
  const inexact = poisons.filter((name) => name.startsWith('Math.'))
  expect(inexact.length).toBeGreaterThan(15)
  expect(inexact.some((name) => exactMath.includes(name.slice('Math.'.length)))).toBe(false)
  expect(poisoned(all, inexact)).toEqual(all())
})

test.each<[string, (random: RandomSource) => unknown, RegExp]>([
  [
    'a mean that is no duration',
    (r) => r.normal({ mean: 'soon' as '1h', deviation: 1 }),
    /mean of random\.normal/,
  ],
  [
    'a negative deviation',
    (r) => r.lognormal({ mean: '1h', deviation: -1 }),
    /deviation of random\.lognormal/,
  ],
  [
    'a mean of zero of a logarithm',
    (r) => r.lognormal({ mean: 0, deviation: 1 }),
    /mean of random\.lognormal/,
  ],
  [
    'a range that ends before it begins',
    (r) => r.uniform('2h', '1h'),
    /greatest of random\.uniform.*got "1h"/,
  ],
  [
    'a mode beyond the range',
    (r) => r.triangular({ least: 0, mode: 5, greatest: 4 }),
    /greatest of random\.tri/,
  ],
  ['a shape of zero', (r) => r.gamma({ shape: 0, mean: '1h' }), /shape of random\.gamma must be a number/],
  [
    'a shape that is no number',
    (r) => r.weibull({ shape: Number.NaN, scale: '1h' }),
    /shape of random\.weibull/,
  ],
  ['half a phase', (r) => r.erlang({ phases: 1.5, mean: '1h' }), /phases of random\.erlang must be a whole/],
  ['an unknown option', (r) => r.gamma({ shape: 1, mean: 1, men: 1 } as never), /men/],
  ['no items', (r) => r.weighted([]), /random\.weighted takes a list of pairs/],
  ['weights of zero', (r) => r.weighted([['a', 0]]), /sum greater than 0/],
  ['a weight that is text', (r) => r.weighted([['a', '1' as never]]), /random\.weighted takes/],
  ['items without weights', (r) => r.weighted(['a', 'b'] as never), /random\.weighted takes/],
])('refuses %s', (_, draw, message) => {
  expect(() => draw(randomSource('1', 'x'))).toThrow(message)
  expect(() => draw(randomSource('1', 'x'))).toThrow(TypeError)
})
