import { expect, test } from 'vitest'
import { createWorld } from '../../src/index.ts'
import { poisson, simulate, diurnal } from '../../src/simulation/index.ts'
test('x', () => {
  const world = createWorld({ history: 'off', logSize: 0, policy: { leadReadLimit: null } as never })
  const { form, page, pageToken } = world.starter()
  const t = performance.now()
  const r = simulate({
    world, for: '90d', seed: 1,
    actors: { visitor: { count: 50, run: function* (sim) { for (;;) { yield sim.random.exponential('1d'); sim.world.as(pageToken).listFormLeads({ form, limit: 5 }) } } } },
    arrivals: { leads: { process: poisson({ rate: 50_000 / 90 , per: '1d' }), run: (sim) => void sim.world.actions.submitLead({ form, answers: { full_name: 'Grace', email: `a${sim.index}@b.test` } }) } },
    sample: { every: '1d', gauges: {} },
  })
  console.log(performance.now() - t, r.steps, r.counters, JSON.stringify(r).length, r.timeline.items.length)
})
