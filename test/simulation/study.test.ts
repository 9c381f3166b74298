import { describe, expect, test } from 'vitest'
import { createWorld } from '../../src/index.ts'
import { cross, poisson, type StudyOptions, type StudyResult, study } from '../../src/simulation/index.ts'
import { estimateOf } from '../../src/simulation/study/estimate.ts'
import { rangesOf } from '../../src/simulation/study/study-result.ts'
import { isLong } from '../chance.ts'
import { emptyWorld, meanWait, type Queue, queueOptions } from './queues.ts'

const minute = 60_000

/** A study of counts: each variant counts its own number of arrivals an hour, in one day. */
const counting = (more: Partial<StudyOptions> = {}): StudyOptions => ({
  name: 'arrivals',
  variants: { few: { rate: 2 }, many: { rate: 3 } },
  baseline: () => ({ world: emptyWorld() }),
  simulation: ({ base, variant }) => ({
    world: (base as { world: ReturnType<typeof emptyWorld> }).world.fork(),
    for: '1d',
    arrivals: { calls: { process: poisson({ rate: (variant as { rate: number }).rate }), run: () => {} } },
    sample: { every: '6h', gauges: { hour: ({ clock }) => (clock.now / 3_600_000) % 24 } },
  }),
  measures: { calls: ({ counters }) => counters['arrivals.calls'] ?? 0 },
  replications: 10,
  ...more,
})

const measured = ({ variants }: StudyResult, variant: number, measure: string) => {
  const found = variants[variant]?.measures[measure]
  if (!found) throw new Error(`There is no measure ${measure}`)
  return found
}

describe('the interval of a mean', () => {
  // Student's quantiles of any table: 2.262 with 9 degrees of freedom, 12.706 with 1, for 95 %; 3.250 and 9 for 99 %.
  test.each([
    [
      'ten numbers',
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      0.95,
      5.5,
      (2.262157 * Math.sqrt(82.5 / 9)) / Math.sqrt(10),
    ],
    ['the same for 99 %', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.99, 5.5, 3.249836 * Math.sqrt(82.5 / 90)],
    ['two numbers', [1, 3], 0.95, 2, 12.706205],
    ['equal numbers', [4, 4, 4], 0.95, 4, 0],
    ['one number has none', [4], 0.95, 4, null],
  ])('%s', (_, values, confidence, mean, halfWidth) => {
    const found = estimateOf(values, confidence)
    expect(found.mean).toBe(mean)
    if (halfWidth === null) expect(found.halfWidth).toBeNull()
    else expect(found.halfWidth).toBeCloseTo(halfWidth, 4)
  })

  test('quantiles lie between neighbors', () => {
    const values = Array.from({ length: 101 }, (_, index) => 100 - index)
    expect(estimateOf(values, 0.95)).toMatchObject({ least: 0, p5: 5, p50: 50, p95: 95, greatest: 100 })
    expect(estimateOf([1, 2], 0.95)).toMatchObject({ p5: 1.05, p50: 1.5, p95: 1.95 })
  })
})

