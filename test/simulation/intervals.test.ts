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

/** A study of M/M/2 whose variants are equal, each with random streams of its own. */
function equalVariants(number: number, names: readonly string[]) {
  const queue = { rates: [10], places: 2, service: (random: RandomSource) => random.exponential('6m') }
  return study({
    name: 'coverage',
    variants: Object.fromEntries(names.map((name) => [name, `${name} of ${number}`])),
    baseline: emptyWorld,
    simulation({ base, variant }) {
      const { arrivals = {}, ...options } = queueOptions(queue, base.fork(), '4d')
      const renamed = Object.entries(arrivals).map(([name, one]) => [`${name} ${variant}`, one] as const)
      return { ...options, arrivals: Object.fromEntries(renamed) }
    },
    measures: { wait: meanWait('wait 1') },
    warmUp: '1d',
    replications: 10,
  })
}

const none = { mean: 0, halfWidth: null }

test.runIf(isLong)(
  '93 to 97 % of the intervals of 1,000 variants hold the wait of M/M/2, and 14 of 200 equal ones differ at most',
  () => {
    const compared = Array.from({ length: 200 }, (_, number) => equalVariants(number, ['one', 'other']))
    const alone = Array.from({ length: 600 }, (_, number) => equalVariants(number, ['alone']))
    const waits = [...compared, ...alone].flatMap(({ variants }) =>
      variants.map(({ measures }) => measures['wait'] ?? none),
    )
    // Erlang C: 2 min.
    const share = waits.filter((wait) => holds(wait, 2)).length / waits.length
    const different = compared.filter(
      ({ differences }) => !holds(differences[0]?.measures['wait'] ?? none, 0),
    )
    console.log(
      `${(100 * share).toFixed(1)} % of ${waits.length} hold, ${different.length} of ${compared.length} differ`,
    )
    expect(waits).toHaveLength(1_000)
    expect(share).toBeGreaterThanOrEqual(0.93)
    expect(share).toBeLessThanOrEqual(0.97)
    expect(different.length).toBeLessThanOrEqual(14)
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
