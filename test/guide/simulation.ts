import { createWorld } from '../../src/index.ts'
import { calendar, diurnal, simulate } from '../../src/simulation/index.ts'

const world = createWorld()
const { app, form, page, pageToken } = world.starter()
world.actions.installApp({ app, page }).unwrap()

const answers = { full_name: 'Grace Example', email: 'grace@example.test' }
const night = Array.from({ length: 8 }, () => 0.5)
const day = Array.from({ length: 16 }, () => 6)

export const result = simulate({
  world,
  for: '14d',
  seed: 1,
  resources: { agents: 2 },
  actors: {
    *editor(sim) {
      const office = calendar({ days: 'weekdays', at: '09:00', timeZone: 'Europe/Berlin' })
      for (;;) {
        yield office
        sim.world.as(pageToken).publishPost({ page, message: 'Good morning' }).unwrap()
      }
    },
  },
  arrivals: {
    leads: {
      process: diurnal({ hours: [...night, ...day], timeZone: 'Europe/Berlin' }),
      *actor(sim) {
        world.actions.submitLead({ form, answers }).unwrap()
        const agent = sim.request('agents', { patience: '2h' })
        if (yield agent) {
          yield sim.random.exponential('15m')
          agent.release()
        } else sim.count('lost leads')
      },
    },
  },
  receivers: {
    [app]: {
      *actor(_delivery, sim) {
        yield sim.random.exponential('2s')
        return { status: sim.random.chance(0.05) ? 503 : 200 }
      },
    },
  },
  sample: { every: '1h' },
})
