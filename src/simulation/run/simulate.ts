import { stages } from '../../world/handle/refusal.ts'
import { ensureWebhook } from '../../world/sending/webhooks.ts'
import { startActor } from './actors.ts'
import { beginArrivals } from './arriving.ts'
import { createWatch } from './deliveries.ts'
import type { HistogramReport } from './histogram.ts'
import { runToEnd } from './loop.ts'
import { createObserver } from './observer.ts'
import type { SimulateOptions } from './options.ts'
import { type Plan, planOf } from './plan.ts'
import { type ResourceReport, reportOfResource, resetResource } from './resources.ts'
import {
  addGauge,
  addToCounter,
  distributionsOf,
  resetMetrics,
  type Series,
  seriesOf,
  takeSample,
  totalsOf,
} from './series.ts'
import { beginShifts } from './shifts.ts'
import { createSimulation, nowOf, runAs, type Simulation, scheduleEntry } from './simulation.ts'
import { SimulationError } from './simulation-error.ts'
import { type Timeline, timelineOf } from './timeline.ts'

/** The measurements of a simulation, as plain JSON. */
export interface SimulationResult {
  readonly seed: string
  /** The beginning and the end, in Unix milliseconds. */
  readonly from: number
  readonly to: number
  /** The end of the warm-up, with which the measurements begin; left out without one. */
  readonly measuredFrom?: number
  /** The number of steps: calls, tasks of the world, and steps of actors. */
  readonly steps: number
  readonly series: Series
  /**
   * The totals of all counters: those of actors, and `calls`, `calls.refused`, `tasks`, `arrivals.…` and
   * others.
   */
  readonly counters: Readonly<Record<string, number>>
  readonly histograms: Readonly<Record<string, HistogramReport>>
  readonly resources: Readonly<Record<string, ResourceReport>>
  readonly timeline: Timeline
}

function beginActors(run: Simulation, groups: Plan['groups']): void {
  for (const { name, count, run: actor } of groups) {
    if (count === 1) startActor(run, { name, index: 1 }, actor)
    else
      for (let index = 1; index <= count; index++) startActor(run, { name: `${name}#${index}`, index }, actor)
  }
}

function beginSamples(run: Simulation, { every, gauges }: Plan): void {
  if (every === undefined) return
  for (const [name, read] of gauges) {
    const who = { name: `the gauge ${name}`, lane: 0 }
    addGauge(run.metrics, name, () => {
      const value = runAs(run, who, 'it', () => read(run.world))
      if (Number.isFinite(value)) return value
      throw new TypeError(`The gauge ${name} must return a finite number, got ${String(value)}`)
    })
  }
  for (const [name, resource] of run.resources) {
    addGauge(run.metrics, `resources.${name}.busy`, () => resource.busy)
    addGauge(run.metrics, `resources.${name}.waiting`, () => resource.waiting)
  }
  const sample = () => {
    takeSample(run.metrics, nowOf(run))
    scheduleEntry(run, nowOf(run) + every, sample, 1)
  }
  scheduleEntry(run, run.plan.from, sample, 1)
}

/** Begins the measurements again at the end of the warm-up. */
function beginWarmUp(run: Simulation): void {
  const { warmUp, from } = run.plan
  if (warmUp === from) return
  const begin = () => {
    resetMetrics(run.metrics)
    for (const resource of run.resources.values()) resetResource(resource, nowOf(run))
  }
  scheduleEntry(run, warmUp, begin, -1)
}

function resultOf(run: Simulation): SimulationResult {
  const { plan, metrics, recorder } = run
  const resources = [...run.resources].map(
    ([name, resource]) => [name, reportOfResource(resource, nowOf(run))] as const,
  )
  return {
    seed: plan.seed,
    from: plan.from,
    to: nowOf(run),
    ...(plan.warmUp > plan.from && plan.warmUp <= nowOf(run) && { measuredFrom: plan.warmUp }),
    steps: run.totalSteps,
    series: seriesOf(metrics),
    counters: totalsOf(metrics),
    histograms: distributionsOf(metrics),
    resources: Object.fromEntries(resources),
    timeline: timelineOf(
      recorder,
      stages.map(({ name, chapter, rows }) => ({ name, chapter, rows })),
    ),
  }
}

/** A simulation that is over: by its time, or by an error of an actor. */
interface Ended {
  readonly run: Simulation
  readonly error?: SimulationError
}

function perform(options: SimulateOptions): Ended {
  const plan = planOf(options)
  const run = createSimulation(plan)
  const watch = createWatch()
  for (const name of ['calls', 'calls.refused', 'tasks']) addToCounter(run.metrics, name, 0)
  for (const app of plan.receivers.keys()) ensureWebhook(plan.handle, app)
  plan.handle.observe = createObserver(run, watch)
  try {
    beginWarmUp(run)
    beginShifts(run)
    beginSamples(run, plan)
    beginActors(run, plan.groups)
    for (const arrival of plan.arrivals) beginArrivals(run, arrival)
    runToEnd(run, watch)
    return { run }
  } catch (error) {
    if (error instanceof SimulationError) return { run, error }
    throw error
  } finally {
    plan.handle.observe = undefined
  }
}

/** Does the same as `simulate`, but returns an error of an actor with the result until then. */
export function simulateUntilError(
  options: SimulateOptions,
): { readonly result: SimulationResult } & Pick<Ended, 'error'> {
  const { run, ...ended } = perform(options)
  return { result: resultOf(run), ...ended }
}

/**
 * Lets actors use a world in virtual time, and measures what happens. The same world, options and seed give
 * the same result to the last byte.
 *
 * Everything happens at its own instant. Of one instant, the due tasks of the world come first, then
 * deliveries begin, then numbers of places change, then actors and arrivals go on in the order in which they
 * were scheduled, then samples are taken. A call that takes virtual time, because of a latency fault or of
 * `autoTick`, moves the clock for all: what was to happen meanwhile happens after it.
 *
 * Throws a TypeError if an option is invalid, before anything has happened. Throws a SimulationError if
 * code of an actor throws, or does not end; the world is then as it was at that moment.
 */
export function simulate(options: SimulateOptions): SimulationResult {
  const { run, error } = perform(options)
  if (error) throw error
  return resultOf(run)
}