describe('queues have the waits of theory', () => {
  const exponential: Queue['service'] = (random) => random.exponential('6m')
  /** The mean waits in minutes, of the first class and of the second. */
  const rows: Record<string, { queue: Queue; minutes: readonly number[] }> = {
    'M/M/1, Erlang C: ρ / (μ − λ) with 8 and 10 an hour': {
      queue: { rates: [8], places: 1, service: exponential },
      minutes: [24],
    },
    'M/M/2, Erlang C, with 15 and 10 an hour': {
      queue: { rates: [15], places: 2, service: exponential },
      minutes: [54 / 7],
    },
    // λ E(S²) / 2(1 − ρ) with 5 an hour and a mean of 6 min: E(S²) is 72 min² and 54 min².
    'M/G/1, Pollaczek and Khinchine, lognormal': {
      queue: { rates: [5], places: 1, service: (r) => r.lognormal({ mean: '6m', deviation: '6m' }) },
      minutes: [6],
    },
    'M/G/1, Pollaczek and Khinchine, gamma': {
      queue: { rates: [5], places: 1, service: (r) => r.gamma({ shape: 2, mean: '6m' }) },
      minutes: [4.5],
    },
    // λ E(S²) / 2 is 3 min: over 1 − ρ₁, and over (1 − ρ₁)(1 − ρ).
    'M/M/1 with two priorities, Cobham': {
      queue: { rates: [2.5, 2.5], places: 1, service: exponential },
      minutes: [4, 8],
    },
  }

  // A long form has longer queues, whose intervals are narrower.
  const length = isLong ? '20d' : '6d'
  const widest = isLong ? 0.25 : 0.6

  test.each(Object.entries(rows))('%s', (_, { queue, minutes }) => {
    const names = minutes.map((_, index) => `wait ${index + 1}`)
    const result = study({
      name: 'queue',
      variants: { one: {} },
      baseline: emptyWorld,
      simulation: ({ base }) => queueOptions(queue, base.fork(), length),
      measures: Object.fromEntries(names.map((name) => [name, meanWait(name)])),
      warmUp: '1d',
      replications: 12,
      // One of six intervals of 95 % fails in every fourth table.
      confidence: 0.99,
    })
    for (const [index, expected] of minutes.entries()) {
      const { mean, halfWidth } = measured(result, 0, `wait ${index + 1}`)
      expect(Math.abs(mean - expected)).toBeLessThan(halfWidth ?? 0)
      expect(halfWidth).toBeLessThan(expected * widest)
    }
  })

  test('M/M/1 with impatience, Erlang A: with equal rates 1/e of all leave', () => {
    // The number in the system is that of M/M/∞: Poisson with mean 1, of whom 1 − (1 − 1/e) wait.
    const patience: Queue['service'] = (random) => Math.max(1, random.exponential('6m'))
    const queue: Queue = { rates: [10], places: 1, service: (random) => random.exponential('6m'), patience }
    const result = study({
      name: 'impatience',
      variants: { one: {} },
      baseline: emptyWorld,
      simulation: ({ base }) => queueOptions(queue, base.fork(), length),
      measures: {
        lost: ({ counters: { lost = 0, served = 0 } }) => lost / (lost + served),
      },
      replications: 12,
    })
    const { mean, halfWidth } = measured(result, 0, 'lost')
    expect(Math.abs(mean - 1 / Math.E)).toBeLessThan(halfWidth ?? 0)
    expect(halfWidth).toBeLessThan(isLong ? 0.02 : 0.05)
  })
})

