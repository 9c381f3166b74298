import { createWorld } from '../../src/index.ts'
import { poisson, simulate } from '../../src/simulation/index.ts'

const world = createWorld()
const { form } = world.starter()
const answers = { full_name: 'Grace Example', email: 'grace@example.test' }

const result = simulate({
  world,
  for: '30d',
  seed: 1,
  arrivals: {
    leads: {
      process: poisson({ rate: 12, per: '1d' }),
      run: () => world.actions.submitLead({ form, answers }).unwrap(),
    },
  },
})
console.log(result.counters['arrivals.leads'], 'leads in', (result.to - result.from) / 86_400_000, 'days')
// → 343 leads in 30 days
