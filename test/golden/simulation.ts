import { createHash } from 'node:crypto'
import { createWorld } from '../../src/index.ts'
import {
  bursts,
  calendar,
  diurnal,
  empirical,
  poisson,
  type SimulateOptions,
  seriesCsv,
  simulate,
  timelinePage,
} from '../../src/simulation/index.ts'

/** Four days with every arrival process, a calendar, a resource, and a receiver that fails at times. */
export function simulationOptions(): SimulateOptions {
  const world = createWorld({ seed: 5, now: '2026-03-27T00:00:00Z' })
  const { app, form, page, pageToken } = world.starter({ publications: false })
  world.actions.installApp({ app, page }).unwrap()
  const answers = { full_name: 'Grace', email: 'grace@example.test' }
  const read = () => world.as(pageToken).listFormLeads({ form, limit: 2 })
  const hours = Array.from({ length: 24 }, (_, hour) => (hour < 7 ? 0.2 : 3))
  return {
    world,
    for: '4d',
    resources: { desk: 1 },
    actors: {
      visitor: {
        count: 3,
        *run(sim) {
          for (;;) {
            yield sim.random.exponential('5h')
            read()
            sim.note('read', sim.random.number())
          }
        },
      },
      *editor(sim) {
        for (;;) {
          yield calendar({ at: ['02:30', '09:00'], timeZone: 'Europe/Berlin' })
          sim.world.as(pageToken).publishPost({ page, message: `now ${sim.now}` })
        }
      },
    },
    arrivals: {
      leads: {
        process: diurnal({ hours, timeZone: 'America/New_York' }),
        *actor(sim) {
          world.actions.submitLead({ form, answers }).unwrap()
          const seat = sim.request('desk', { patience: '1h' })
          if (!(yield seat)) return
          yield sim.random.exponential('10m')
          sim.observe('waited', seat.waited ?? 0)
        },
      },
      rare: { process: poisson({ rate: 3, per: '1d' }), run: read },
      shared: { process: bursts({ rate: 1, per: '1d', size: [3, 9], within: '1h' }), run: read },
      measured: { process: empirical(['37m', '3h', '11h']), run: read },
    },
    receivers: {
      [app]: {
        *actor(_, sim) {
          yield sim.random.exponential('5s')
          return { status: sim.random.chance(0.2) ? 500 : 200 }
        },
      },
    },
    sample: { every: '6h', gauges: { events: ({ events }) => events.length } },
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Simulates the four days. Each line is a part of the result, or the hash of a long one. */
export function playSimulation(): string[] {
  const options = simulationOptions()
  const result = simulate(options)
  const { timeline, series, ...rest } = result
  return [
    JSON.stringify(rest),
    seriesCsv({ series }),
    ...timeline.items.map((item) => JSON.stringify(item)),
    `page ${digest(timelinePage(result))}`,
    `world ${options.world.hash('full')}`,
  ]
}