describe('a study', () => {
  test('has each measure of each variant, and the differences from the first in pairs', () => {
    const result = study(counting())
    expect(result.variants.map(({ name, seeds }) => [name, seeds])).toEqual([
      ['few', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
      ['many', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ])
    const [few, many] = [measured(result, 0, 'calls'), measured(result, 1, 'calls')]
    // Poisson: mean and variance are 48 and 72.
    expect(Math.abs(few.mean - 48)).toBeLessThan(4 * Math.sqrt(4.8))
    expect(Math.abs(many.mean - 72)).toBeLessThan(4 * Math.sqrt(7.2))
    const [difference] = result.differences
    expect(difference).toMatchObject({ variant: 'many', from: 'few' })
    expect(difference?.measures['calls']?.mean).toBeCloseTo(many.mean - few.mean, 9)
    const pairs = result.variants[1]?.values['calls']?.map(
      (value, index) => value - (result.variants[0]?.values['calls']?.[index] ?? 0),
    )
    expect(difference?.measures['calls']).toEqual(estimateOf(pairs ?? [], 0.95))
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
    expect(result).toMatchObject({ failures: [], missing: [], notes: [] })
  })

  test('gives the same bytes again, and another seed other values', () => {
    const first = study(counting())
    expect(JSON.stringify(study(counting()))).toBe(JSON.stringify(first))
    expect(new Set(first.variants[0]?.values['calls']).size).toBeGreaterThan(3)
  })

  test('half widths of differences hold together: each has its share of the error', () => {
    const three = { few: { rate: 2 }, many: { rate: 3 }, most: { rate: 4 } }
    const calls = ({ counters }: { counters: Readonly<Record<string, number>> }) =>
      counters['arrivals.calls'] ?? 0
    const result = study(counting({ variants: three, measures: { calls, twice: (one) => 2 * calls(one) } }))
    const values = result.variants[2]?.values['calls']?.map(
      (value, index) => value - (result.variants[0]?.values['calls']?.[index] ?? 0),
    )
    // Two variants by two measures are four intervals: 98.75 % each.
    expect(result.differences[1]?.measures['calls']).toEqual(estimateOf(values ?? [], 0.9875))
  })

  test('common random numbers narrow a difference', () => {
    const queue = (places: number): Queue => ({
      ...{ rates: [15], places },
      service: (random) => random.exponential('6m'),
    })
    const result = study({
      name: 'common',
      variants: { two: 2, three: 3 },
      baseline: emptyWorld,
      simulation: ({ base, variant }) => queueOptions(queue(variant), base.fork(), '5d'),
      measures: { wait: meanWait('wait 1') },
      replications: 12,
    })
    const [two = [], three = []] = result.variants.map(({ values }) => values['wait'])
    const paired = result.differences[0]?.measures['wait']?.halfWidth ?? 0
    // The same values in other pairs, as if the variants had other seeds.
    const others = three.map((value, index) => value - (two[(index + 1) % two.length] ?? 0))
    expect(paired).toBeLessThan((estimateOf(others, 0.95).halfWidth ?? 0) * 0.95)
  })

  test('makes the baseline once, and a fork for each replication', () => {
    let made = 0
    const worlds = new Set<unknown>()
    const options = counting({
      baseline() {
        made += 1
        return { world: emptyWorld() }
      },
    })
    study({
      ...options,
      simulation(given) {
        const one = options.simulation(given)
        worlds.add(one.world)
        return one
      },
    })
    expect([made, worlds.size]).toEqual([1, 20])
  })

  test('bands have the median of each sample, and 90 % of the replications', () => {
    const { variants } = study(counting())
    const series = variants[0]?.series
    expect(series).toMatchObject({ every: 6 * 60 * minute, replications: 10 })
    expect(series?.bands['hour']?.p50).toHaveLength(5)
    const { p5 = [], p50 = [], p95 = [] } = series?.bands['arrivals.calls'] ?? {}
    // Twelve are expected in six hours. Nothing is counted before the first sample.
    expect([p5[0], p50[0], p95[0]]).toEqual([0, 0, 0])
    for (const place of [1, 2, 3, 4]) {
      expect(p50[place]).toBeGreaterThan(8)
      expect(p50[place]).toBeLessThan(16)
      expect((p5[place] ?? 0) < (p95[place] ?? 0)).toBe(true)
    }
  })

  test('series may be chosen, and long ones are joined: gauges by value, counters by sum', () => {
    const calls = 'arrivals.calls'
    const options = counting({ series: [calls], replications: 2 })
    const { variants } = study({
      ...options,
      simulation: (given) => ({ ...options.simulation(given), sample: { every: '1m' } }),
    })
    const { series, values } = variants[0] ?? {}
    expect(Object.keys(series?.bands ?? {})).toEqual([calls])
    // 1,441 samples are joined by fifteen.
    expect(series?.every).toBe(15 * minute)
    expect(series?.bands[calls]?.p50).toHaveLength(97)
    const sum = series?.bands[calls]?.p50.reduce((all, one) => all + one, 0)
    // The median of two is their mean.
    expect(sum).toBeCloseTo(((values?.['calls']?.[0] ?? 0) + (values?.['calls']?.[1] ?? 0)) / 2, 9)
  })
})

describe('a series of a counter', () => {
  /** A study in which some replications count 8 in the second hour. A counter begins when it counts first. */
  const lost = (
    doesCount: (seed: number, variant: unknown) => boolean,
    { replications = 4, ...more }: Partial<StudyOptions> = {},
  ) =>
    study({
      name: 'lost',
      variants: { one: 1 },
      replications,
      measures: { lost: ({ counters }) => counters['lost'] ?? 0 },
      simulation: ({ seed, variant }) => ({
        world: createWorld(),
        for: '2h',
        sample: { every: '1h' },
        actors: {
          *caller(sim) {
            yield '90m'
            if (doesCount(seed, variant)) sim.count('lost', 8)
          },
        },
      }),
      ...more,
    })
  const inOdd = (seed: number) => seed % 2 === 1

  test.each<[string, Partial<StudyOptions>]>([
    ['all series', {}],
    ['a chosen series', { series: ['lost'] }],
  ])('is 0 where it counted nothing, of %s', (_, chosen) => {
    const { variants, notes } = lost(inOdd, chosen)
    expect(variants[0]?.values['lost']).toEqual([8, 0, 8, 0])
    expect(variants[0]?.series).toMatchObject({
      replications: 4,
      bands: { lost: { p5: [0, 0, 0], p50: [0, 0, 4], p95: [0, 0, 8] } },
    })
    expect(notes).toEqual([])
  })

  test('is 0 in a variant that never counted, if another did', () => {
    const { variants } = lost((_, variant) => variant === 1, {
      variants: { never: 0, once: 1 },
      replications: 2,
      series: ['lost'],
    })
    expect(variants.map(({ series }) => series?.bands['lost']?.p50)).toEqual([
      [0, 0, 0],
      [0, 0, 8],
    ])
  })

  test('is no gauge: its band is of the replications that have it', () => {
    const { variants } = study({
      name: 'tide',
      variants: { one: 1 },
      replications: 4,
      measures: { one: () => 1 },
      simulation: ({ seed }) => ({
        world: createWorld(),
        for: '2h',
        sample: { every: '1h', gauges: seed % 2 === 1 ? { tide: () => 7 } : {} },
      }),
    })
    expect(variants[0]?.series?.bands['tide']).toEqual({ p5: [7, 7, 7], p50: [7, 7, 7], p95: [7, 7, 7] })
  })

  test('that no replication has is told', () => {
    const { variants, notes } = lost(inOdd, { series: ['lots'] })
    expect(variants[0]?.series).toBeUndefined()
    expect(notes).toEqual([expect.stringMatching(/^No replication has the series "lots": the name may be/)])
  })

  test('must have a name', () => {
    expect(() => lost(inOdd, { series: [5 as unknown as string] })).toThrow(
      /series of a study must be a list of names/,
    )
  })
})

describe('until intervals are narrow enough', () => {
  test('a share of the mean, of every variant', () => {
    const result = study(counting({ replications: { least: 3, until: { calls: '5%' } } }))
    for (const index of [0, 1]) {
      const { mean, halfWidth, replications } = measured(result, index, 'calls')
      expect(halfWidth).toBeLessThanOrEqual(0.05 * mean)
      expect(replications).toBe(measured(result, 0, 'calls').replications)
    }
    const { replications } = measured(result, 0, 'calls')
    expect(replications).toBeGreaterThan(3)
    // One replication less was not enough.
    const before = study(counting({ replications: replications - 1 }))
    const wide = [0, 1].some((index) => {
      const { mean, halfWidth } = measured(before, index, 'calls')
      return (halfWidth ?? 0) > 0.05 * mean
    })
    expect(wide).toBe(true)
  })

  test('a width; and at most so many, with a note', () => {
    const enough = study(counting({ replications: { least: 4, until: { calls: 100 } } }))
    expect(measured(enough, 0, 'calls').replications).toBe(4)
    expect(enough.notes).toEqual([])
    const most = study(counting({ replications: { least: 2, most: 5, until: { calls: 0.001 } } }))
    expect(measured(most, 0, 'calls').replications).toBe(5)
    expect(most.notes).toHaveLength(2)
    expect(most.notes[0]).toMatch(
      /"calls" is not precise enough for "few": its half width is \d.*0\.001 would/,
    )
  })

  test('a mean of zero has no share: the study says so', () => {
    const none = counting({
      measures: { none: () => 0 },
      replications: { least: 2, most: 4, until: { none: '5%' } },
    })
    const result = study(none)
    expect(result.isImpossible).toBe(true)
    expect(result.notes[0]).toMatch(/The mean of "none" is 0 for "few".*absolute precision such as 0\.5/)
    expect(measured(result, 0, 'none')).toMatchObject({ replications: 4, mean: 0, halfWidth: 0 })
  })
})

describe('bad input', () => {
  test.each<[string, Partial<StudyOptions>, RegExp]>([
    ['no variants', { variants: {} }, /variants of a study must be an object with 1 to 200 values/],
    ['variants that are a list', { variants: [1] as never }, /variants of a study must be an object/],
    ['a variant without a name', { variants: { '': 1 } }, /by names that are not empty/],
    ['no measures', { measures: {} }, /measures of a study must be an object with 1 to 100 functions/],
    [
      'a measure that is no function',
      { measures: { a: 5 as never } },
      /measures\.a of a study must be a function/,
    ],
    ['no name', { name: '' }, /name of a study must be text/],
    ['an unknown option', { warmup: '1d' } as never, /warmup.*warmUp/],
    [
      'no replication',
      { replications: 0 },
      /replications of a study must be a whole number from 1 to 1000000, got 0/,
    ],
    ['half a replication', { replications: 2.5 }, /got 2\.5/],
    [
      'least over most',
      { replications: { least: 20, most: 10, until: { calls: 1 } } },
      /replications\.least of a study must be at most replications\.most, which is 10, got 20/,
    ],
    ['no goal', { replications: { until: {} } }, /replications\.until of a study must be an object/],
    [
      'a goal of an unknown measure',
      { replications: { until: { call: '5%' } } as never },
      /replications\.until names the measure "call", which the study has not.*calls/,
    ],
    ['a goal of nothing', { replications: { until: { calls: 0 } } }, /half width greater than 0.*got 0/],
    ['a goal that is text', { replications: { until: { calls: 'narrow' as '5%' } } }, /got "narrow"/],
    [
      'least of one',
      { replications: { least: 1, until: { calls: 1 } } },
      /least of a study must be .* from 2/,
    ],
    [
      'a confidence of one',
      { confidence: 1 },
      /confidence of a study must be a number between 0 and 1.*got 1/,
    ],
    [
      'a measure that is not finite',
      { measures: { rate: () => 0 / 0 } },
      /"few", seed 1: the measure "rate" must be a finite number, got NaN/,
    ],
    [
      'a measure that throws',
      {
        measures: {
          rate: () => {
            throw new Error('no agents')
          },
        },
      },
      /"few", seed 1: no agents/,
    ],
    [
      'options that simulate refuses',
      { simulation: () => ({ world: emptyWorld() }) },
      /"few", seed 1: simulate takes either/,
    ],
    [
      'a seed of its own',
      { simulation: () => ({ world: emptyWorld(), for: '1d', seed: 1 }) as never },
      /gives each replication its own/,
    ],
    [
      'no options',
      { simulation: () => undefined as never },
      /simulation must return the options of simulate/,
    ],
  ])('%s', (_, more, message) => {
    expect(() => study(counting(more))).toThrow(message)
    expect(() => study(counting(more))).toThrow(TypeError)
  })

  test('a world that is used twice', () => {
    const world = emptyWorld()
    const twice = counting({ simulation: () => ({ world, for: '1d' }) })
    expect(() => study(twice)).toThrow(
      /"many", seed 1: .*world of another replication: return world\.fork\(\)/,
    )
  })

  test('one replication has no interval, and a note says so', () => {
    const result = study(counting({ replications: 1 }))
    expect(measured(result, 0, 'calls').halfWidth).toBeNull()
    expect(result.differences[0]?.measures['calls']?.halfWidth).toBeNull()
    expect(result.notes).toEqual([
      'One replication has no interval ("few", "many"): run two or more, better ten',
    ])
  })

  test('an actor that throws ends the study, or is told of', () => {
    const broken = counting({
      simulation: ({ seed, name }) => ({
        world: emptyWorld(),
        for: '1h',
        actors: {
          *editor() {
            yield '5m'
            if (seed === 3 && name === 'many') throw new Error('no paper')
          },
        },
      }),
    })
    expect(() => study(broken)).toThrow(/"many", seed 3: editor at .* the actor threw: no paper/)
    const result = study({ ...broken, keepGoing: true })
    expect(result.failures).toEqual([
      { variant: 'many', seed: 3, error: expect.stringContaining('the actor threw: no paper') },
    ])
    expect(result.variants.map(({ seeds }) => seeds.length)).toEqual([10, 9])
    expect(result.differences[0]?.measures['calls']?.replications).toBe(9)
  })
})

describe('cross', () => {
  test('has each combination, named by its values', () => {
    expect(cross({ agents: [2, 3], patience: ['1h', '2h'] })).toEqual({
      'agents 2, patience 1h': { agents: 2, patience: '1h' },
      'agents 2, patience 2h': { agents: 2, patience: '2h' },
      'agents 3, patience 1h': { agents: 3, patience: '1h' },
      'agents 3, patience 2h': { agents: 3, patience: '2h' },
    })
  })

  test.each<[string, () => unknown, RegExp]>([
    ['an empty list', () => cross({ agents: [] }), /cross takes lists of values by name/],
    ['no lists', () => cross({}), /cross takes lists/],
    ['two variants of one name', () => cross({ agents: [1, '1'] }), /two variants of the name "agents 1"/],
    [
      'too many',
      () => cross({ a: Array.from({ length: 201 }, (_, n) => n) }),
      /201 variants, and 200 is most/,
    ],
  ])('refuses %s', (_, run, message) => {
    expect(run).toThrow(message)
  })
})

test.each([
  [[], ''],
  [[3], '3'],
  [[1, 2, 3, 5, 8, 9], '1..3, 5, 8..9'],
])('ranges of %j', (numbers, text) => {
  expect(rangesOf(numbers)).toBe(text)
})
