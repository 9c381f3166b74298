import { createWorld } from '../../src/index.ts'
import {
  type Actor,
  poisson,
  type RandomSource,
  type SimulateOptions,
  type SimulationResult,
} from '../../src/simulation/index.ts'

/** A queue with Poisson arrivals, each of which needs one place for a time. */
export interface Queue {
  /** Arrivals in an hour, of each class. */
  readonly rates: readonly number[]
  readonly places: number
  readonly service: (random: RandomSource) => number
  /** The time after which a customer leaves the queue. */
  readonly patience?: (random: RandomSource) => number
}

/** An empty world whose clock alone matters. */
export const emptyWorld = () => createWorld({ history: 'off', logSize: 0 })

/** The options of one replication of a queue. The waits of class 1 are the histogram `wait 1`, and so on. */
export function queueOptions(
  { rates, places, service, patience }: Queue,
  world: SimulateOptions['world'],
  length: `${number}d`,
): SimulateOptions {
  const customer = (priority: number): Actor =>
    function* (sim) {
      const place = sim.request('place', {
        priority,
        ...(patience && { patience: patience(sim.random) }),
      })
      const isServed = yield place
      sim.count(isServed ? 'served' : 'lost')
      if (!isServed) return
      sim.observe(`wait ${priority}`, place.waited ?? 0)
      yield service(sim.random)
      place.release()
    }
  const arrivals = rates.map(
    (rate, index) =>
      [`class ${index + 1}`, { process: poisson({ rate }), actor: customer(index + 1) }] as const,
  )
  return { world, for: length, resources: { place: places }, arrivals: Object.fromEntries(arrivals) }
}

/** The mean wait of a class in minutes. */
export const meanWait =
  (name: string) =>
  ({ histograms }: SimulationResult): number =>
    (histograms[name]?.mean ?? 0) / 60_000
