import type { Delivery } from '../../chapters/webhooks/delivery.ts'
import { plainNodeNumber } from '../../service/values/ids.ts'
import { shown } from '../../service/values/scalars.ts'
import type { Handle } from '../../world/handle/handle.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { seedOf } from '../../world/handle/options.ts'
import { handleOf, isWorld } from '../../world/handles.ts'
import { instantAfter } from '../../world/time/durations.ts'
import { instantOf, secondsProblem } from '../../world/time/time.ts'
import { durationOption } from '../load/duration-option.ts'
import { CAPACITY_MAX, type CapacitySchedule, schedule } from '../load/schedule.ts'
import type { Actor, ActorContext, ActorGroup, ArrivalOptions, Receiver, SimulateOptions } from './options.ts'

export const simulateOptionNames = Object.keys({
  world: true,
  seed: true,
  for: true,
  until: true,
  actors: true,
  arrivals: true,
  resources: true,
  receivers: true,
  sample: true,
  warmUp: true,
  timelineItems: true,
  maxStepsPerInstant: true,
} satisfies Record<keyof SimulateOptions, true>)

/** A checked arrival process, with the code of each arrival. */
export interface ArrivalPlan extends Pick<ArrivalOptions, 'process'> {
  readonly name: string
  readonly most: number
  readonly begin: (sim: ActorContext) => unknown
  /** Whether `begin` is a plain function, and not an actor. */
  readonly plain: boolean
}

/** A checked receiver. */
interface ReceiverPlan {
  readonly begin: (delivery: Delivery, sim: ActorContext) => unknown
  readonly plain: boolean
}

/** Checked options. */
export interface Plan {
  readonly handle: Handle
  readonly options: SimulateOptions
  readonly seed: string
  readonly from: number
  readonly to: number
  /** The end of the warm-up: the beginning without one. */
  readonly warmUp: number
  readonly groups: readonly (ActorGroup & { readonly name: string })[]
  readonly arrivals: readonly ArrivalPlan[]
  readonly resources: readonly (readonly [name: string, capacity: number | CapacitySchedule])[]
  readonly receivers: ReadonlyMap<string, ReceiverPlan>
  readonly gauges: readonly (readonly [name: string, read: (world: SimulateOptions['world']) => number])[]
  /** The period of samples in milliseconds; undefined without samples. */
  readonly every: number | undefined
  readonly timelineItems: number
  readonly maxStepsPerInstant: number
}

const ACTORS_MAX = 10_000
const SAMPLES_MAX = 100_000

function wholeOption(option: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
    return value
  throw new TypeError(
    `The option ${option} of simulate must be a whole number from ${least} to ${most}, ` +
      `got ${typeof value === 'number' ? value : shown(value)}`,
  )
}

function functionOption<T>(option: string, value: T): T {
  if (typeof value === 'function') return value
  throw new TypeError(`The option ${option} of simulate must be a function, got ${shown(value)}`)
}

/** Returns the members of an option that is an object; none if it is left out. */
function membersOf<T>(option: string, value: Readonly<Record<string, T>> | undefined): [string, T][] {
  if (value === undefined) return []
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  throw new TypeError(`The option ${option} of simulate must be an object, got ${shown(value)}`)
}

/** Returns when the simulation ends. Throws a TypeError unless exactly one of `for` and `until` is valid. */
function endOf({ for: length, until }: SimulateOptions, now: number): number {
  if ((length === undefined) === (until === undefined))
    throw new TypeError(
      'simulate takes either the option for, such as 90d, or the option until, such as an instant',
    )
  let end = Number.NaN
  try {
    end = length === undefined ? instantOf(until ?? now, now) : instantAfter(now, length)
  } catch {
    // Reported below.
  }
  if (end >= now && Number.isFinite(end)) return end
  const given = length ?? until
  const got = typeof given === 'number' ? given : shown(given)
  const expected =
    length === undefined
      ? `option until of simulate must be an instant, not before ${new Date(now).toISOString()}`
      : "option for of simulate must be a duration such as '90d'"
  const problem = typeof until === 'number' ? secondsProblem(until) : undefined
  throw new TypeError(`The ${expected}, got ${got}${problem === undefined ? '' : `: ${problem}`}`)
}

function groupOf(name: string, given: Actor | ActorGroup): Plan['groups'][number] {
  const option = `actors.${name}`
  if (typeof given === 'function') return { name, count: 1, run: given }
  checkNames(`The option ${option} of simulate`, 'option', given, ['count', 'run'])
  return {
    name,
    count: wholeOption(`${option}.count`, given.count, 0, ACTORS_MAX),
    run: functionOption(`${option}.run`, given.run),
  }
}

function arrivalOf(name: string, given: ArrivalOptions): ArrivalPlan {
  const option = `arrivals.${name}`
  checkNames(`The option ${option} of simulate`, 'option', given, ['process', 'run', 'actor', 'most'])
  const { process, run, actor, most = Number.MAX_SAFE_INTEGER } = given
  functionOption(`${option}.process.instants`, process?.instants)
  if ((run === undefined) === (actor === undefined))
    throw new TypeError(
      `The option ${option} of simulate takes either run, a function, or actor, a generator function`,
    )
  return {
    name,
    process,
    begin: functionOption(`${option}.${run ? 'run' : 'actor'}`, run ?? actor ?? (() => {})),
    plain: run !== undefined,
    most: wholeOption(`${option}.most`, most, 0, Number.MAX_SAFE_INTEGER),
  }
}

