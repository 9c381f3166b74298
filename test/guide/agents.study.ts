import { createWorld } from '../../src/index.ts'
import { cross, defineStudy, poisson } from '../../src/simulation/index.ts'

export default defineStudy({
  name: 'agents for leads',
  variants: cross({ agents: [2, 3] }),
  baseline() {
    const world = createWorld({ history: 'off', logSize: 0 })
    return { world, ...world.starter() }
  },
  simulation: ({ base, variant: { agents } }) => {
    const world = base.world.fork()
    const answers = { full_name: 'Grace Example', email: 'grace@example.test' }
    return {
      world,
      for: '15d',
      resources: { agents },
      arrivals: {
        leads: {
          process: poisson({ rate: 6 }),
          *actor(sim) {
            world.actions.submitLead({ form: base.form, answers }).unwrap()
            const agent = sim.request('agents', { patience: '30m' })
            if (yield agent) {
              yield sim.random.lognormal({ mean: '15m', deviation: '20m' })
              agent.release()
            } else sim.count('lost leads')
          },
        },
      },
    }
  },
  measures: {
    'lost leads': ({ counters }) => counters['lost leads'] ?? 0,
    'mean wait, minutes': ({ resources }) => (resources['agents']?.waits.mean ?? 0) / 60_000,
  },
  warmUp: '1d',
  replications: { least: 10, most: 1_000, until: { 'mean wait, minutes': '5%' } },
})
