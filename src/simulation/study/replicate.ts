import { errorMessage } from '../../engine/values/error-message.ts'
import { shown } from '../../service/values/scalars.ts'
import type { World } from '../../world/world.ts'
import type { SimulateOptions } from '../run/options.ts'
import { type SimulationResult, simulate, simulateUntilError } from '../run/simulate.ts'
import { SimulationError } from '../run/simulation-error.ts'
import type { StudyPlan } from './check-study.ts'

/** The series of one replication at equal distances: values of gauges, and what counters counted between. */
export interface CoarseSeries {
  /** Unix milliseconds. */
  readonly from: number
  readonly every: number
  /** The number of samples of each series. */
  readonly samples: number
  /** The series that counted. A counter that counted nothing has none. */
  readonly counters: readonly string[]
  readonly values: Readonly<Record<string, readonly number[]>>
}

/** One replication of one variant: what it measured, or the error that ended it. */
export interface Replication {
  readonly variant: string
  readonly seed: number
  readonly measures?: Readonly<Record<string, number>>
  readonly series?: CoarseSeries
  readonly error?: string
}

/** Maximum samples of a series in a line. */
const SAMPLES_MAX = 100

/** Joins neighboring samples, so that at most 100 are left. */
function coarse(
  { series: { at, values }, counters }: SimulationResult,
  chosen: readonly string[] | undefined,
): CoarseSeries | undefined {
  const [from, next] = at
  const names = Object.keys(values).filter((name) => chosen?.includes(name) ?? true)
  if (from === undefined || next === undefined) return undefined
  const stride = Math.ceil(at.length / SAMPLES_MAX)
  const joined = names.map((name) => {
    const all = values[name] ?? []
    const ends = all.flatMap((_, index) => (index % stride === 0 ? [index] : []))
    const sums = ends.map((end) =>
      all.slice(Math.max(0, end - stride + 1), end + 1).reduce((sum, one) => sum + one, 0),
    )
    return [name, name in counters ? sums : ends.map((end) => all[end] ?? 0)] as const
  })
  return {
    from,
    every: (next - from) * stride,
    samples: Math.ceil(at.length / stride),
    counters: names.filter((name) => name in counters),
    values: Object.fromEntries(joined),
  }
}

/** Worlds that a replication has changed. */
const used = new WeakSet<World>()

/** Returns the options of one replication. Throws a TypeError if they cannot be those of a study. */
function optionsOf(plan: StudyPlan, base: unknown, name: string, seed: number): SimulateOptions {
  const { simulation, variants, warmUp } = plan.options
  const given: SimulateOptions = simulation({ base, variant: variants[name], name, seed })
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`simulation must return the options of simulate, got ${shown(given)}`)
  if (given.seed !== undefined)
    throw new TypeError('simulation returned a seed: the study gives each replication its own')
  if (typeof given.world === 'object' && given.world !== null) {
    if (used.has(given.world))
      throw new TypeError('simulation returned a world of another replication: return world.fork()')
    used.add(given.world)
  }
  return { ...(warmUp !== undefined && { warmUp }), ...given, seed }
}

function measured(plan: StudyPlan, result: SimulationResult): Readonly<Record<string, number>> {
  const all = Object.entries(plan.options.measures).map(([name, measure]) => {
    const value: unknown = measure(result)
    if (typeof value === 'number' && Number.isFinite(value)) return [name, value] as const
    const got = typeof value === 'number' ? value : shown(value)
    throw new TypeError(`the measure ${shown(name)} must be a finite number, got ${got}`)
  })
  return Object.fromEntries(all)
}

/** One replication with its timeline: what it measured, or the error of an actor that ended it. */
export interface WholeReplication {
  readonly result: SimulationResult
  readonly measures?: Readonly<Record<string, number>>
  readonly error?: SimulationError
}

/** Runs one replication with its timeline, until an actor throws, if one does. Throws if it cannot run. */
export const wholeReplication = (
  plan: StudyPlan,
  base: unknown,
  name: string,
  seed: number,
): WholeReplication =>
  within(name, seed, () => {
    const { result, error } = simulateUntilError(optionsOf(plan, base, name, seed))
    return error ? { result, error } : { result, measures: measured(plan, result) }
  })

/** Runs code of one replication, which errors name, but for those of actors. */
function within<T>(name: string, seed: number, code: () => T): T {
  try {
    return code()
  } catch (cause) {
    if (cause instanceof SimulationError) throw cause
    throw new TypeError(`${shown(name)}, seed ${seed}: ${errorMessage(cause)}`, { cause })
  }
}

/**
 * Runs one replication. An actor that throws makes it one that failed. Throws a TypeError that names the
 * variant and the seed if options or measures are wrong.
 */
export function replicate(plan: StudyPlan, base: unknown, name: string, seed: number): Replication {
  const { series: chosen } = plan.options
  try {
    return within(name, seed, () => {
      const result = simulate({ ...optionsOf(plan, base, name, seed), timelineItems: 0 })
      const measures = measured(plan, result)
      const series = coarse(result, chosen)
      return { variant: name, seed, measures, ...(series && { series }) }
    })
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error
    return { variant: name, seed, error: error.message }
  }
}

/** Makes what all replications of a process share. */
export const baselineOf = ({ options }: StudyPlan): unknown => options.baseline?.()
