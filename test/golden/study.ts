import { createWorld } from '../../src/index.ts'
import { any, poisson, schedule, study } from '../../src/simulation/index.ts'

/**
 * Plays a study of 64 seeds and two variants, in which each distribution is drawn from, with priorities,
 * patience, and a capacity by the hour. Each line is a part of its result.
 */
export function playStudy(): string[] {
  const result = study({
    name: 'agents for calls',
    variants: { one: 1, two: 2 },
    baseline: () => createWorld({ seed: 3, now: '2026-03-28T22:00:00Z', history: 'off', logSize: 0 }),
    simulation: ({ base, variant }) => ({
      world: base.fork(),
      for: '4h',
      resources: {
        agents: variant,
        night: schedule({
          hours: Array.from({ length: 24 }, (_, hour) => (hour < 5 ? 1 : 2)),
          timeZone: 'Europe/Berlin',
        }),
      },
      arrivals: {
        calls: {
          process: poisson({ rate: 6, per: '1h' }),
          *actor(sim) {
            const seat = sim.request('agents', {
              priority: sim.random.weighted([
                [0, 1],
                [1, 3],
              ]),
              patience: '40m',
            })
            const first = yield any([
              seat,
              sim.random.triangular({ least: '5m', mode: '20m', greatest: '1h' }),
            ])
            if (first !== 0) return
            yield sim.random.lognormal({ mean: '6m', deviation: '4m' })
            yield sim.random.gamma({ shape: 2.5, mean: '3m' })
            sim.observe('answered', sim.now)
          },
        },
        mails: {
          process: poisson({ rate: 4, per: '1h' }),
          *actor(sim) {
            yield sim.random.weibull({ shape: 1.5, scale: '10m' })
            if (!(yield sim.request('night'))) return
            yield sim.random.normal({ mean: '10m', deviation: '2m' })
            sim.observe('read', sim.random.uniform('1m', '5m'))
          },
        },
      },
      sample: { every: '1h', gauges: { hour: ({ clock }) => (clock.now / 60_000) % 1_440 } },
    }),
    measures: {
      wait: ({ resources }) => resources['agents']?.waits.mean ?? 0,
      read: ({ histograms }) => histograms['read']?.mean ?? 0,
    },
    replications: 64,
  })
  return Object.entries(result).map((part) => JSON.stringify(part))
}
