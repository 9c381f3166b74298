import { shown } from '../../service/values/scalars.ts'
import { randomSource } from '../load/random-source.ts'
import { startProgram } from './actors.ts'
import type { ArrivalPlan } from './plan.ts'
import { addToCounter } from './series.ts'
import { nowOf, runAs, type Simulation, scheduleEntry } from './simulation.ts'
import { SimulationError } from './simulation-error.ts'
import { laneOf } from './timeline.ts'

/** Begins an arrival process: each arrival schedules the next one. */
export function beginArrivals(run: Simulation, { name, process, begin, plain, most }: ArrivalPlan): void {
  const { plan, recorder, metrics } = run
  const lane = laneOf(recorder, name, 'arrivals')
  const who = { name, lane }
  const random = randomSource(plan.seed, `arrivals/${name}`)
  const start = { from: plan.from, to: plan.to, random }
  const instants = runAs(run, who, 'the process', () => process.instants(start)[Symbol.iterator]())
  let last = plan.from
  let atLast = 0
  let index = 0
  const scheduleNext = () => {
    if (index >= most) return
    const { value, done } = runAs(run, who, 'the process', () => instants.next())
    if (done || value > plan.to) return
    if (!(value >= last))
      throw new TypeError(
        `The arrival process ${name} must yield instants in ascending order, not before ` +
          `${new Date(last).toISOString()}, got ${shown(String(value))}`,
      )
    atLast = index > 0 && Math.floor(value) === Math.floor(last) ? atLast + 1 : 0
    if (atLast > plan.maxStepsPerInstant)
      throw new SimulationError(
        name,
        nowOf(run),
        `the process yields more than ${plan.maxStepsPerInstant} arrivals at one instant: it must move on, ` +
          'or raise the option maxStepsPerInstant of simulate',
      )
    last = value
    scheduleEntry(run, Math.floor(value), arrive)
  }
  const arrive = () => {
    index += 1
    const identity = { name: `${name}#${index}`, index, lane }
    scheduleNext()
    addToCounter(metrics, `arrivals.${name}`, 1)
    startProgram(run, { who: identity, begin, end: () => {}, plain })
  }
  addToCounter(metrics, `arrivals.${name}`, 0)
  scheduleNext()
}
