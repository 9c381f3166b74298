import { expect, test } from 'vitest'
import { poisson, type RandomSource, type SimulateOptions, study } from '../../src/simulation/index.ts'
import { randomSource } from '../../src/simulation/load/random-source.ts'
import { intervalOf } from '../../src/simulation/study/estimate.ts'
import { isLong } from '../chance.ts'
import { emptyWorld, meanWait, queueOptions } from './queues.ts'

/** Whether an interval holds a value. */
const holds = ({ mean, halfWidth }: ReturnType<typeof intervalOf>, truth: number): boolean =>
  Math.abs(mean - truth) <= (halfWidth ?? 0)

test('93 to 97 % of 1,000 intervals of 95 % hold the mean of ten normal values', () => {
  const random = randomSource('intervals', 'normal')
  const values = () => Array.from({ length: 10 }, () => random.normal({ mean: '1h', deviation: '5m' }))
  const held = Array.from({ length: 1_000 }, () => holds(intervalOf(values(), 0.95), 3_600_000))
  const share = held.filter(Boolean).length / held.length
  expect(share).toBeGreaterThanOrEqual(0.93)
  expect(share).toBeLessThanOrEqual(0.97)
})

test('at most 14 of 200 comparisons of equal means say that they differ', () => {
  const random = randomSource('intervals', 'differences')
  const draw = () => random.normal({ mean: '1h', deviation: '5m' })
  const pairs = () => Array.from({ length: 10 }, () => draw() - draw())
  const different = Array.from({ length: 200 }, () => !holds(intervalOf(pairs(), 0.95), 0))
  expect(different.filter(Boolean).length).toBeLessThanOrEqual(14)
})

/** The mean wait of a study of M/M/2 with ten replications. Each study has random streams of its own. */
function waitOf(number: number): ReturnType<typeof intervalOf> {
  const queue = { rates: [10], places: 2, service: (random: RandomSource) => random.exponential('6m') }
  const { variants } = study({
    name: 'coverage',
    variants: { one: {} },
    baseline: emptyWorld,
    simulation({ base }) {
      const { arrivals = {}, ...options } = queueOptions(queue, base.fork(), '10d')
      const renamed = Object.entries(arrivals).map(([name, one]) => [`${name} of ${number}`, one] as const)
      return { ...options, arrivals: Object.fromEntries(renamed) }
    },
    measures: { wait: meanWait('wait 1') },
    warmUp: '1d',
    replications: 10,
  })
  return variants[0]?.measures['wait'] ?? { mean: 0, halfWidth: null }
}

test.runIf(isLong)(
  '93 to 97 % of 1,000 studies hold the mean wait of M/M/2, Erlang C: 2 min',
  () => {
    const held = Array.from({ length: 1_000 }, (_, index) => holds(waitOf(index), 2))
    const share = held.filter(Boolean).length / held.length
    expect(share).toBeGreaterThanOrEqual(0.93)
    expect(share).toBeLessThanOrEqual(0.97)
  },
  3_600_000,
)

test('an open Jackson network has the waits of two M/M/1 queues', () => {
  // 2.5 come in an hour, and half of those who leave A return to it: A has 5 an hour, and B, which comes after it,
  // 2.5. Both serve 10. λ / μ(μ − λ) is 6 min and 2 min.
  const simulation = (world: SimulateOptions['world']): SimulateOptions => ({
    world,
    for: isLong ? '40d' : '8d',
    resources: { A: 1, B: 1 },
    arrivals: {
      customers: {
        process: poisson({ rate: 2.5 }),
        *actor(sim) {
          for (const place of ['A', 'B'])
            do {
              const seat = sim.request(place)
              yield seat
              sim.observe(`wait ${place}`, seat.waited ?? 0)
              yield sim.random.exponential('6m')
              seat.release()
            } while (place === 'A' && sim.random.chance(0.5))
        },
      },
    },
  })
  const { variants } = study({
    name: 'Jackson',
    variants: { one: {} },
    baseline: emptyWorld,
    simulation: ({ base }) => simulation(base.fork()),
    measures: { A: meanWait('wait A'), B: meanWait('wait B') },
    warmUp: '1d',
    replications: 12,
    confidence: 0.99,
  })
  for (const [name, expected] of [
    ['A', 6],
    ['B', 2],
  ] as const) {
    const { mean = 0, halfWidth } = variants[0]?.measures[name] ?? {}
    expect(Math.abs(mean - expected)).toBeLessThan(halfWidth ?? 0)
    expect(halfWidth).toBeLessThan(expected * (isLong ? 0.2 : 0.5))
  }
})