function receiverOf(app: string, given: Receiver): ReceiverPlan {
  const option = `receivers.${app}`
  if (typeof given === 'function') return { begin: given, plain: true }
  checkNames(`The option ${option} of simulate`, 'option', given, ['actor'])
  return { begin: functionOption(`${option}.actor`, given.actor), plain: false }
}

/** The names of actors, arrivals and receivers must differ: each names a random stream and a lane. */
function checkDistinct(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new TypeError(`The names of actors and arrivals must differ: ${shown(twice)} is used twice`)
}

function checkReceivers(handle: Handle, receivers: readonly string[]): void {
  for (const app of receivers) {
    const id = plainNodeNumber(app)
    const row = id === undefined ? undefined : handle.state.graph.rows.get(id)
    if (row?.kind === 'apps') continue
    throw new TypeError(
      `The option receivers of simulate must have ids of apps as its names, such as names.app of the ` +
        `starter ` +
        `world, got ${shown(app)}`,
    )
  }
}

function sampleOf({ sample }: SimulateOptions, length: number): Pick<Plan, 'every' | 'gauges'> {
  if (sample === undefined) return { every: undefined, gauges: [] }
  checkNames('The option sample of simulate', 'option', sample, ['every', 'gauges'])
  const every = durationOption('simulate', 'sample.every', sample.every, 1)
  if (length / every > SAMPLES_MAX)
    throw new TypeError(
      `The option sample.every of simulate must be longer: it gives ${Math.floor(length / every)} samples, ` +
        `and ${SAMPLES_MAX} is most`,
    )
  const gauges = membersOf('sample.gauges', sample.gauges)
  for (const [name, read] of gauges) functionOption(`sample.gauges.${name}`, read)
  return { every, gauges }
}

/** The places of a resource: a number, or what `schedule` returns. */
const capacityOf = (name: string, capacity: number | CapacitySchedule): number | CapacitySchedule =>
  typeof capacity === 'object' && capacity !== null && capacity.kind === 'schedule'
    ? schedule({ hours: capacity.hours, timeZone: capacity.timeZone })
    : wholeOption(`resources.${name}`, capacity, 1, CAPACITY_MAX)

/** Returns the end of the warm-up. Throws a TypeError if it is not before the end of the simulation. */
function warmUpOf({ warmUp }: SimulateOptions, now: number, to: number): number {
  if (warmUp === undefined) return now
  let end = Number.NaN
  try {
    end = instantAfter(now, warmUp)
  } catch {
    // Reported below.
  }
  if (end >= now && end < to) return end
  throw new TypeError(
    `The option warmUp of simulate must be a duration shorter than the simulation, such as '1d', got ` +
      `${typeof warmUp === 'number' ? warmUp : shown(warmUp)}`,
  )
}

/** Returns the handle of the world. Throws a TypeError if it is no world, or if a simulation runs on it. */
function worldHandle(world: unknown): Handle {
  if (!isWorld(world))
    throw new TypeError(`The option world of simulate must be a world of createWorld, got ${shown(world)}`)
  const handle = handleOf(world)
  if (handle.observe)
    throw new TypeError('A simulation runs on this world already: pass world.fork() instead')
  return handle
}

/** Checks all options. Throws a TypeError that names the first invalid one; the world is unchanged. */
export function planOf(options: SimulateOptions): Plan {
  checkNames('simulate', 'option', options, simulateOptionNames)
  const handle = worldHandle(options.world)
  const { now, seed: worldSeed } = handle.state.graph
  const to = endOf(options, now)
  const groups = membersOf('actors', options.actors).map(([name, given]) => groupOf(name, given))
  const arrivals = membersOf('arrivals', options.arrivals).map(([name, given]) => arrivalOf(name, given))
  checkDistinct([...groups, ...arrivals].map(({ name }) => name))
  const receivers = membersOf('receivers', options.receivers).map(
    ([app, given]) => [app, receiverOf(app, given)] as const,
  )
  checkReceivers(
    handle,
    receivers.map(([app]) => app),
  )
  const resources = membersOf('resources', options.resources).map(
    ([name, capacity]) => [name, capacityOf(name, capacity)] as const,
  )
  return {
    handle,
    options,
    seed: seedOf(options.seed ?? worldSeed),
    from: now,
    to,
    warmUp: warmUpOf(options, now, to),
    groups,
    arrivals,
    resources,
    receivers: new Map(receivers),
    ...sampleOf(options, to - now),
    timelineItems: wholeOption('timelineItems', options.timelineItems ?? 4_000, 0, 100_000),
    maxStepsPerInstant: wholeOption('maxStepsPerInstant', options.maxStepsPerInstant ?? 100_000, 1, 1e9),
  }
}
