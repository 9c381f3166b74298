import { expect, test } from 'vitest'
import { type SimulateOptions, seriesCsv, simulate, timelinePage } from '../../src/simulation/index.ts'
import { playSimulation, simulationOptions } from '../golden/simulation.ts'
import { poisoned, poisons } from '../poison.ts'
import { office } from './office.ts'

const run = (more: Partial<SimulateOptions> = {}) => simulate({ ...simulationOptions(), ...more })

test('the same seed gives the same bytes', () => {
  const [first, second] = [run(), run()]
  expect(JSON.stringify(second)).toBe(JSON.stringify(first))
  expect(seriesCsv(second)).toBe(seriesCsv(first))
  expect(timelinePage(second)).toBe(timelinePage(first))
  expect(first.counters['calls']).toBeGreaterThan(200)
  expect(JSON.stringify(run({ seed: 'another' }))).not.toBe(JSON.stringify(first))
})

test('a simulation reads nothing ambient but the offsets of time zones', () => {
  const expected = playSimulation()
  // A time zone has no other source than the runtime.
  const names = poisons.filter((name) => !name.startsWith('Intl') && name !== 'process.env')
  expect(poisoned(() => playSimulation(), names)).toEqual(expected)
})

test('another actor or process leaves the arrivals and draws of the others as they were', () => {
  const marks = (more: Partial<SimulateOptions>) => {
    const options = simulationOptions()
    const merged = {
      ...options,
      actors: { ...more.actors, ...options.actors },
      arrivals: { ...more.arrivals, ...options.arrivals },
    }
    const { timeline } = simulate(merged)
    const lanes = new Set([...Object.keys(options.arrivals ?? {}), 'visitor#1', 'visitor#2', 'visitor#3'])
    return timeline.items
      .filter(({ lane }) => lanes.has(timeline.lanes[lane]?.name ?? ''))
      .map(({ at, kind, lane, label }) => [timeline.lanes[lane]?.name, at, kind, label])
  }
  const alone = marks({})
  expect(alone.length).toBeGreaterThan(200)
  const arrivals = simulationOptions().arrivals ?? {}
  const [process] = Object.values(arrivals)
  if (!process) throw new Error('There is no arrival process')
  const more: Partial<SimulateOptions> = {
    actors: {
      *newcomer(sim) {
        for (;;) {
          yield sim.random.exponential('3h')
          sim.note('here', sim.random.number())
        }
      },
    },
    arrivals: { more: { process: process.process, run: (sim) => sim.note('more', sim.random.number()) } },
  }
  expect(marks(more)).toEqual(alone)
})

test('a simulation of a fork leaves the world as it was', () => {
  const { world } = office()
  const before = world.hash('full')
  const compared = [world.fork(), world.fork({ policy: { photoUrls: 'registered' } })].map(
    (fork) => simulate({ ...simulationOptions(), receivers: {}, world: fork, actors: {}, arrivals: {} }).to,
  )
  expect(compared[0]).toBe(compared[1])
  expect(world.hash('full')).toBe(before)
})
