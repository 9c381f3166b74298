import { built } from './build.mjs'
import { quick } from './measure.mjs'

const { createWorld } = await built('index.js')
const { simulate } = await built('simulation/run/simulate.js')
const { poisson } = await built('simulation/load/arrivals.js')

const leads = quick ? 5_000 : 50_000
const answers = { full_name: 'Grace Example', email: 'grace@example.test' }

/** A page that is not recorded: no history and no logs. */
function page() {
  const world = createWorld({ seed: 7, history: 'off', logSize: 0 })
  return { world, ...world.starter() }
}

/** Returns what a function returned, and the milliseconds that it took. */
function timed(run) {
  globalThis.gc?.()
  const from = performance.now()
  const result = run()
  return { result, milliseconds: performance.now() - from }
}

/** The same leads without a simulation: the floor, because each of them is one call. */
function plainly() {
  const { world, form } = page()
  return timed(() => {
    for (let lead = 0; lead < leads; lead++) {
      world.clock.advance(Math.floor((90 * 86_400_000) / leads))
      world.actions.submitLead({ form, answers })
    }
  })
}

function simulated(timelineItems) {
  const { world, form, pageToken } = page()
  const visitor = function* (sim) {
    for (;;) {
      yield sim.random.exponential('1d')
      sim.world.as(pageToken).listFormLeads({ form, limit: 5 })
    }
  }
  const process = poisson({ rate: leads / 90, per: '1d' })
  return timed(() =>
    simulate({
      world,
      for: '90d',
      timelineItems,
      actors: { visitor: { count: 50, run: visitor } },
      arrivals: { leads: { process, run: () => void world.actions.submitLead({ form, answers }) } },
      sample: { every: '1d' },
    }),
  )
}

/** The whole simulation, with and without a timeline, against its leads alone. */
export function rows() {
  plainly()
  const floor = plainly()
  return [4_000, 0].map((items) => {
    const { result, milliseconds } = simulated(items)
    return {
      row: items === 0 ? 'without a timeline' : 'with a timeline',
      size: result.counters['arrivals.leads'],
      milliseconds,
      ratio: milliseconds / floor.milliseconds,
      goal: '≤ 2.5 s',
      against: `its leads alone; ${result.counters.calls} calls, ${Math.round(JSON.stringify(result).length / 1_024)} KB`,
    }
  })
}
